import type { IndicatorKind } from '#model/indicator-kind.ts';
import { paths } from './paths.ts';

/** The view that answers an indicator first: its subject page, or the search that looks for it. */
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
    // the parameter takes either; of an MD5 the form says that scans are not searched by it
    case 'certificate-sha1':
    case 'certificate-sha256':
    case 'certificate-md5':
      return paths.scans({ what: 'certificates', fingerprint_sha1: value });
  }
}
