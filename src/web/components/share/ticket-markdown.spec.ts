import { describe, expect, it } from 'vitest';
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

  it('holds title, verdict, records and link', () => {
    const response = {
      records: [{ query: 'a.example', type: 'A', answer: '192.0.2.1', count: 3 }],
      metadata: { x: 1 },
    };
    expect(ticketMarkdown({ ...base, summary: 'High: listed once.', response })).toBe(
      [
        '**Passive DNS of a[.]example**',
        'High: listed once.',
        '| `query` | `type` | `answer` | `count` |\n| --- | --- | --- | --- |\n| `a[.]example` | `A` | `192[.]0[.]2[.]1` | `3` |',
        'Looked at 2026-11-21 11:00:00 UTC: <https://dash.example/domain/a.example>\n',
      ].join('\n\n'),
    );
  });

  it('says who lists the subject, what sources say of it, and what none covers', () => {
    const record = {
      ip: '192.0.2.1',
      listings: [
        {
          title: 'List [A](https://evil.example)',
          category: 'malware',
          subject: 'http://192.0.2.1/x',
          first_listed: '2026-11-01',
          last_listed: '2026-11-21',
          tags: ['Emotet'],
        },
      ],
      listings_total: 130,
      facts: [
        { kind: 'known_benign', title: 'Resolvers', value: 'Example', as_of: '2026-11-20', subject: '192.0.2.0/24' },
      ],
      not_tracked: ['tor_exit', 'vpn'],
    };
    const ticket = ticketMarkdown({ ...base, response: { ip2asn: [record] } });
    expect(ticket).toContain(
      [
        'Listed by:',
        '* `List [A](hxxps[://]evil[.]example)`, `malware`, `hxxp[://]192[.]0[.]2[.]1/x`, `2026-11-01 to 2026-11-21`, `Emotet`',
        '* 129 more',
      ].join('\n'),
    );
    expect(ticket).toContain('Facts:\n* `Known benign: Example, 192[.]0[.]2[.]0/24, per Resolvers of 2026-11-20`');
    expect(ticket).toContain('Not tracked: Tor exit node, VPN\n');
    expect(ticket).not.toContain('not_tracked');
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
