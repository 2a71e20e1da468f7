/** A value of an object: which member of the template it is, and as what type MISP keeps it. */
export interface MispValue {
  readonly relation: string;
  readonly type: string;
  readonly value: string;
}

interface MispTemplate {
  readonly name: string;
  readonly uuid: string;
  readonly version: string;
  readonly description: string;
  /** Types of the members that Sightline fills; MISP refuses any other type for them. */
  readonly types: Readonly<Record<string, string>>;
}

/** The object templates of MISP that facts are written as, by their published uuid and version. */
export const MISP_TEMPLATES = {
  passiveDns: {
    name: 'passive-dns',
    uuid: 'b77b7b1c-66ab-4a41-8da4-83810f6d2d6c',
    version: '5',
    description: 'Passive DNS records as expressed in draft-dulaunoy-dnsop-passive-dns-cof-07.',
    types: {
      rrname: 'text',
      rrtype: 'text',
      rdata: 'text',
      count: 'counter',
      time_first: 'datetime',
      time_last: 'datetime',
    },
  },
  domainIp: {
    name: 'domain-ip',
    uuid: '43b3b146-77eb-4931-b4cc-b66c60f28734',
    version: '11',
    description: 'A domain/hostname and IP address seen as a tuple in a specific time frame.',
    types: { domain: 'domain', ip: 'ip-dst', 'first-seen': 'datetime', 'last-seen': 'datetime' },
  },
  asn: {
    name: 'asn',
    uuid: '4ec55cc6-9e49-4c64-b794-03c25c1a6587',
    version: '6',
    description: 'Autonomous system object describing an autonomous system.',
    types: { asn: 'AS', name: 'text', 'subnet-announced': 'ip-src', 'first-seen': 'datetime', 'last-seen': 'datetime' },
  },
  x509: {
    name: 'x509',
    uuid: 'd1ab756a-26b5-4349-9f43-765630f0911c',
    version: '13',
    description: 'x509 object describing a X.509 certificate',
    types: {
      'x509-fingerprint-md5': 'x509-fingerprint-md5',
      'x509-fingerprint-sha1': 'x509-fingerprint-sha1',
      'x509-fingerprint-sha256': 'x509-fingerprint-sha256',
      'serial-number': 'text',
      issuer: 'text',
      subject: 'text',
      'validity-not-before': 'datetime',
      'validity-not-after': 'datetime',
      dns_names: 'hostname',
    },
  },
} as const satisfies Readonly<Record<string, MispTemplate>>;

export type MispTemplateName = keyof typeof MISP_TEMPLATES;

/** The values of an object, without those that are absent; several values of one member are several attributes. */
export function mispValues(
  template: MispTemplateName,
  members: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): readonly MispValue[] {
  const types: Readonly<Record<string, string>> = MISP_TEMPLATES[template].types;
  return Object.entries(members).flatMap(([relation, value]) =>
    [value ?? []].flat().flatMap((one) => {
      const type = types[relation];
      return type && one !== '' ? [{ relation, type, value: String(one) }] : [];
    }),
  );
}

const networkTypes = new Set(['ip-dst', 'ip-src', 'domain', 'hostname', 'url', 'AS']);

/** The category that MISP gives a type by default. */
export function mispCategory(type: string): string {
  return networkTypes.has(type) || type.startsWith('x509-fingerprint') ? 'Network activity' : 'Other';
}
