import { describe, expect, it } from 'vitest';
import type { AuditRecord, Judgement } from '#contract/generated/types.gen.ts';
import { usesFor } from '#server/http/key-roles.ts';
import { useTestService } from '#test/server/use-test-service.ts';

const keys = { reader: 'a-key-of-a-reader', analyst: 'a-key-of-an-analyst', admin: 'a-key-of-an-admin' } as const;
const finding = (subject: string, subject_type: string) => ({
  detector: 'fast-flux',
  subject,
  subject_type,
  appeared: '2026-11-01',
  gone: '1970-01-01',
  first_seen: '2026-11-01 00:00:00',
  last_seen: '2026-11-01 00:00:00',
  summary: 's',
  evidence: [],
});
const service = useTestService({
  now: new Date('2026-11-21T12:00:00Z'),
  env: {
    SIGHTLINE_API_KEYS: Object.entries(keys)
      .map(([role, key]) => `my ${role}:${role}:${key}`)
      .join(','),
    SIGHTLINE_NEVER_FLAG: 'own.example, 198.51.100.0/24',
  },
  rows: {
    prefixes: [
      { first: '::ffff:192.0.2.0', length: 120, asn: 64_500, valid_from: '2026-01-01', import: 1, version: 1 },
    ],
    findings: [
      finding('www.own.example', 'domain'),
      finding('198.51.100.7', 'ip'),
      finding('192.0.2.9', 'ip'),
      finding('other.example', 'domain'),
    ],
  },
});

type Role = keyof typeof keys;
const judge = (body: object, role: Role = 'analyst') =>
  service.post('/sightline/judgements', body, { key: keys[role] });
const takeBack = (body: object, role: Role = 'analyst') =>
  service.post('/sightline/judgements/take-back', body, { key: keys[role] });
async function held(subject = ''): Promise<readonly Judgement[]> {
  const { response } = await service.get(`/sightline/judgements?subject=${encodeURIComponent(subject)}`, {
    key: keys.reader,
  });
  return (response as { records: Judgement[] }).records;
}
const words = async (subject: string) => (await held(subject)).map((each) => `${each.subject} ${each.kind}`);
const findings = async (query = '') =>
  (await service.get(`/sightline/findings${query}`, { key: keys.reader })).response as {
    total: number;
    hidden: number;
    records: { subject: string }[];
  };

describe('judgements', () => {
  it('hold with author, reason and time for what they cover, over a restart, until they are taken back', async () => {
    const reason = '=cmd|\u202e <b>x</b>\n`rm`';
    expect(await judge({ subjects: ['203[.]0.113.0/24', '203.0.113.0/24'], kind: 'bad', reason })).toMatchObject({
      status: 200,
      response: { changed: 1 },
    });
    await judge({ subjects: ['Evil.example'], kind: 'tag', text: ' red  team ', below: 1, until: '2026-11-21' });
    await service.restart();
    expect(await held('203.0.113.9')).toEqual([
      {
        subject: '203.0.113.0/24',
        below: false,
        kind: 'bad',
        text: '',
        reason,
        author: 'my analyst',
        at: '2026-11-21T12:00:00.000Z',
        until: null,
        configured: false,
      },
    ]);
    expect(await held('a.evil.example')).toMatchObject([{ text: 'red team', below: true, until: '2026-11-21' }]);
    expect(await held('203.0.114.1')).toEqual([]);
    await takeBack({ subjects: ['203.0.113.0/24'], kind: 'bad' });
    await service.restart();
    expect(await held('203.0.113.9')).toEqual([]);
    const versions = await service.engine.query<{ n: number }>({
      name: 'spec',
      sql: "SELECT toUInt32(count()) AS n FROM judgements WHERE subject = '203.0.113.0/24'",
    });
    expect(versions).toEqual([{ n: 2 }]);
  });

  it('of a day that has passed hold no longer', async () => {
    const row = { version: 1000, at: '2026-11-01 00:00:00', subject: 'late.example', kind: 'bad', reason: 'r' };
    await service.add({ judgements: [{ ...row, author: 'a', until: '2026-11-20' }] });
    expect(await held('late.example')).toEqual([]);
  });

  it('trusted and bad replace each other, whichever comes last, also when both are set at once', async () => {
    const subjects = ['both.example'];
    for (const kind of ['bad', 'trusted', 'bad']) await judge({ subjects, kind, reason: 'r' });
    expect(await words('both.example')).toEqual(['both.example bad']);
    await Promise.all(['trusted', 'bad', 'trusted', 'bad'].map((kind) => judge({ subjects, kind, reason: 'r' })));
    expect(await words('both.example')).toHaveLength(1);
  });

  it.each([
    ['no subject', { subjects: ['user@a.example'], kind: 'tag', text: 't' }, 'is not a subject. Send an address'],
    ['a pattern', { subjects: ['a.example', '*.a.example'], kind: 'tag', text: 't' }, 'Send a.example with below=1'],
    ['a tag without text', { subjects: ['a.example'], kind: 'tag' }, 'Send the tag as text'],
    ['a hidden character', { subjects: ['a.example'], kind: 'tag', text: 'a\u202eb' }, 'visible characters'],
    ['no reason', { subjects: ['a.example'], kind: 'bad' }, 'Send a reason'],
    ['a text without a tag', { subjects: ['a.example'], kind: 'bad', reason: 'r', text: 't' }, 'Only a tag has a text'],
    ['a day that has passed', { subjects: ['a.example'], kind: 'bad', reason: 'r', until: '2026-11-20' }, '2026-11-21'],
    ['half of the internet', { subjects: ['128.0.0.0/1'], kind: 'never-flag', reason: 'r' }, 'at least /8'],
    [
      'a public suffix',
      { subjects: ['co.uk'], kind: 'never-flag', reason: 'r', below: 1 },
      'Send the domains below it',
    ],
  ])('are refused for %s, with what to send', async (_, body, message) => {
    const { status, body: answer } = await judge(body, 'admin');
    expect([status, JSON.stringify(answer['error'])]).toEqual([400, expect.stringContaining(message)]);
  });

  it('that do not hold, or that the configuration sets, are not taken back', async () => {
    await judge({ subjects: ['here.example'], kind: 'tag', text: 'kept' });
    const body = { subjects: ['here.example', 'absent.example'], kind: 'tag', text: 'kept' };
    expect(await takeBack(body)).toMatchObject({ status: 404, body: { error: { code: 'no_such_judgement' } } });
    expect(await words('here.example')).toEqual(['here.example tag']);
    const { body: answer } = await takeBack({ subjects: ['own.example'], kind: 'never-flag' }, 'admin');
    expect(answer['error']).toMatchObject({ message: expect.stringContaining('SIGHTLINE_NEVER_FLAG') as string });
  });

  it('are for analysts, and the never-flag list for administrators', async () => {
    const flag = { subjects: ['partner.example'], kind: 'never-flag', reason: 'partner' };
    for (const [role, body, able] of [
      ['reader', { ...flag, kind: 'tag', text: 't' }, 'analyst or admin'],
      ['analyst', flag, 'admin'],
    ] as const) {
      const message = `The key "my ${role}" has the role ${role}. This needs a key with the role ${able}.`;
      expect(await judge(body, role)).toMatchObject({ status: 403, body: { error: { message } } });
      expect((await takeBack(body, role)).status).toBe(403);
    }
    expect((await judge(flag, 'admin')).status).toBe(200);
    expect((await service.get('/sightline/key', { key: keys.analyst })).response).toEqual({
      name: 'my analyst',
      role: 'analyst',
      may: usesFor('analyst'),
    });
    expect((await service.get('/sightline/judgements', { key: keys.reader })).response).toMatchObject({
      may: usesFor('reader'),
      unread: 0,
    });
  });
});

describe('the never-flag list', () => {
  it('leaves findings out and counts them, on every page, also for what an AS announces', async () => {
    expect(await findings('?limit=1')).toMatchObject({ total: 2, hidden: 2, records: [{ subject: '192.0.2.9' }] });
    expect(await findings('?limit=1&skip=1')).toMatchObject({ records: [{ subject: 'other.example' }] });
    expect(await findings('?subject=own.example')).toMatchObject({ total: 0, hidden: 1, records: [] });
    const foundAbout = async (path: string) =>
      /"findings":\[.*?"subject":"(.*?)"/.exec(
        JSON.stringify((await service.get(`/explore/${path}`, { key: keys.reader })).response),
      )?.[1];
    expect(await foundAbout('domain/domaininfo/other.example')).toBe('other.example');
    expect(await foundAbout('domain/domaininfo/www.own.example')).toBeUndefined();
    expect(await foundAbout('ipv4/ipv4info/192.0.2.9')).toBe('192.0.2.9');
    await judge({ subjects: ['AS64500'], kind: 'never-flag', reason: 'ours' }, 'admin');
    expect(await findings()).toMatchObject({ total: 1, hidden: 3, records: [{ subject: 'other.example' }] });
    expect(await foundAbout('ipv4/ipv4info/192.0.2.9')).toBeUndefined();
    await takeBack({ subjects: ['AS64500'], kind: 'never-flag' }, 'admin');
    expect(await findings()).toMatchObject({ total: 2, hidden: 2 });
  });
});

describe('the audit log', () => {
  const entries = async () =>
    ((await service.get('/sightline/audit?limit=1000', { key: keys.admin })).response as { records: AuditRecord[] })
      .records;

  it('says who changed what and when, over a restart, and never a secret', async () => {
    await judge({ subjects: ['logged.example'], kind: 'bad', reason: 'for the log' });
    const own = {
      title: 'List of our CERT',
      format: 'lines',
      url: 'https://lists.example/a?sig=a-token',
      key: 'a-secret',
    };
    await service.post('/sightline/sources/own', own, { key: keys.admin });
    const file = 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9 11 report.md';
    await service.post('/sightline/evidence', { name: 'Case 7', files: [file] }, { key: keys.analyst });
    await judge({ subjects: ['refused.example'], kind: 'bad', reason: 'r' }, 'reader');
    await judge({ subjects: ['refused.example'], kind: 'bad' });
    await service.restart();
    const all = await entries();
    const of = (subject: string) => all.find((each) => each.subject === subject);
    expect(of('logged.example')).toMatchObject({
      at: '2026-11-21T12:00:00.000Z',
      author: 'my analyst',
      role: 'analyst',
      operation: 'judge',
      details: 'kind: bad; reason: for the log',
    });
    expect(of('Case 7')).toMatchObject({ author: 'my analyst', operation: 'evidenceSeal', details: 'files: set' });
    expect(of('List of our CERT')).toMatchObject({
      author: 'my admin',
      operation: 'sourceAdd',
      details: expect.stringContaining('format: lines') as string,
    });
    const text = JSON.stringify(all);
    for (const hidden of ['refused.example', 'a-secret', 'a-token', ...Object.values(keys)])
      expect(text).not.toContain(hidden);
  });

  it('is for administrators', async () => {
    for (const role of ['reader', 'analyst'] as const)
      expect((await service.get('/sightline/audit', { key: keys[role] })).status).toBe(403);
  });
});
