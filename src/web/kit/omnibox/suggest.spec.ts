import { describe, expect, it, test } from 'vitest';
import { suggest } from './suggest.ts';

const recent = [
  { kind: 'domain', value: 'evil.example', display: 'evil.example' },
  { kind: 'asn', value: '64500', display: 'AS64500' },
] as const;
const first = (text: string) => suggest(text, recent).groups[0]?.suggestions[0];
const labels = (text: string) => suggest(text, recent).groups.map(({ label }) => label);

describe('suggest', () => {
  test.each([
    ['hxxps://evil[.]example/login', 'domain', { type: 'open', href: '/domain/evil.example' }],
    ['192.0.2.0/24', 'subnet', { type: 'open', href: '/subnet/192.0.2.0/24' }],
    ['AS 64500', 'AS number', { type: 'open', href: '/asn/64500' }],
    ['ns1.evil.example', 'name server', { type: 'open', href: '/ns/ns1.evil.example' }],
    ['Example Hosting', 'AS name', { type: 'open', href: '/search/asn?asname_contains=Example+Hosting' }],
    ['192.168.01.1', 'Read it as', { type: 'retype', text: '192.168.1.1' }],
    ['rank', 'Rankings', { type: 'open', href: '/rankings/asn' }],
  ])('%s: %s comes first', (text, label, action) => expect(first(text)).toMatchObject({ label, action }));

  it('says how it interpreted the text', () => {
    expect(first('hxxps://evil[.]example/login')?.detail).toBe(
      'refanged from hxxps://evil[.]example/login · without scheme https, path /login',
    );
    expect(suggest('999.1.1.1', []).message).toContain('not between 0 and 255');
  });

  it.each([
    ['a'.repeat(62), `/search/scans?what=jarm&jarm_hash=${'a'.repeat(62)}`],
    ['-1231872293', '/search/scans?what=favicon&mmh3=-1231872293'],
    ['b'.repeat(40), `/search/scans?what=certificates&fingerprint_sha1=${'b'.repeat(40)}`],
    ['c'.repeat(64), `/search/scans?what=certificates&fingerprint_sha1=${'c'.repeat(64)}`],
  ])('leads from the fingerprint %s to the hosts that have it', (text, href) => {
    expect(first(text)?.action).toEqual({ type: 'open', href });
  });

  it('searches whois for an e-mail address, and offers its domain second', () => {
    const [address, domain] = suggest('Jo[@]evil[.]example', []).groups[0]?.suggestions ?? [];
    expect(address).toMatchObject({
      label: 'e-mail address',
      indicator: 'Jo@evil.example',
      action: { type: 'open', href: '/search/connections?with=registrant-email%3Ajo%40evil.example' },
    });
    expect(address?.detail).toMatch(/^Whois search: domains registered with it/);
    expect(domain?.action).toEqual({ type: 'open', href: '/domain/evil.example' });
    expect(labels('jo@evil.example')).toContain('Passive DNS of evil.example');
  });

  it('treats a SHA-256 as ambiguous, and offers each search by it', () => {
    const hash = 'c'.repeat(64);
    const [detected, others] = suggest(hash, []).groups;
    expect(detected?.suggestions.map(({ label }) => label)).toEqual(['SHA-256: certificate, or file hash']);
    expect(others?.suggestions.map(({ action }) => action)).toEqual([
      { type: 'open', href: `/search/connections?with=certificate-names%3A${hash}` },
      { type: 'open', href: `/search/connections?with=certificate%3A${hash}` },
    ]);
    expect(suggest(`${hash}\nevil.example`, []).message).toContain('1 SHA-256 hash, 1 domain');
  });

  it('counts a longer text by kind and offers each indicator', () => {
    const { message, groups } = suggest('192.0.2.1\nevil[.]example\nnothing here\n192.0.2.1', []);
    expect(message).toBe(
      '2 different indicators in this text: 1 IPv4 address, 1 domain. 1 not recognized, first on line 3: No indicator in this line.',
    );
    expect(
      groups.find(({ label }) => label === 'Found in the text')?.suggestions.map(({ indicator }) => indicator),
    ).toEqual(['192.0.2.1', 'evil.example']);
  });

  it('offers to triage a longer text, and reads one that is too long only there', () => {
    const text = '192.0.2.1\nevil[.]example\nnothing here';
    expect(suggest(text, []).groups[0]).toMatchObject({
      label: 'Bulk triage',
      suggestions: [
        {
          label: 'Triage 2 indicators',
          detail: '1 IPv4 address, 1 domain',
          action: { type: 'triage', text, isRead: true },
        },
      ],
    });
    expect(suggest('nothing here\nnor here', []).groups.map(({ label }) => label)).not.toContain('Bulk triage');
    const long = '192.0.2.1\n'.repeat(50_000).trim();
    expect(suggest(long, [])).toMatchObject({
      message: 'A text of 50,000 lines.',
      groups: [
        {
          suggestions: [
            { label: 'Triage this text of 50,000 lines', action: { type: 'triage', text: long, isRead: false } },
          ],
        },
      ],
    });
  });

  it('lists what was opened before, pages and actions when nothing is typed', () => {
    expect(labels('')).toEqual(['Recent', 'Pages', 'Actions']);
    expect(suggest('', []).message).toBe('');
  });

  it('finds pages and actions by other words', () => {
    expect(suggest('api key', []).groups.flatMap(({ suggestions }) => suggestions.map(({ label }) => label))).toContain(
      'Settings',
    );
    expect(suggest('color', []).groups.flatMap(({ suggestions }) => suggestions.map(({ label }) => label))).toContain(
      'Theme: dark',
    );
  });

  it('gives every suggestion an id of its own', () => {
    const ids = suggest('64500', recent).groups.flatMap(({ suggestions }) => suggestions.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
