/** What an object of a whois text describes; dates, for example, count only when they are the domain's. */
export type ObjectKind = 'domain' | 'registrar' | 'registrant' | 'contact' | 'hosts' | 'other';

type PersonField = 'name' | 'org' | 'street' | 'city' | 'state' | 'zipcode' | 'country';
type DomainField = 'domain' | 'created' | 'updated' | 'expires' | 'status' | 'dnssec' | 'whoisServer';

/** A field of the registration; a `ref` is the identifier of another object of the text or a name, a `handle` always an identifier. */
export type WhoisField =
  | DomainField
  | 'nameServer'
  | 'registrar.name'
  | 'registrar.org'
  | 'registrar.ref'
  | 'registrar.url'
  | `registrant.${PersonField}`
  | 'registrant.ref'
  | 'registrant.handle';

/** Labels by field. Labels are in lower case, with blanks in place of hyphens, underscores and dots. */
type Labels<Field extends string> = Readonly<Partial<Record<Field, readonly string[]>>>;

/** Headings of sections, the first match counts: 'continued' is a part of the object above, any other heading starts an object of no interest. */
export const headings: readonly (readonly [RegExp, ObjectKind | 'continued'])[] = [
  [/^additional information$/, 'continued'],
  [/\bname ?servers?\b|^nservers?\b|^domain servers\b|^dns( servers?)?$/, 'hosts'],
  [
    /^((domain )?(holder|owners?)|registrant|owners? registrant)( contact)?( (information|details|info))?$/,
    'registrant',
  ],
  [/^organization using domain name$/, 'registrant'],
  [/^(sponsoring |current )?registrar( information| details)?$/, 'registrar'],
  [/^(domain( name)?( information)?|relevant dates|additional info|important dates)$/, 'domain'],
  [/^(administrative|admin|technical|tech|billing|zone)\b|\bcontacts?\b|^reseller\b/, 'contact'],
  [/^(keys?|dnssec|domain managers|abuse)\b/, 'other'],
];

/** Labels that begin an object of another kind, in texts that separate objects by empty lines. */
export const firstLabels: Readonly<Partial<Record<ObjectKind, readonly string[]>>> = {
  contact: [
    'keyset',
    'keyset id',
    'contact',
    'nic hdl',
    'nic hdl br',
    'person',
    'personname',
    'role',
    'organisation',
    'contact organization',
  ],
  hosts: [
    'nsset',
    'ns list',
    'nserver',
    'dns',
    'name server',
    'nameserver',
    'nameservers',
    'name servers',
    'host name',
  ],
  registrant: ['registrant', 'holder', 'domain holder'],
  registrar: ['registrar', 'registrar name'],
  other: ['name', 'address'],
};

/** Labels of the identifier of a contact. */
export const idLabels: readonly string[] = ['nic hdl', 'nic hdl br', 'contact', 'handle', 'nic handle'];

const person: Labels<PersonField> = {
  name: ['name', 'person', 'personname', 'person name', 'contact', 'contact name', 'role', 'person loc', 'full name'],
  org: [
    'organization',
    'organisation',
    'organization name',
    'organisation name',
    'org',
    'company',
    'company name',
    'company english name',
    'organization loc',
    'org name',
  ],
  street: ['street', 'address', 'street address', 'postal address', 'address line', 'addr', 'address loc'],
  city: ['city', 'locality', 'city loc'],
  state: ['state', 'state/province', 'province', 'region', 'state loc'],
  zipcode: ['postal code', 'postalcode', 'zip', 'zip code', 'zipcode', 'postcode', 'postal code loc'],
  country: ['country', 'country code', 'countrycode', 'country/economy', 'country loc'],
};

/** Words before the labels of a person that say whose they are, in texts without objects. */
export const personPrefixes: readonly string[] = [
  'registrant contact',
  'registrant',
  'domain holder',
  'holder',
  'owner contact',
  'owner',
];

const hosts = [
  'name server',
  'nameserver',
  'name servers',
  'nameservers',
  'name server information',
  'domain nameservers',
  'domain servers',
  'domain servers in listed order',
  'nserver',
  'ns name',
  'dns',
  'hostname',
  'host name',
  'ns',
  'dns name',
  'primary name server',
  'secondary name server',
  'primary server',
  'secondary server',
];

/** Labels that say what they are about and can be read in any object but a contact. */
const anywhere: Labels<WhoisField> = {
  'registrar.name': [
    'sponsoring registrar',
    'registrar name',
    'current registrar',
    'current registar',
    'authorized agency',
    'registration service provider',
  ],
  'registrar.org': ['registrar organization', 'registrar organization name', 'registrar organisation'],
  'registrar.url': ['registrar url', 'registrar website', 'registrar web', 'referral url'],
  whoisServer: ['registrar whois server', 'whois server'],
  nameServer: hosts,
  dnssec: ['dnssec', 'ds records', 'signed'],
};

const domain: Labels<WhoisField> = {
  domain: ['domain', 'domain name', 'domainname', 'name'],
  created: [
    'created',
    'created on',
    'created date',
    'create date',
    'creation date',
    'registered',
    'registered on',
    'registered date',
    'registration date',
    'registration time',
    'first registration date',
    'domain name commencement date',
    'domain registration date',
    'domain record activated',
    'domain registered',
    'domain dateregistered',
    'domain created',
    'record created',
    'record created on',
    'activated on',
  ],
  updated: [
    'updated',
    'updated on',
    'updated date',
    'update date',
    'last updated',
    'last updated on',
    'last updated date',
    'last update',
    'last modified',
    'modified',
    'modification date',
    'changed',
    'domain record last updated',
    'domain datelastmodified',
    'record last modified',
    'record last updated on',
  ],
  expires: [
    'expires',
    'expires on',
    'expires at',
    'expire',
    'expire date',
    'exp date',
    'expired',
    'expiry',
    'expiry date',
    'expiration date',
    'expiration time',
    'registry expiry date',
    'registrar registration expiration date',
    'domain expires',
    'domain expiration date',
    'domain datebilleduntil',
    'renewal date',
    'paid till',
    'valid until',
    'valid date',
    'validity',
    'record expires on',
    'record will expire on',
    'record expired',
  ],
  status: [
    'status',
    'domain status',
    'state',
    'domain state',
    'epp status',
    'eppstatus',
    'registration status',
    'flags',
    'domaintype',
  ],
  'registrar.ref': ['registrar'],
  'registrar.url': ['url'],
  'registrant.ref': ['registrant', 'holder', 'domain holder'],
  'registrant.handle': ['registrant c', 'registrant id', 'holder c', 'owner c'],
  'registrant.name': ['person', 'responsible'],
  'registrant.org': ['owner', 'org', 'organization'],
};

/** The labels of each kind of object; `other` has those that are clear in any object. */
export const labels: Readonly<Record<ObjectKind, Labels<WhoisField>>> = {
  domain,
  hosts: { nameServer: [...hosts, 'name'] },
  registrar: {
    'registrar.org': ['organization', 'organization name', 'organisation', 'organization loc'],
    'registrar.name': ['name', 'registrar name'],
    'registrar.ref': ['registrar'],
    'registrar.url': ['website', 'url', 'web', 'www', 'registrar url', 'registrar website'],
  },
  registrant: {
    ...Object.fromEntries(Object.entries(person).map(([field, words]) => [`registrant.${field}`, words])),
    'registrant.ref': ['registrant', 'holder', 'domain holder'],
  },
  contact: {},
  other: { 'registrar.ref': ['registrar'], 'registrant.ref': ['registrant'] },
};

export { anywhere, person };

/** What the layout of a registry adds to the common labels. */
interface Layout {
  readonly zones: readonly string[];
  readonly labels?: Readonly<Partial<Record<ObjectKind, Labels<WhoisField>>>>;
  /** Labels that begin an object of a kind. */
  readonly first?: Readonly<Partial<Record<ObjectKind, readonly string[]>>>;
  readonly personPrefixes?: readonly string[];
}

export const layouts: readonly Layout[] = [
  // the dates of the domain are in the section of the registrant
  {
    zones: ['hk'],
    labels: { registrant: { created: ['domain name commencement date'], expires: ['expiry date'] } },
  },
  // the holder has no object of its own: its first line is the name, the others are the address
  {
    zones: ['il'],
    first: { domain: ['descr'] },
    labels: { domain: { 'registrant.ref': ['descr'], created: ['assigned'] } },
  },
  // the A-label of the domain
  { zones: ['dk'], labels: { domain: { domain: ['dns'] } } },
  { zones: ['ie'], labels: { domain: { 'registrar.ref': ['account name'] } } },
  { zones: ['lu'], personPrefixes: ['org'] },
];

/** Labels of lines without a colon, such as 'Record expires on 2026-01-02'. */
export const colonless =
  /^(record (?:expires|created|last updated) on|record will expire on|registered on|domain expires|domain created|first registration date) +(\S.*)$/i;

/** A heading in a comment; other comments are notices. */
export const commentHeading = /^[%#]\s*([\w ]{1,40}):\s*$/;

export const commentHeadings: Readonly<Partial<Record<string, ObjectKind>>> = {
  registrar: 'registrar',
  registrant: 'registrant',
  'administrative contacts': 'contact',
  'technical contacts': 'contact',
  'admin contacts': 'contact',
};
