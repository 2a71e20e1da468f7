import { describe, expect, it } from 'vitest';
import { readText, reasonsOf } from '#test/server/feed-document.ts';
import { readMisp } from './misp.ts';

const one = '5f1d0c4e-7e3c-4b0a-9d3e-0a1b2c3d4e5f';
const two = '6a1d0c4e-7e3c-4b0a-9d3e-0a1b2c3d4e5f';

describe('a manifest', () => {
  const manifest = JSON.stringify({
    [one]: { Orgc: { name: 'CIRCL' }, Tag: [], info: 'OSINT', date: '2026-11-01', timestamp: '1793534400' },
    [two]: { Orgc: { name: 'CIRCL' }, info: 'Newer', date: '2026-11-21', timestamp: '1795262400' },
    hello: {},
  });

  it('leads to its events, the newest first', async () => {
    const read = await readText(readMisp, manifest, {}, 'https://feed.test/osint/manifest.json');
    expect(read.more).toEqual([`${two}.json`, `${one}.json`]);
    expect(read.asOf).toBe('2026-11-21');
    expect(reasonsOf(read)).toEqual(['Not an event of a MISP manifest.']);
  });

  it('leaves out events that have not changed since the last fetch', async () => {
    const read = await readText(readMisp, manifest, { since: '2026-11-22' }, 'https://feed.test/osint/manifest.json');
    expect(read.more).toEqual([`${two}.json`]);
  });
});

describe('an event', () => {
  const attribute = (type: string, value: string, more: object = {}) => ({
    uuid: one,
    type,
    value,
    category: 'Network activity',
    to_ids: true,
    deleted: false,
    timestamp: '1795262400',
    comment: '',
    ...more,
  });

  async function entriesOf(attributes: readonly object[], more: object = {}) {
    const event = {
      uuid: one,
      info: 'Emotet',
      date: '2026-11-20',
      timestamp: '1795262400',
      publish_timestamp: '1795305600',
      Tag: [{ name: 'tlp:clear' }, { name: 'misp-galaxy:malpedia="Emotet"' }, { name: 'malware' }],
      Attribute: attributes,
      ...more,
    };
    return readText(readMisp, JSON.stringify({ Event: event }), {}, `https://feed.test/osint/${one}.json`);
  }

  it('gives a listing for each attribute to detect, with tags, days and a link', async () => {
    const { entries, asOf } = await entriesOf([
      attribute('domain', 'evil.example', {
        first_seen: '2026-11-18T10:00:00.000000+00:00',
        Tag: [{ name: 'epoch5' }],
      }),
    ]);
    expect(asOf).toBe('2026-11-22');
    expect(entries).toEqual([
      {
        what: 'listing',
        subject: { type: 'domain', name: 'evil.example' },
        tags: ['Emotet', 'malware', 'epoch5'],
        reference: `https://feed.test/osint/${one}.json`,
        category: 'malware',
        first: '2026-11-18',
        last: '2026-11-21',
      },
    ]);
  });

  it('honours to_ids and deleted, also of objects', async () => {
    const { entries } = await entriesOf(
      [attribute('ip-dst', '192.0.2.1', { to_ids: false }), attribute('ip-dst', '192.0.2.2', { deleted: '1' })],
      {
        Object: [
          { name: 'file', deleted: true, Attribute: [attribute('ip-dst', '192.0.2.3')] },
          { name: 'domain-ip', Attribute: [attribute('ip-dst', '192.0.2.4'), attribute('email-src', 'a@b.example')] },
        ],
      },
    );
    expect(entries).toMatchObject([{ subject: { type: 'ip', address: '192.0.2.4' } }]);
  });

  it('reads composite types and those of fingerprints', async () => {
    const { entries } = await entriesOf([
      attribute('domain|ip', 'evil.example|192.0.2.1'),
      attribute('ip-dst|port', '192.0.2.2|443'),
      attribute('filename|sha256', `a.exe|${'A'.repeat(64)}`),
      attribute('url', 'http://evil.example/a|b'),
      attribute('AS', 'AS64500'),
      attribute('x509-fingerprint-sha1', 'b'.repeat(40)),
      attribute('ja3-fingerprint-md5', 'c'.repeat(32)),
      attribute('jarm-fingerprint', 'd'.repeat(62)),
      attribute('ip-src', '192.0.2.0/24'),
      attribute('constructor', 'x'),
      attribute('hostname', 'nowhere'),
    ]);
    expect(entries.map((entry) => ('subject' in entry ? entry.subject : entry.what))).toMatchObject([
      { type: 'domain', name: 'evil.example' },
      { type: 'ip', address: '192.0.2.1' },
      { type: 'ip', address: '192.0.2.2' },
      { type: 'hash', value: 'a'.repeat(64) },
      { type: 'url', url: 'http://evil.example/a|b' },
      { type: 'asn', asn: 64_500 },
      { type: 'certificate', value: 'b'.repeat(40) },
      { type: 'ja3', value: 'c'.repeat(32) },
      { type: 'jarm', value: 'd'.repeat(62) },
      { type: 'range', text: '192.0.2.0/24' },
      'reject',
    ]);
  });
});

it('reads events and attributes as the API of MISP answers', async () => {
  const attribute = { type: 'domain', value: 'evil.example', to_ids: true, timestamp: '1795262400' };
  const event = { Event: { uuid: one, info: 'Emotet', date: '2026-11-20', Attribute: [attribute] } };
  for (const answer of [{ response: [event] }, [event], { response: { Attribute: [attribute] } }])
    expect((await readText(readMisp, JSON.stringify(answer))).entries).toMatchObject([
      { what: 'listing', subject: { type: 'domain', name: 'evil.example' }, last: '2026-11-21' },
    ]);
  expect(reasonsOf(await readText(readMisp, '{"response":[{}]}'))).toEqual(['Not an event of MISP.']);
  expect((await readText(readMisp, '{"response":[]}')).entries).toEqual([]);
});

it('refuses what is no JSON object', async () => {
  for (const text of ['no', '[]', 'null'])
    expect(reasonsOf(await readText(readMisp, text))).toEqual([
      'Not a MISP manifest or event: the document is not a JSON object.',
    ]);
});
