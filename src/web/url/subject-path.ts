import type { IndicatorKind } from '#model/indicator-kind.ts';
import { paths } from './paths.ts';

/** The view that answers an indicator first: its subject page, or the search that looks for it; null when there is none. */
export function subjectPath(kind: IndicatorKind, value: string): string | null {
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
    case 'wildcard':
      return paths.padns({ mode: 'forward', qname: value });
    case 'regex':
      return paths.padns({ mode: 'forward', regex: value });
    case 'nshash':
    case 'mxhash':
      return paths.padns({ mode: 'reverse', qtype: kind, qname: value });
    case 'as-name':
      return paths.asnSearch({ asname_contains: value });
    default:
      return null;
  }
}
