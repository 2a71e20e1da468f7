import { expect, it } from 'vitest';
import { unsanctionedQuestion } from './UnsanctionedStart.tsx';

it('looks for the brand outside of the networks and name servers of its domain', () => {
  const servers = ['ns1.a-bank.example', 'ns2.a-bank.example', 'ns1.a-bank.example'];
  expect(unsanctionedQuestion({ domain: 'a-bank.example', servers, networks: ['192.0.2.0/26'] })).toEqual({
    mode: 'unsanctioned',
    qtype: 'a',
    qname: '*a-bank*',
    nsname: 'ns1.a-bank.example;ns2.a-bank.example',
    network: '192.0.2.0/26',
  });
});

it('gives five of each at most, and leaves out what is not known', () => {
  const servers = ['a', 'b', 'c', 'd', 'e', 'f'];
  expect(unsanctionedQuestion({ domain: 'a.example', servers, networks: [] })).toEqual({
    mode: 'unsanctioned',
    qtype: 'a',
    qname: '*a*',
    nsname: 'a;b;c;d;e',
  });
});
