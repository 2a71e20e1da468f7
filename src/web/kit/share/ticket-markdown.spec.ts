import { describe, expect, it } from 'vitest';
import type { Judgement } from '#model/judgement.ts';
import { defangText, ticketMarkdown } from './ticket-markdown.ts';

describe('defangText', () => {
  it.each([
    ['192.0.2.1', '192[.]0[.]2[.]1'],
    ['Listed on a.example, b.example.', 'Listed on a[.]example, b[.]example.'],
    [
      'its subnet 192.0.2.0/24 were listed in the last 30 days.',
      'its subnet 192[.]0[.]2[.]0/24 were listed in the last 30 days.',
    ],
    ['see http://a.example/x?y', 'see hxxp[://]a[.]example/x?y'],
    ['2001:db8::1', '2001[:]db8[:][:]1'],
    ['2026-01-02 03:04:05', '2026-01-02 03:04:05'],
    ['0.73 of it', '0.73 of it'],
    ['AS64500 EXAMPLE-NET', 'AS64500 EXAMPLE-NET'],
    ['Critical: listed', 'Critical: listed'],
  ])('%s becomes %s', (text, safe) => {
    expect(defangText(text)).toBe(safe);
  });
});

describe('ticketMarkdown', () => {
  const base = {
    title: 'Passive DNS of a.example',
    permalink: 'https://dash.example/domain/a.example',
    lookedAt: '2026-11-21 11:00:00',
  };

  it('holds title, records under words and link', () => {
    const response = {
      records: [{ query: 'a.example', type: 'A', asname: 'ACME', first_seen: '2026-01-02', ns_ttl: 3 }],
      metadata: { x: 1 },
    };
    expect(ticketMarkdown({ ...base, response })).toBe(
      [
        '**Passive DNS of a[.]example**',
        '| Query | Type | AS name | First seen | NS TTL |\n| --- | --- | --- | --- | --- |\n| `a[.]example` | `A` | `ACME` | `2026-01-02` | `3` |',
        'Viewed 2026-11-21 11:00:00 UTC: <https://dash.example/domain/a.example>\n',
      ].join('\n\n'),
    );
  });

  const listing = {
    title: 'List [A](https://evil.example)',
    category: 'malware',
    subject: 'http://192.0.2.1/x',
    first_listed: '2026-11-01',
    last_listed: '2026-11-21',
    tags: ['Emotet'],
  };

  it('names the listings, sourced facts and missing coverage of the subject', () => {
    const record = {
      ip: '192.0.2.1',
      listings: [listing],
      listings_total: 130,
      facts: [
        { kind: 'known_benign', title: 'Resolvers', value: 'Example', as_of: '2026-11-20', subject: '192.0.2.0/24' },
      ],
      not_tracked: ['tor_exit', 'vpn'],
    };
    const ticket = ticketMarkdown({ ...base, response: { ip2asn: [record] } });
    expect(ticket).toContain(
      [
        'Lists:',
        '* `List [A](hxxps[://]evil[.]example) (malware)`: 2026-11-01 to 2026-11-21, no longer listed, `hxxp[://]192[.]0[.]2[.]1/x`, `Emotet`',
        '* 129 more',
      ].join('\n'),
    );
    expect(ticket).toContain('Facts:\n* `Known benign: Example, 192[.]0[.]2[.]0/24, per Resolvers of 2026-11-20`');
    expect(ticket).toContain('Not tracked: Tor exit node, VPN or datacenter\n');
    expect(ticket).not.toContain('not_tracked');
  });

  it('says that only URLs on a shared host are listed', () => {
    const shared = { ...listing, on_shared_host: true };
    const ticket = ticketMarkdown({ ...base, response: { ip2asn: [{ listings: [shared], not_tracked: [] }] } });
    expect(ticket).toContain('no longer listed, URLs on a shared host, `hxxp');
  });

  it('describes a subject by verdict, reasons, lists, dates and owner, without field names', () => {
    const response = {
      domaininfo: {
        age_score: 34,
        first_seen: 20_261_009,
        registrar: 'Bargain_Bin',
        whois_created_date: '2026-10-09 04:22:09',
        listings: [
          { ...listing, title: 'phish', first_listed: '2026-10-18', last_listed: '2026-11-24', is_open: true },
          { ...listing, title: 'phish', tags: [] },
        ],
        not_tracked: [],
      },
      listing_score: 100,
      listing_score_explain: { listed_first: 20_261_018, listed_recent: 20_261_124 },
      ns_reputation: { ns_reputation_score: 7, ns_srv_reputation: [{ first_seen: 20_200_101 }] },
      is_new_score: 0,
    };
    const verdict = {
      state: 'scored',
      score: 100,
      decider: 'listing_score',
      sentence: 'Critical: on 1 list, still listed.',
    } as const;
    const judgement: Judgement = {
      subject: 'example',
      below: true,
      kind: 'bad' as const,
      text: '',
      reason: 'kit at evil.example <b>*\u202e',
      author: 'j.doe',
      at: '2026-11-20T10:00:00Z',
      until: '2026-12-31',
      configured: false,
    };
    const ticket = ticketMarkdown({
      ...base,
      title: 'Domain a.example',
      subject: { verdict, text: 'a.example', judgements: [judgement] },
      response,
    });
    expect(ticket).toBe(
      [
        '**Domain a[.]example**',
        'Verdict: Critical (100 of 100): on 1 list, still listed.',
        'Reasons:\n* Listings: 100 (deciding factor)\n* Domain age: 34\n* From its name servers: 7',
        'Lists:\n* `phish (malware)`: 2026-10-18 to 2026-11-24, still listed, 2 entries, `Emotet`',
        'Key dates:\n* Registered: 2026-10-09\n* First seen: 2026-10-09\n* First listed: 2026-10-18\n* Last listed: 2026-11-24',
        'Registrar: `Bargain_Bin`',
        'Judgement of the team:\n* Bad: kit at evil[.]example \\<b\\>\\*\\<U+202E\\> (example and names below; j.doe, 2026-11-20, until 2026-12-31)',
        'Viewed 2026-11-21 11:00:00 UTC: <https://dash.example/domain/a.example>\n',
      ].join('\n\n'),
    );
    expect(ticket.replaceAll(/`[^`]*`|<[^>]*>/g, '')).not.toMatch(/[a-z]_[a-z]/);
  });

  it('says whose dates those of a host name are, and shows a long fact with its day', () => {
    const name = `${'x'.repeat(60)}.example`;
    const facts = [{ kind: 'sinkhole', value: name, subject: name, title: 'Sinkholes', as_of: '2026-11-20' }];
    const domaininfo = {
      domain: 'a.example',
      query: 'www.a.example',
      first_seen: 20_261_009,
      facts,
      not_tracked: ['sinkhole'],
    };
    const verdict = {
      state: 'scored',
      score: 0,
      decider: '',
      sentence: 'No detections: checked listings.',
    } as const;
    const ticket = ticketMarkdown({
      ...base,
      subject: { verdict, text: 'www.a.example', judgements: [] },
      response: { domaininfo },
    });
    expect(ticket).toContain('Key dates of a[.]example:\n* First seen: 2026-10-09');
    expect(ticket).toMatch(/per Sinkholes of 2026-11-20`/);
    expect(ticket).not.toContain('Not tracked');
  });

  it('names a state instead of a score', () => {
    const verdict = {
      state: 'sinkholed',
      score: null,
      decider: 'is_sinkholed',
      sentence: 'Sinkholed: traffic goes to a research sinkhole; score suppressed.',
    } as const;
    const ticket = ticketMarkdown({
      ...base,
      subject: { verdict, text: 'a.example', judgements: [] },
      response: { listing_score: 40 },
    });
    expect(ticket).toContain('Verdict: Sinkholed: traffic goes to a research sinkhole; score suppressed.');
    expect(ticket).toContain('* Listings: 40');
  });

  it('says how many records it leaves out', () => {
    const response = { records: Array.from({ length: 12 }, (_, count) => ({ count })) };
    expect(ticketMarkdown({ ...base, response })).toContain('The first 10 of 12 records.');
  });

  it.each([
    ['[click](https://evil.example)', '`[click](hxxps[://]evil[.]example)`'],
    ['<img src=x onerror=y>', '`<img src=x onerror=y>`'],
    ['a`b|c', "`a'b\\|c`"],
    ['\u202etxt', '`<U+202E>txt`'],
    ['line\nbreak', '`line<U+000A>break`'],
  ])('keeps %j a text', (value, cell) => {
    expect(ticketMarkdown({ ...base, response: [{ value }] })).toContain(`| ${cell} |`);
  });

  it.each([[undefined], [{ records: [] }], ['text'], [null]])('needs no records: %j', (response) => {
    expect(ticketMarkdown({ ...base, response })).not.toContain('|');
  });
});
