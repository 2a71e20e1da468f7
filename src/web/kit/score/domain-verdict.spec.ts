import { describe, expect, it } from 'vitest';
import { domainVerdict } from './domain-verdict.ts';
import type { DomainRecord } from '#model/verdict-records.ts';

const seen = { domaininfo: { domain: 'a.example', first_seen: 20250101, age: 12 } };

function decided(decider: string, score: number, rest: DomainRecord = {}) {
  return domainVerdict({
    ...seen,
    sp_risk_score: score,
    sp_risk_score_explain: { sp_risk_score_decider: decider },
    ...rest,
  });
}

describe('domainVerdict', () => {
  it.each<[string, number, DomainRecord, string]>([
    [
      'listing_score',
      100,
      { listing_score_explain: { lists_open: 3, listed_first_ago: 37, listed_recent_ago: 0 } },
      'Critical: on 3 lists, first 37 days ago, still listed.',
    ],
    ['is_new_score', 100, {}, 'Critical: registered or first seen within the last 24 hours.'],
    ['age_score', 61, {}, 'High: first seen only 12 days ago.'],
    [
      'age_score',
      69,
      { domaininfo: { age: 1, whois_created_date: '2026-11-19 08:00:00' } },
      'High: registered 1 day ago.',
    ],
    ['age_score', 69, { domaininfo: { age: 1 } }, 'High: first seen only 1 day ago.'],
    [
      'ns_reputation_score',
      30,
      {
        ns_reputation: {
          ns_srv_reputation: [
            { ns_server: 'ns1.good.example', ns_server_reputation: 0, ns_server_domain_density: 5 },
            {
              ns_server: 'ns1.bad.example',
              ns_server_reputation: 30,
              ns_server_domain_density: 100,
              ns_server_domains_listed: 30,
            },
          ],
        },
      },
      'Medium: 30 of 100 domains on its name server ns1.bad.example are listed.',
    ],
    [
      'ns_entropy_score',
      80,
      { nschanges: { results_summary: { changes_last_7_days: 0, changes_last_30_days: 2 } } },
      'Critical: its name servers changed 2 times in the last 30 days.',
    ],
    ['constructor', 50, {}, 'High: Deciding factor: Constructor.'],
    ['ns_entropy_score', 40, {}, 'Medium: Deciding factor: Its name servers, which changed often or recently.'],
  ])('%s at %i', (decider, score, rest, sentence) => {
    expect(decided(decider, score, rest)).toMatchObject({ state: 'scored', score, decider, sentence });
  });

  const listed = { listings_all: 4, lists_all: 2, listed_first_ago: 300, listed_recent_ago: 90 };
  it.each<[string, DomainRecord, string, string]>([
    ['is_parked', {}, 'parked', 'Parked: '],
    ['is_expired', {}, 'expired', 'Expired: '],
    ['', { ns_reputation: { is_sinkholed: true } }, 'sinkholed', 'Sinkholed: traffic goes to a research sinkhole; '],
    ['', { verdict: 'sinkholed' }, 'sinkholed', 'Sinkholed: '],
    ['is_sinkholed', { listing_score_explain: listed }, 'sinkholed', 'Sinkholed: '],
  ])('%s %j has no number', (decider, rest, state, start) => {
    const verdict = decided(decider, 0, rest);
    expect(verdict).toMatchObject({ state, score: null });
    expect(verdict.sentence.startsWith(start)).toBe(true);
  });

  it('names the listings of a sinkholed domain', () => {
    expect(decided('is_sinkholed', 0, { listing_score_explain: listed }).sentence).toMatch(
      /Listings: was on 2 lists, first 300 days ago, last 90 days ago\.$/,
    );
  });

  it('says what was checked when there are no detections, and what is not known', () => {
    const ns_reputation = { ns_srv_reputation: [{ ns_server: 'ns1.a.example' }] };
    expect(decided('', 0)).toMatchObject({ state: 'scored', score: 0 });
    expect(decided('', 0).sentence).toBe(
      'No detections: checked listings and its age. Its name servers are not known.',
    );
    expect(decided('', 0, { ns_reputation }).sentence).toBe(
      'No detections: checked listings, its age, its name servers and how often they changed.',
    );
  });

  it('a domain that was only seen is not judged', () => {
    const once = { domain: 'a.example', first_seen: 20180503, last_seen: 20180503, whois_created_date: '' };
    expect(decided('', 0, { domaininfo: once })).toMatchObject({
      state: 'insufficient',
      score: null,
      sentence: 'Not enough data: seen on 2018-05-03; no list names it, and its age and name servers are not known.',
    });
    const host = { ...once, query: 'old.a.example', first_seen: 20170101 };
    expect(decided('', 0, { domaininfo: host }).sentence).toContain(
      'its domain a.example last seen 2018-05-03; no list',
    );
    const inside = { ...once, domain: 'printer.corp', query: 'printer.corp' };
    expect(decided('', 0, { domaininfo: inside })).toMatchObject({ state: 'internal', score: null });
  });

  it.each<[string, DomainRecord | undefined]>([
    ['no record', undefined],
    ['not found', { error: 'Not found' }],
    ['no data for the zone', { domaininfo: { error: 'No data for this zone' }, sp_risk_score: 0 }],
    ['never seen', { domaininfo: { domain: 'a.example', whois_created_date: '' }, sp_risk_score: 0 }],
  ])('%s is unknown, never clean', (_, record) => {
    expect(domainVerdict(record)).toMatchObject({ state: 'unknown', score: null });
  });

  it('does not cite lists while none is loaded', () => {
    const untracked = { ...seen.domaininfo, not_tracked: ['listings'] };
    expect(decided('', 0, { domaininfo: untracked }).sentence).toContain('no current list is loaded');
    expect(decided('', 0, { domaininfo: { ...untracked, not_tracked: [] } }).sentence).toContain('checked listings');
    expect(decided('', 0, { verdict: 'unknown', domaininfo: untracked }).sentence).toBe(
      'Unknown: never observed and never registered here, and no current list is loaded.',
    );
  });
});
