import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesWildcard } from '#model/wildcard.ts';
import { runs } from '#test/long.ts';
import { anyWildcard } from '#test/server/alike-names.ts';
import { useTestService } from '#test/server/use-test-service.ts';

const hex = (character: string, length: number) => character.repeat(length);

/** A certificate that its one hexadecimal digit names. */
const certificate = (digit: string, domains: readonly string[], issued: string, more: object = {}) => ({
  fingerprint_sha1: hex(digit, 40),
  fingerprint_sha256: hex(digit, 64),
  fingerprint_md5: hex(digit, 32),
  subject_common_name: domains[0],
  subject_org: '',
  domains,
  issuer_common_name: 'Larchgate R3',
  issuer_organization: 'Larchgate Free Certificates',
  chain: ['Larchgate R3', 'Larchgate Root X1'],
  serial_hex: `0${digit}ff`,
  not_before: `${issued} 10:00:00`,
  not_after: '2027-01-01 09:59:59',
  logged: issued,
  cert_index: 4_000_000_000,
  source_name: 'Log',
  source_url: 'https://log.example/1',
  import: 1,
  ...more,
});

const certificates = [
  certificate('1', ['acme.example', 'www.acme.example'], '2026-01-01'),
  // the last second of its day
  certificate('2', ['*.acme.example'], '2026-02-01', { not_before: '2026-02-01 23:59:59' }),
  certificate('3', ['shop.acme.example', 'partner.test'], '2026-03-01', {
    issuer_common_name: 'Granite_Trust CA 2',
    issuer_organization: 'Granitetrust AG',
  }),
  certificate('4', ['acme.example', 'xacme.example'], '2026-04-01', {
    issuer_common_name: '',
    issuer_organization: 'Other%Trust',
  }),
  certificate('5', ['*.deep.acme.example'], '2026-05-01'),
  certificate('6', ['lonely.test'], '2026-05-02', {
    not_before: '2026-05-02 00:00:00',
    subject_common_name: "o'br\\ien\n",
    subject_org: 'Ünïcode',
    serial_hex: '',
  }),
  certificate('7', ['login-acme.test', '*.login-acme.test'], '2026-06-01'),
];

const service = useTestService({ rows: { certificates }, now: new Date('2026-11-21T12:00:00Z') });

async function answer(domain: string, query: Readonly<Record<string, string>> = {}) {
  const path = `/explore/domain/certificates/${encodeURIComponent(domain)}?${new URLSearchParams(query).toString()}`;
  const { status, body, response } = await service.get(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return response;
}
interface Told {
  readonly fingerprint_sha1: string;
  readonly host: string;
}
/** The digits of the certificates found, in the order of the answer. */
async function found(domain: string, query: Readonly<Record<string, string>> = {}): Promise<string> {
  const { domain_certificates } = await answer(domain, query);
  return domain_certificates.map(({ fingerprint_sha1 }: Told) => fingerprint_sha1[0]).join('');
}

describe('domainCertificates', () => {
  it('tells a certificate as the interface has it', async () => {
    expect((await answer('www.acme.example')).domain_certificates[1]).toEqual({
      cert_index: 4_000_000_000,
      chain: ['Larchgate R3', 'Larchgate Root X1'],
      date: 20260101,
      domain: 'acme.example',
      domains: ['acme.example', 'www.acme.example'],
      fingerprint: Array.from({ length: 20 }, () => '11').join(':'),
      fingerprint_md5: hex('1', 32),
      fingerprint_sha1: hex('1', 40),
      fingerprint_sha256: hex('1', 64),
      host: 'www.acme.example',
      issuer: 'Larchgate R3',
      not_after: '2027-01-01T09:59:59',
      not_before: '2026-01-01T10:00:00',
      serial_dec: '511',
      serial_hex: '1ff',
      serial_number: '01ff',
      source_name: 'Log',
      source_url: 'https://log.example/1',
      subject: "{'C': None, 'CN': 'acme.example', 'O': None}",
      wildcard: 0,
    });
  });

  it('tells a subject that Python reads, whatever is in it, and a wildcard', async () => {
    const [lonely] = (await answer('lonely.test')).domain_certificates;
    expect(lonely).toMatchObject({
      subject: "{'C': None, 'CN': 'o\\'br\\\\ien\\x0a', 'O': 'Ünïcode'}",
      serial_dec: '',
    });
    const [covering] = (await answer('any.deep.acme.example')).domain_certificates;
    expect(covering).toMatchObject({ wildcard: 1, host: '*.deep.acme.example', domain: 'acme.example' });
  });

  it.each<[parameter: string, says: string, domain: string, query: Record<string, string>, expected: string]>([
    ['domain', 'an exact name, latest issued first, with the wildcard below it', 'acme.example', {}, '421'],
    ['domain', 'a host with what covers it', 'WWW.acme.example.', {}, '21'],
    ['domain', 'sub-domains by a wildcard', '*.acme.example', {}, '5321'],
    ['domain', 'a prefix', 'shop.*', {}, '3'],
    ['domain', 'pieces', '*acme*test', {}, '7'],
    ['domain_regex', 'RE2 overrides the path', '_', { domain_regex: '^[[:alpha:]]+\\.test$' }, '63'],
    ['cert_issuer', 'the whole common name in any letter case', '*', { cert_issuer: 'larchgate r3' }, '76521'],
    ['cert_issuer', 'no part of it', '*', { cert_issuer: 'Larchgate' }, ''],
    ['cert_issuer', 'the organization, wildcards', '*', { cert_issuer: '*trust*' }, '43'],
    ['cert_issuer', 'letters that mean something to LIKE', '*', { cert_issuer: 'Other%*' }, '4'],
    ['cert_issuer', 'a plus for a space', '*', { cert_issuer: 'Granite_Trust+CA+2' }, '3'],
    ['date_min', 'issued on that day or later', '*', { date_min: '2026-05-02' }, '76'],
    ['date_max', 'issued on that day or before', '*', { date_max: '2026-02-01' }, '21'],
    ['limit_by_n', 'of each registrable domain the latest', '*', { limit_by_n: '1' }, '7653'],
    ['limit', 'cuts the page', '*', { limit: '2' }, '76'],
    ['skip', 'leaves out what came before', '*', { skip: '5' }, '21'],
  ])('domainCertificates %s: %s', async (_parameter, _says, domain, query, expected) => {
    expect(await found(domain, query)).toBe(expected);
  });

  it.each([
    ['_?domain_regex=%28', 'domain_regex'],
    ['a..b', 'domain'],
  ])('refuses %s', async (path, parameter) => {
    const { status, body } = await service.get(`/explore/domain/certificates/${path}`);
    expect([status, (body['error'] as { parameter?: string }).parameter]).toEqual([400, parameter]);
  });

  it('agrees with a plain filter for wildcards and regular expressions, page by page', { tags: 'long' }, async () => {
    const pieces = ['a', 'acme', '.', 'example', 'test', 'www', '-', '*', '*'];
    const pattern = anyWildcard(pieces, 4).filter((text) => !text.includes('..'));
    const newestFirst = [...certificates].reverse();
    const property = fc.asyncProperty(pattern, fc.integer({ min: 1, max: 4 }), async (text, size) => {
      const matching = (matches: (name: string) => boolean) =>
        newestFirst
          .filter(({ domains }) => domains.some(matches))
          .map((each) => each.fingerprint_sha1[0])
          .join('');
      const expected = matching((name) => matchesWildcard(text, name));
      const pages = [];
      for (let skip = 0; skip <= expected.length; skip += size)
        pages.push(await found(text, { limit: `${size}`, skip: `${skip}` }));
      expect(pages.join('')).toBe(expected);
      const regex = `^${text.replace(/[.-]/g, '\\$&').replaceAll('*', '.*')}$`;
      expect(await found('_', { domain_regex: regex })).toBe(expected);
    });
    await fc.assert(property, { numRuns: runs(8, 80) });
  });
});

describe('domainSiblings', () => {
  const siblings = async (domain: string) => {
    const { status, response } = await service.get(`/explore/domain/siblings/${domain}`);
    expect(status).toBe(200);
    return response.domain_siblings;
  };

  it('domainSiblings domain: the other names on certificates of its domain, in other domains, too', async () => {
    expect(await siblings('WWW.acme.example')).toEqual({
      domain: 'acme.example',
      query: 'www.acme.example',
      results: 6,
      siblings: [
        '*.acme.example',
        '*.deep.acme.example',
        'acme.example',
        'partner.test',
        'shop.acme.example',
        'xacme.example',
      ],
    });
    expect((await siblings('partner.test')).siblings).toEqual(['shop.acme.example']);
  });

  it('domainSiblings domain: none is not unknown', async () => {
    expect(await siblings('lonely.test')).toMatchObject({ results: 0, siblings: [] });
    expect(await siblings('nowhere.test')).toEqual({
      domain: 'nowhere.test',
      query: 'nowhere.test',
      error: 'Not found',
    });
  });
});
