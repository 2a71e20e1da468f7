import { describe, expect, it, test } from 'vitest';
import type { FactKind } from '#model/fact-kind.ts';
import { readText, reasonsOf } from '#test/server/feed-document.ts';
import { readWarninglist } from './warninglist.ts';
import type { ReaderOptions } from '#server/ingest/feeds/catalogue/feed.ts';

const about = (kind: FactKind): ReaderOptions => ({ fact: { kind, value: '' } });
const url = (list: string) => `https://raw.githubusercontent.com/MISP/misp-warninglists/main/lists/${list}/list.json`;

function warninglist(name: string, list: readonly unknown[], type = 'cidr', version = 20_261_121): string {
  return JSON.stringify({ name, version, type, description: '', matching_attributes: ['ip-src'], list }, null, 2);
}

describe('a warninglist', () => {
  it('of type cidr gives ranges and addresses with the actor', async () => {
    const text = warninglist('List of known Cloudflare IP ranges', [
      '192.0.2.0/24',
      '198.51.100.7/32',
      '2001:db8::/32',
    ]);
    const { entries, asOf } = await readText(readWarninglist, text, about('known_benign'), url('cloudflare'));
    expect(asOf).toBe('2026-11-21');
    const benign = { what: 'fact', kind: 'known_benign', value: 'Cloudflare' };
    expect(entries).toMatchObject([
      { ...benign, subject: { type: 'range', text: '192.0.2.0/24' } },
      { ...benign, subject: { type: 'ip', address: '198.51.100.7' } },
      { ...benign, subject: { type: 'range', text: '2001:db8::/32' } },
    ]);
  });

  it('of type hostname gives names; a leading dot stands for all names below', async () => {
    const text = warninglist('List of known dynamic DNS domains', ['.duckdns.example', 'no-ip.example'], 'hostname', 1);
    const { entries, asOf } = await readText(readWarninglist, text, about('dynamic_dns'), url('dynamic-dns'));
    expect(asOf).toBeNull();
    const fact = { what: 'fact', kind: 'dynamic_dns', value: '' };
    expect(entries).toEqual([
      { ...fact, subject: { type: 'domain', name: 'duckdns.example' }, tags: ['subdomains'] },
      { ...fact, subject: { type: 'domain', name: 'no-ip.example' }, tags: [] },
    ]);
  });

  it('of name servers gives name servers', async () => {
    const text = warninglist('Parking domains name server', ['ns1.parking.example', '.bodis.example'], 'hostname');
    const { entries } = await readText(readWarninglist, text, about('parking'), url('parking-domain-ns'));
    expect(entries).toMatchObject([
      { kind: 'parking', subject: { type: 'name_server', name: 'ns1.parking.example' } },
      { kind: 'parking', subject: { type: 'name_server', name: 'bodis.example' } },
    ]);
  });

  it('of type string gives whatever its entries are, and rejects the others', async () => {
    const text = warninglist('List of known sinkholes', ['192.0.2.1', '2001:db8::1', 'nowhere', '', 7], 'string');
    const read = await readText(readWarninglist, text, about('sinkhole'), 'drop/sinkholes.json');
    expect(read.entries.slice(0, 2)).toMatchObject([
      { kind: 'sinkhole', value: '', subject: { address: '192.0.2.1' } },
      { kind: 'sinkhole', value: '', subject: { address: '2001:db8::1' } },
    ]);
    expect(reasonsOf(read)).toEqual(['Not a domain: it has one label only.']);
  });

  it('rejects a fact that cannot be said of an entry', async () => {
    const text = warninglist('List of known sinkholes', ['sinkhole.example'], 'string');
    expect(reasonsOf(await readText(readWarninglist, text, about('sinkhole'), url('sinkholes')))).toEqual([
      '“Sinkhole” does not apply to a subject of this type (domain).',
    ]);
  });
});

test.each<[string, string, FactKind, string]>([
  ['censys-scanning', 'Censys IP Ranges Used for Scanning', 'scanner', 'Censys'],
  ['rapid7-nt-scanning', 'Rapid7 IP Ranges Used for Scanning', 'scanner', 'Rapid7'],
  ['shodan-scanning', 'Shodan IP-Ranges, pot. used for Scanning', 'scanner', 'Shodan'],
  ['onyphe-scanner', 'List of published IP address ranges for Onyphe Scanner', 'scanner', 'Onyphe'],
  ['amazon-aws', 'List of known Amazon AWS IP address ranges', 'cloud', 'Amazon AWS'],
  ['google-gcp', 'List of known GCP (Google Cloud Platform) IP address ranges', 'cloud', 'Google Cloud'],
  ['public-dns-v4', 'List of known IPv4 public DNS resolvers', 'open_resolver', ''],
  ['fastly', 'List of known Fastly IP address ranges', 'known_benign', 'Fastly'],
  ['stackpath', 'List of known Stackpath CDN IP ranges', 'known_benign', 'Stackpath'],
  ['driftnet', '', 'scanner', 'Driftnet'],
  ['vpn-ipv4', 'Specialized list of vpn-ipv4 addresses belonging to common VPN providers and datacenters', 'vpn', ''],
])('of %s the value of the fact is right', async (list, title, kind, value) => {
  const { entries } = await readText(readWarninglist, warninglist(title, ['192.0.2.0/24']), about(kind), url(list));
  expect(entries).toMatchObject([{ kind, value }]);
});

test.each([
  ['cisco_top1000', '1000'],
  ['cisco_top10k', '10000'],
  ['cloudflare-top1k', '1000'],
  ['majestic_million', '10000'],
])('the rank in %s is at most %s', async (list, value) => {
  const text = warninglist('Top', ['a.example'], 'hostname');
  const { entries } = await readText(readWarninglist, text, about('toplist'), url(list));
  expect(entries).toMatchObject([{ kind: 'toplist', value, subject: { name: 'a.example' } }]);
});

test.each([
  ['not json', 'Not a warninglist: it needs a “list”.'],
  ['[]', 'Not a warninglist: it needs a “list”.'],
  ['{"list": {}}', 'Not a warninglist: it needs a “list”.'],
  ['{"list": ["a"], "type": "regex"}', 'A list of type regex names no subjects.'],
  ['['.repeat(100_000), 'Not a warninglist: it needs a “list”.'],
])('%.20s is refused', async (text, reason) =>
  expect(reasonsOf(await readText(readWarninglist, text, about('vpn')))).toEqual([reason]),
);
