import type { Reading } from './interpretation.ts';
import { readBrokenIpv6, readIpv4, readIpv6, readSubnet } from './read-address.ts';
import { readAsName, readDomain, readRegex, readWildcard } from './read-name.ts';
import { readAsn, readHex, readInteger } from './read-number.ts';
import { splitUrl, type StrippedParts } from './url-parts.ts';

/** A reading, and what was taken off around the host to reach it. */
export interface TokenReading extends Reading {
  readonly stripped: StrippedParts;
}

const NOTHING: Reading = { interpretations: [], problem: null };

/** dashboard.md, "The omnibox": the order decides. Each reader claims its text, with a reading or a problem, or passes. */
const READERS: readonly ((text: string) => Reading | null)[] = [
  readIpv4,
  readIpv6,
  readAsn,
  readHex,
  readInteger,
  readBrokenIpv6,
  readWildcard,
  readDomain,
  readAsName,
];

function firstReading(text: string): Reading {
  for (const read of READERS) {
    const reading = read(text);
    if (reading) return reading;
  }
  return NOTHING;
}

/** Reads one cleaned and refanged text as one indicator. */
export function readToken(text: string): TokenReading {
  // A subnet's length and a pattern's slashes are not paths, so both are asked before the text is taken apart.
  const whole = readSubnet(text) ?? readRegex(text);
  if (whole) return { ...whole, stripped: {} };
  const { host, stripped } = splitUrl(text);
  return { ...firstReading(host), stripped };
}
