import { beforeAll, describe, expect, it } from 'vitest';
import type { SimilarPages } from '#contract/generated/types.gen.ts';
import { observation } from '#test/server/seeded-observations.ts';
import { useTestService } from '#test/server/use-test-service.ts';

// hashes of one page, of a copy with a longer text, of a copy in larger blocks, and of another page, as the ssdeep program computed them
const page = '192:W/mArfRbHFQvCGlwfFJVB4lX14c52iOaEtSG:WuLvCKwf3N22ii';
const longer = '192:W/mArfRbHFQvCGlwfFJVB4lX14c52iOaEtS1/mArfRbHFQvCGlwfFJVBi:WuLvCKwf3N22i5uLvCKwf3C';
const other = '96:iZB75FuJQxE4Y8TIkd1q0B9KWwIGsLi1w36ejZmDpKj79dDTNrSeW8VIeVs7UDOK:SBlwM3Y857hBs5mA9FK/oJ8VINUDOK';

const [title, span] = ['Sign in – Acme', ['2026-11-01', '2026-11-20'] as const];
const scan = (hostname: string, ip: string, html_title: string, html_body_ssdeep: string) => ({
  hostname,
  ip: `::ffff:${ip}`,
  html_title,
  html_body_ssdeep,
  html_body_murmur3: '1',
  scan_date: '2026-11-19 04:05:06',
});

const service = useTestService({ now: new Date('2026-11-21T12:00:00Z') });
beforeAll(() =>
  service.add({
    obs: [
      observation('A', 'acme.example', '192.0.2.10', span),
      observation('A', 'empty.example', '192.0.2.90', span),
      observation('A', 'hashless.example', '192.0.2.91', span),
    ],
    scan_html: [
      scan('acme.example', '192.0.2.10', title, page),
      scan('www.acme.example', '192.0.2.10', title, page),
      scan('', '192.0.2.10', 'Welcome', page),
      scan('copy.test', '192.0.2.20', 'Sign in', page),
      scan('copy.test', '192.0.2.21', 'Sign in', longer),
      scan('longer.test', '192.0.2.22', title, longer),
      scan('', '192.0.2.23', title, ''),
      scan('other.test', '192.0.2.24', 'Welcome', other),
      scan('hashless.example', '192.0.2.91', 'Nothing else has this title', ''),
      ...Array.from({ length: 250 }, (_, at) => scan(`w${at}.test`, `192.0.3.${at}`, 'Welcome', other)),
    ],
  }),
);

async function similarTo(type: 'domain' | 'ip', subject: string): Promise<Required<SimilarPages>> {
  const { status, body, response } = await service.get(`/connections/similar-pages/${type}/${subject}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return response as Required<SimilarPages>;
}

describe('similarPages', () => {
  it('finds pages by the hash of the body or by the title, the most alike first, and not those of the domain itself', async () => {
    const { subject, total, more, records } = await similarTo('domain', 'acme.example');
    expect({ subject, total, more }).toEqual({ subject: 'acme.example', total: 3, more: false });
    expect(records).toMatchObject([
      {
        subject: 'copy.test',
        type: 'domain',
        ip: '192.0.2.20',
        similarity: 100,
        same_title: false,
        verdict: 'unknown',
      },
      { subject: 'longer.test', similarity: 79, same_title: true, title, last_seen: '2026-11-19 04:05:06' },
      { subject: '192.0.2.23', type: 'ip', similarity: null, same_title: true },
    ]);
  });

  it('of an address, says how many have a title that says nothing by itself', async () => {
    const { pages, records } = await similarTo('ip', '192.0.2.10');
    expect(pages.find((each) => each.title === 'Welcome')).toMatchObject({ title_shared_by: 252, hostname: '' });
    expect(records.map(({ subject }) => subject)).toEqual(['copy.test', 'longer.test', '192.0.2.23']);
  });

  it('tells a subject without pages from one whose pages are like no others', async () => {
    expect(await similarTo('domain', 'empty.example')).toMatchObject({ pages: [], total: 0, records: [] });
    expect(await similarTo('domain', 'hashless.example')).toMatchObject({
      pages: [{ title: 'Nothing else has this title', ssdeep: '', title_shared_by: 1 }],
      total: 0,
      records: [],
    });
  });
});
