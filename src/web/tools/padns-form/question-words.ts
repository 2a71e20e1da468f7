import type { PadnsMode, PadnsQuestion, QuestionField } from './padns-question.ts';

export const modeWords: Readonly<Record<PadnsMode, { readonly label: string; readonly meaning: string }>> = {
  forward: {
    label: 'Forward',
    meaning: 'The records of a name: addresses, name servers, mail servers, texts.',
  },
  reverse: {
    label: 'Reverse',
    meaning: 'The names with a given answer: on an address, on a name server, with a text.',
  },
  both: {
    label: 'Name and answer',
    meaning: 'Records filtered by name and answer at the same time.',
  },
  unsanctioned: {
    label: 'Unsanctioned assets',
    meaning: 'Names that look like yours, outside your networks and not on your name servers.',
  },
};

const recordTypeWords: Readonly<Record<string, string>> = {
  a: 'IPv4 addresses',
  aaaa: 'IPv6 addresses',
  cname: 'aliases',
  mx: 'mail servers',
  ns: 'name servers',
  ptr4: 'names of IPv4 addresses',
  ptr6: 'names of IPv6 addresses',
  any: 'every type',
  anyipv4: 'every type but AAAA',
  anyipv6: 'every type but A',
  soa: 'zone data',
  txt: 'texts',
  srv: 'hosts of services',
  svcb: 'service bindings',
  https: 'HTTPS service bindings',
  caa: 'permitted certificate issuers',
  ds: 'DNSSEC key digests',
  mxhash: 'the same set of mail servers',
  nshash: 'the same set of name servers',
  soahash: 'the same zone data',
  txthash: 'the same text',
};

export function recordTypeLabel(qtype: string): string {
  const words = recordTypeWords[qtype];
  return words ? `${qtype.toUpperCase()} · ${words}` : qtype.toUpperCase();
}

interface SubjectWords {
  readonly label: string;
  readonly example: string;
  /** Where the contract's description says more than this record type has. */
  readonly hint?: string;
}

const addressHint = 'One address, or a whole network with a netmask.';
const pattern = {
  label: 'Name or pattern',
  example: '*.harborline-login.example',
  hint: '* matches any characters, anywhere in the name.',
};
const ipv4 = { label: 'IPv4 address', example: '203.0.113.66', hint: addressHint };
const ipv6 = { label: 'IPv6 address', example: '2001:db8:900::150', hint: addressHint };

/** What is looked for, by mode and record type. */
export function subjectWords({ mode, qtype }: Pick<PadnsQuestion, 'mode' | 'qtype'>): SubjectWords {
  if (qtype.endsWith('hash'))
    return {
      label: 'Hash',
      example: qtype.startsWith('ns') || qtype.startsWith('mx') ? '32 hexadecimal digits' : 'A decimal number',
      hint: 'As shown in the “Set hash” column.',
    };
  if (mode === 'unsanctioned') return { ...pattern, label: 'Names like', example: '*harborline-bank*' };
  return (mode === 'reverse' ? reverseSubjects : forwardSubjects)[qtype] ?? pattern;
}

/** What is answered, for the look-ups that ask about both sides. */
export function answerWords({ mode, qtype }: Pick<PadnsQuestion, 'mode' | 'qtype'>): SubjectWords {
  const isAddress = qtype === 'a' || qtype === 'aaaa';
  const example = qtype === 'a' ? '192.0.2.0' : '2001:db8:900::';
  if (mode === 'unsanctioned')
    return {
      label: 'Own address',
      example,
      hint: 'Your network with a netmask; add more networks below. May be empty.',
    };
  if (isAddress)
    return {
      label: 'Address or pattern',
      example,
      hint: 'One address, or a network with a netmask; * matches any address.',
    };
  return { label: 'Answer', example: '*.crowsnest-dns.test', hint: 'A name or a pattern; * matches any answer.' };
}

const forwardSubjects: Readonly<Record<string, SubjectWords>> = {
  ptr4: { ...ipv4, label: 'IPv4 address or pattern' },
  ptr6: { ...ipv6, label: 'IPv6 address or pattern' },
  any: {
    ...pattern,
    label: 'Name, pattern or address',
    hint: '* matches any characters; an address has PTR records.',
  },
};
const reverseText = {
  label: 'Part of the value',
  example: 'v=spf1*include',
  hint: 'Matches anywhere in the value; * matches any characters; case-sensitive.',
};
const serviceHost = { ...pattern, label: 'Target host or pattern', example: 'sip.example' };
const reverseSubjects: Readonly<Record<string, SubjectWords>> = {
  a: ipv4,
  aaaa: ipv6,
  ns: { ...pattern, label: 'Name server or pattern', example: 'ns1.crowsnest-dns.test' },
  mx: { ...pattern, label: 'Mail server or pattern', example: '*.mail.example' },
  txt: reverseText,
  soa: reverseText,
  caa: { ...reverseText, example: 'letsencrypt.org' },
  ds: { ...reverseText, example: '12345 13 2' },
  srv: serviceHost,
  svcb: serviceHost,
  https: serviceHost,
};

/** Examples, for the page before its first question. */
export const padnsExamples: readonly {
  readonly says: string;
  readonly question: Readonly<Partial<Record<QuestionField | 'mode', string>>>;
}[] = [
  {
    says: 'Everything below a domain',
    question: { mode: 'forward', qtype: 'any', qname: '*.harborline-login.example' },
  },
  { says: 'Every name on an address', question: { mode: 'reverse', qtype: 'a', qname: '203.0.113.66' } },
  { says: 'Every name in a subnet', question: { mode: 'reverse', qtype: 'a', qname: '203.0.113.0', netmask: '25' } },
  { says: 'Domains on a name server', question: { mode: 'reverse', qtype: 'ns', qname: 'ns1.crowsnest-dns.test' } },
  { says: 'Names whose TXT record mentions something', question: { mode: 'reverse', qtype: 'txt', qname: 'v=spf1' } },
  {
    says: 'New names matching a pattern, first seen in the last 30 days',
    question: { mode: 'forward', qtype: 'a', regex: '^.*-login\\.(example|test)$', first_seen_after: '-30d' },
  },
  {
    says: 'Names like a brand that point outside its network',
    question: { mode: 'both', qtype: 'a', qname: '*harborline*', qanswer: '192.0.2.0', netmask: '26', net: 'notin' },
  },
  {
    says: 'Domains with mail servers matching a pattern',
    question: { mode: 'both', qtype: 'mx', qname: '*.example', qanswer: 'mail*.harborline-bank.example' },
  },
  {
    says: 'Unsanctioned assets of a brand, new in the last 30 days',
    question: {
      mode: 'unsanctioned',
      qtype: 'a',
      qname: '*harborline-bank*',
      network: '192.0.2.0/26',
      nsname: 'ns*.harborline-bank.example',
    },
  },
];
