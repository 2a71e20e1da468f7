import { expect, it } from 'vitest';
import { readForm } from '#web/kit/ask/explorer-form.ts';
import { loadParameterDocs } from '#web/kit/ask/parameter-docs.ts';
import { padnsForm } from './padns-form.ts';
import { questionTitle } from './question-title.ts';

const docs = await loadParameterDocs();
const read = (query: string) => readForm(padnsForm, Object.fromEntries(new URLSearchParams(query)), docs);

const pair = 'mode=both&qtype=a&qname=*a*&qanswer=192.0.2.0&netmask=26';
const pointers = 'mode=both&qtype=ptr4&qname=192.0.2.0&netmask=26&qanswer=*';

it.each([
  ['qname=a.example', 'Records of a.example'],
  ['qtype=txt&regex=^a', 'TXT records of ^a'],
  ['mode=reverse&qtype=a&qname=192.0.2.0&netmask=24', 'A records that answer 192.0.2.0/24'],
  ['mode=reverse&qtype=nshash&qname=abc', 'Names with the name-server set abc'],
  [pair, 'A records of *a* with 192.0.2.0/26'],
  [`${pair}&net=notin`, 'A records of *a* outside 192.0.2.0/26'],
  [`${pair}&net=notin&network=198.51.100.0/24`, 'A records of *a* outside 192.0.2.0/26 or 198.51.100.0/24'],
  [`${pair}&match=neq`, 'A records of *a* but not with 192.0.2.0/26'],
  [
    `${pair}&match=neq&net=notin&network=198.51.100.0/24`,
    'A records of *a* but not with 192.0.2.0/26, outside 198.51.100.0/24',
  ],
  [`${pair}&asnum=64500;64501`, 'A records of *a* with 192.0.2.0/26, in AS64500 or AS64501'],
  [`${pair}&asnum=64500&asn=notin`, 'A records of *a* with 192.0.2.0/26, not in AS64500'],
  [`${pair}&asname_contains=host&asn=notin`, 'A records of *a* with 192.0.2.0/26, not in an AS named …host…'],
  [`${pointers}&match=neq`, 'PTR4 records of 192.0.2.0/26 but not with *'],
  [`${pointers}&net=notin`, 'PTR4 records of addresses outside 192.0.2.0/26 with *'],
  ['mode=both&qtype=mx&qname=*&qanswer=*.a.example&match=neq', 'MX records of * but not with *.a.example'],
  ['mode=unsanctioned&qname=*a*', 'Unsanctioned assets like *a*, first seen in the last 30 days'],
  [
    'mode=unsanctioned&qname=*a*&network=192.0.2.0/26&nsname=ns1.a.example',
    'Unsanctioned assets like *a*, outside 192.0.2.0/26, not on ns1.a.example, first seen in the last 30 days',
  ],
  [
    'mode=unsanctioned&qname=*a*&network=192.0.2.0/26&net=in&nsname=ns1.a.example&match=eq&asnum=64500',
    'Unsanctioned assets like *a*, inside 192.0.2.0/26, on ns1.a.example, not in AS64500, first seen in the last 30 days',
  ],
  ['mode=unsanctioned&qname=*a*&first_seen_after=0', 'Unsanctioned assets like *a*, first seen at any time'],
  ['mode=unsanctioned&qname=*a*&as_of=2020-01-01', 'Unsanctioned assets like *a*, as of 2020-01-01'],
  [
    'qname=a.example&last_seen_after=-1d&as_of=-12h',
    'Records of a.example, last seen in the last day, as of 12 hours ago',
  ],
  [
    'qtype=ns&qname=a.example&match=self&first_seen_after=2026-01-01&first_seen_before=1780272000',
    'NS records of a.example, only on servers of the same domain, first seen from 2026-01-01 to 2026-06-01 00:00:00 UTC',
  ],
  [
    'mode=reverse&qtype=a&qname=192.0.2.1&subdomains=0&last_seen_before=-6m',
    'A records that answer 192.0.2.1, without subdomains, last seen until 6 months ago',
  ],
])('%s', (query, title) => expect(questionTitle(read(query))).toBe(title));
