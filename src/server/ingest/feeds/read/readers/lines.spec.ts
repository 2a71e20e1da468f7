import { describe, expect, it } from 'vitest';
import { readText, reasonsOf } from '#test/server/feed-document.ts';
import { readHosts, readLines } from './lines.ts';

const listed = (subject: object) => ({ what: 'listing', subject, tags: [], reference: '' });

describe('lines', () => {
  it('reads one indicator a line, with comments of any kind', async () => {
    const text = `# blocklist, Last updated: 2026-11-22 03:00:00 UTC
; another comment
// and another
! Title: of an ad blocker

192.0.2.1
192.0.2.0/24 ; SBL1
198.51.100.3 - 198.51.100.9\t# scanner
evil.example,2026-11-20,phishing
||ads.example^$third-party
hxxp://evil[.]example/a?b=1;c=2
https://openphish.example/login.php#top
`;
    const { entries, asOf } = await readText(readLines, text);
    expect(asOf).toBe('2026-11-22');
    expect(entries).toEqual([
      listed({ type: 'ip', address: '192.0.2.1' }),
      listed({ type: 'range', first: '192.0.2.0', last: '192.0.2.255', text: '192.0.2.0/24' }),
      listed({ type: 'range', first: '198.51.100.3', last: '198.51.100.9', text: '198.51.100.3-198.51.100.9' }),
      listed({ type: 'domain', name: 'evil.example' }),
      listed({ type: 'domain', name: 'ads.example' }),
      listed({ type: 'url', url: 'http://evil.example/a?b=1;c=2', host: 'evil.example' }),
      listed({ type: 'url', url: 'https://openphish.example/login.php#top', host: 'openphish.example' }),
    ]);
  });

  it('rejects what is no indicator with its line and the reason', async () => {
    const read = await readText(readLines, `not-a-domain\n${'x'.repeat(5000)}\n<html>\n`);
    expect(reasonsOf(read)).toEqual([
      'Not a domain: it has one label only.',
      'The line is longer than 4096 characters.',
      "Not a domain: a name cannot contain '<'.",
    ]);
    expect(read.entries[1]).toMatchObject({ line: 'x'.repeat(200) });
  });

  it('reads no rules about pages and nothing that a policy zone allows', async () => {
    const text = `news.example##.banner
news.example#@#.banner
news.example#?#div:has(a)
@@||good.example^
good.example 60 IN CNAME rpz-passthru.
ns.evil.example.rpz-nsdname CNAME .
128.1.zz.db8.2001.rpz-ip CNAME .
`;
    const hiding = 'A rule that hides parts of pages lists no site.';
    const other = 'A trigger of a policy zone that is neither a name nor an IPv4 range is not read.';
    expect(reasonsOf(await readText(readLines, text))).toEqual([
      hiding,
      hiding,
      hiding,
      "Not a domain: a name cannot contain '@'.",
      'The policy zone allows the name.',
      other,
      other,
    ]);
  });

  it.each([
    ['*.evil.example CNAME .', { type: 'domain', name: 'evil.example' }],
    ['24.0.2.0.192.rpz-ip CNAME .', { type: 'range', text: '192.0.2.0/24' }],
    ['32.1.2.0.192.rpz-ip.rpz.example. CNAME .', { type: 'ip', address: '192.0.2.1' }],
    ['192.0.2.0/255.255.255.0', { type: 'range', text: '192.0.2.0/24' }],
    ['192.0.2.0 255.255.255.0', { type: 'range', text: '192.0.2.0/24' }],
    ['192.0.2.1#scanner', { type: 'ip', address: '192.0.2.1' }],
    ['evil.example#scanner', { type: 'domain', name: 'evil.example' }],
    ['||evil.example/a.js$script', { type: 'url', url: 'http://evil.example/a.js' }],
  ])('reads %s', async (line, subject) => {
    expect((await readText(readLines, `${line}\n`)).entries).toMatchObject([{ what: 'listing', subject }]);
  });

  it('states the fact of the feed instead of a listing', async () => {
    const { entries } = await readText(readLines, '192.0.2.1\n', { fact: { kind: 'vpn', value: '' } });
    expect(entries).toEqual([
      { what: 'fact', kind: 'vpn', subject: { type: 'ip', address: '192.0.2.1' }, value: '', tags: [] },
    ]);
  });
});

describe('hosts', () => {
  it('lists the names, not where they are led to', async () => {
    const text = `# Title: hosts\n127.0.0.1 localhost\n::1 localhost ip6-localhost\nfe80::1%lo0 localhost\n0.0.0.0 0.0.0.0
0.0.0.0 ads.example  tracker.example # both\n127.0.0.1\tEVIL.example\nplain.example\n0.0.0.0 bad_name..example\n`;
    const read = await readText(readHosts, text);
    expect(read.entries.slice(0, 4)).toEqual(
      ['ads.example', 'tracker.example', 'evil.example', 'plain.example'].map((name) =>
        listed({ type: 'domain', name }),
      ),
    );
    expect(reasonsOf(read)).toEqual(['Not a domain: a label is empty (two dots in a row, or a dot at the start).']);
  });
});
