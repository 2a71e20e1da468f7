import { canonicalDomain } from '#model/domain-name.ts';

// Answers of SRV, SVCB, HTTPS, CAA and DS records in presentation format (RFC 2782, 9460, 8659 and 4034). Tools write them differently, so
// each is brought into one spelling.

const presentedTypes = ['SRV', 'SVCB', 'HTTPS', 'CAA', 'DS'] as const;
export type PresentedType = (typeof presentedTypes)[number];

export function isPresented(type: string): type is PresentedType {
  return (presentedTypes as readonly string[]).includes(type);
}

/** An answer has at most 65,535 bytes, each of at most four characters. */
const maxLength = 262_140;

/** The answer in one spelling: `10 60 5060 sip.example.test`; null for text that is not an answer of that type. */
export function presentedData(type: PresentedType, text: string): string | null {
  const tokens = text.length <= maxLength && text.isWellFormed() ? tokensOf(text) : [];
  switch (type) {
    case 'SRV':
      // Zeek logs the target only
      return tokens.length === 1 ? hostName(text) : serviceData(tokens);
    case 'SVCB':
    case 'HTTPS':
      return bindingData(tokens);
    case 'CAA':
      return issuerData(tokens);
    case 'DS':
      return digestData(tokens);
  }
}

/**
 * Lower case without a trailing dot. Real names violate the rules of host names (except for blanks), so ASCII is kept unchanged; other
 * scripts become A-labels.
 */
export function hostName(text: string): string | null {
  const name = text.toLowerCase().replace(/\.$/, '');
  if (/[^\x21-\x7e]/.test(name)) return canonicalDomain(name);
  return name.length > 0 && name.length <= 253 && !/^\.|\.\./.test(name) ? name : null;
}

/** Pieces between blanks; blanks in quotes and after a backslash are part of a piece. None for a quote that is not closed. */
function tokensOf(text: string): readonly string[] {
  const piece = /\s*((?:"(?:\\.|[^"\\])*"|\\.|[^\s"\\])+)\s*/gsy;
  const tokens: string[] = [];
  let end = 0;
  for (let match = piece.exec(text); match !== null; match = piece.exec(text)) {
    tokens.push(match[1] ?? '');
    end = piece.lastIndex;
  }
  return end === text.length ? tokens : [];
}

function numberUpTo(most: number, text = ''): number | null {
  return /^\d{1,5}$/.test(text) && Number(text) <= most ? Number(text) : null;
}

/** A dot says that the service does not exist (SRV), or stands for the name itself (SVCB). */
function target(text = ''): string | null {
  return text === '.' ? text : hostName(text);
}

function joined(...parts: readonly (string | number | null)[]): string | null {
  return parts.includes(null) ? null : parts.join(' ');
}

function serviceData([priority, weight, port, name, ...others]: readonly string[]): string | null {
  if (others.length > 0) return null;
  return joined(numberUpTo(65_535, priority), numberUpTo(65_535, weight), numberUpTo(65_535, port), target(name));
}

function bindingData([priority, name, ...given]: readonly string[]): string | null {
  return joined(numberUpTo(65_535, priority), target(name), ...given.map(bindingParameter));
}

/** `alpn="h2,h3"` and `ALPN=h2,h3` are the same. */
function bindingParameter(token: string): string | null {
  const [, key = '', value] = /^([a-z0-9-]{1,63})(?:=(.*))?$/is.exec(token) ?? [];
  if (key === '') return null;
  const [, inside] = /^"([^\s"\\]+)"$/.exec(value ?? '') ?? [];
  return value === undefined ? key.toLowerCase() : `${key.toLowerCase()}=${inside ?? value}`;
}

function issuerData([flags, tag = '', ...values]: readonly string[]): string | null {
  const value = values.join(' ');
  if (value === '' || !/^[a-z0-9]{1,255}$/i.test(tag)) return null;
  const quoted = value.startsWith('"') && values.length === 1 ? value : `"${value.replaceAll('"', '')}"`;
  return joined(numberUpTo(255, flags), tag.toLowerCase(), quoted);
}

/** Long digests are written in several pieces. */
function digestData([keyTag, algorithm, digestType, ...pieces]: readonly string[]): string | null {
  const digest = pieces.join('').toUpperCase();
  if (!/^(?:[0-9A-F]{2})+$/.test(digest)) return null;
  return joined(numberUpTo(65_535, keyTag), numberUpTo(255, algorithm), numberUpTo(255, digestType), digest);
}
