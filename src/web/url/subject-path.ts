import { type IndicatorKind, isNameServer, nameServer } from '#model/indicator-kind.ts';
import { paths } from './paths.ts';
import { recogniseValue } from '#model/recognise-value.ts';
import type { Interpretation } from '#model/interpretation.ts';

/** The main view of an indicator: its subject page, or the search for it. */
export function subjectPath(kind: IndicatorKind, value: string): string {
  switch (kind) {
    case 'ipv4':
    case 'ipv6':
      return paths.ip(value);
    case 'domain':
      return paths.domain(value);
    case 'name-server':
      return paths.nameServer(value);
    case 'asn':
      return paths.asn(value.replace(/^AS/i, ''));
    case 'subnet':
      return paths.subnet(value);
    case 'e-mail':
      return paths.connections([{ attribute: 'registrant-email', value }]);
    case 'wildcard':
      return paths.padns({ mode: 'forward', qname: value });
    case 'regex':
      return paths.padns({ mode: 'forward', regex: value });
    case 'nshash':
    case 'mxhash':
      return paths.padns({ mode: 'reverse', qtype: kind, qname: value });
    case 'as-name':
      return paths.asnSearch({ asname_contains: value });
    case 'jarm':
      return paths.scans({ what: 'jarm', jarm_hash: value });
    case 'favicon-mmh3':
      return paths.scans({ what: 'favicon', mmh3: value });
    case 'favicon-md5':
      return paths.scans({ what: 'favicon', md5: value });
    // the parameter accepts SHA-1 and SHA-256; for an MD5 the form says that scans cannot be searched by it
    case 'certificate-sha1':
    case 'certificate-sha256':
    case 'certificate-md5':
      return paths.scans({ what: 'certificates', fingerprint_sha1: value });
  }
}

/** Whether the compare page accepts the kind: domains and addresses, in any combination. */
export function isComparable(kind: IndicatorKind): boolean {
  return kind === 'domain' || kind === 'ipv4' || kind === 'ipv6';
}

const shapes: readonly (readonly [pattern: RegExp, kinds: readonly IndicatorKind[]])[] = [
  [/^\/ip\/([^/]+)$/, ['ipv4', 'ipv6']],
  [/^\/domain\/([^/]+)$/, ['domain']],
  [/^\/asn\/([^/]+)$/, ['asn']],
  [/^\/subnet\/([^/]+\/\d+)$/, ['subnet']],
  [/^\/ns\/([^/]+)$/, ['name-server']],
];

/** The canonical subject of a dashboard path; null for other views and for impossible subjects. */
export function subjectOfPath(pathname: string): Interpretation | null {
  for (const [pattern, kinds] of shapes) {
    const text = pattern.exec(pathname)?.[1];
    if (text !== undefined) return subjectOf(decode(text), kinds);
  }
  return null;
}

function subjectOf(text: string, kinds: readonly IndicatorKind[]): Interpretation | null {
  const { interpretations } = recogniseValue(text);
  const found = interpretations.find(({ kind }) => kinds.includes(kind));
  if (found) return found;
  // any domain name may be a name server, even if it is not detected as one
  const name = kinds.some(isNameServer) ? interpretations.find(({ kind }) => kind === 'domain') : undefined;
  return name ? { ...name, ...nameServer(name.value) } : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
