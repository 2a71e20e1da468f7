import { describe, expect, it } from 'vitest';
import { scoredVerdict, stateVerdict } from '#web/kit/score/verdict.ts';
import { answersAbout, sharedWords, subjectFacts } from './ShareDialog.tsx';

const entry = (operationId: string, path: object, response: unknown) => ({
  queryKey: [{ operationId, baseUrl: '/', path }],
  state: { data: { status_code: 200, error: null, response }, dataUpdatedAt: 5 },
});
const today = '2026-11-21';
const subject = { kind: 'ipv4', value: '192.0.2.1' } as const;
const verdict = scoredVerdict(80, 'it is listed', { decider: 'listing_score', inputs: [] });
const facts = (operationId: string, response: unknown) =>
  subjectFacts(
    subject,
    verdict,
    answersAbout(subject, [entry(operationId, { ip: subject.value }, response)]),
    today,
  ).slice(1);

describe('answersAbout', () => {
  it('takes the loaded answers whose question names the subject', () => {
    const cache = [
      entry('ipv4Info', { ipv4: '192.0.2.1' }, {}),
      entry('ipv4Info', { ipv4: '192.0.2.11' }, {}),
      { queryKey: [{ operationId: 'ipv4History', path: { ipv4: '192.0.2.1' } }], state: { dataUpdatedAt: 0 } },
      { queryKey: ['other'], state: { data: {}, dataUpdatedAt: 0 } },
    ];
    expect(answersAbout(subject, cache).map(({ operationId, path }) => [operationId, path])).toEqual([
      ['ipv4Info', { ipv4: '192.0.2.1' }],
    ]);
  });
});

describe('sharedWords', () => {
  it.each([
    [[], {}, 'The link has no times that count back from now.'],
    [['2026-11-14'], {}, 'The link has fixed times in place of those that count back from now: 2026-11-14.'],
    [['2026-05-25'], { window: 180 }, 'The API URL counts its days back from the day it is called.'],
  ])('says what %j and %j leave relative', (fixed, query, words) => {
    expect(sharedWords(fixed, query)).toContain(words);
    expect(sharedWords(fixed, query).includes('API URL')).toBe('window' in query);
  });

  it('says whether records join that are first seen later', () => {
    expect(sharedWords([], {})).toContain('records added later');
    expect(sharedWords(['2026-11-21 10:59:59'], {}, true)).toContain('Records first seen later are left out.');
  });
});

describe('subjectFacts', () => {
  it('tell a subject without a score by its state', () => {
    const sinkholed = stateVerdict('sinkholed', 'a sinkhole.', { decider: 'known_sinkhole_ip', inputs: [] });
    expect(subjectFacts(subject, sinkholed, [], today)).toEqual([
      { is: 'seen', what: subject, span: undefined, reason: 'Sinkholed' },
    ]);
  });

  it('begin with the subject and its verdict', () => {
    expect(subjectFacts(subject, verdict, [], today)).toEqual([
      { is: 'seen', what: subject, span: undefined, score: 80, reason: 'Listings' },
    ]);
    expect(subjectFacts({ kind: 'asn', value: '64500' }, undefined, [], today)).toMatchObject([
      { what: { number: 64_500 } },
    ]);
  });

  it('name the listings, sourced facts and missing coverage of the subject', () => {
    const record = {
      ip: subject.value,
      listings: [{ title: 'List A', category: 'c2', subject: '192.0.2.0/24', first_listed: '2026-01-01' }],
      facts: [{ kind: 'cloud', title: 'Clouds', value: 'Example Cloud', subject: subject.value, as_of: '2026-11-20' }],
      not_tracked: ['vpn'],
    };
    const answers = answersAbout(subject, [entry('enrichIpv4', { ipv4: subject.value }, { ip2asn: [record] })]);
    expect(subjectFacts(subject, verdict, answers, today)[0]).toMatchObject({
      score: 80,
      statements: [
        { source: 'List A', text: 'Listed by List A: 192.0.2.0/24, C2, 2026-01-01' },
        { source: 'Clouds', text: 'Cloud provider: Example Cloud, per Clouds of 2026-11-20' },
        { source: 'Sightline', text: 'Not tracked: VPN or datacenter' },
      ],
    });
  });

  it.each([
    ['ipv4Info', { ip2asn: [{ ip: '192.0.2.1', subnet: '192.0.2.0/24', asn: 64_500 }] }, ['announced', 'announced']],
    ['padnsReverse', { records: [{ query: 'a.example', type: 'A', answer: '192.0.2.1' }] }, ['record']],
    ['ipv4History', { records: [{ subnet: '192.0.2.0/24', asn: 64_500, first: '2026-01-01' }] }, ['announced']],
    ['ipv4History', { records: { error: 'nothing' } }, []],
    ['padnsIpDiversity', { records: [{ host: 'a.example', timeline: [{ ip: '192.0.2.1' }] }] }, ['resolves']],
    ['domainCertificates', { domain_certificates: [{ fingerprint_sha1: 'a'.repeat(40) }] }, ['seen']],
    ['padnsReverse', { records: 5 }, []],
    ['asnReputation', { asn_reputation: {} }, []],
  ])('%s %j', (operationId, response, kinds) => {
    expect(facts(operationId, response).map(({ is }) => is)).toEqual(kinds);
  });
});
