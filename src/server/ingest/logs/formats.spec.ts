import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { logHeads, spelledOut } from '#test/server/log-heads.ts';
import { logFormats, recogniseLog } from './formats.ts';

const heads = Object.entries(logHeads).map(
  ([format, { preamble, lines }]) => [format, [...preamble, ...lines]] as const,
);

/** Formats that tell of servers, not of names: what their example holds. */
const evidence: Readonly<Record<string, readonly object[]>> = {
  'zeek-ssl': [{ what: 'shown-certificate', ip: '198.51.100.1', hostname: 'a.test', time: 1792497600 }],
  'zeek-x509': [{ what: 'certificate', names: ['a.test'], time: 1792497600 }],
  'zeek-http': [{ what: 'headers', ip: '198.51.100.1', hostname: 'a.test', response: '200 OK', time: 1792497600 }],
  tlsx: [
    { what: 'certificate', names: ['a.test'], time: 1792497600 },
    { what: 'shown-certificate', ip: '198.51.100.1', hostname: 'a.test', time: 1792497600 },
  ],
  httpx: [
    { what: 'headers', ip: '198.51.100.1', hostname: 'a.test', response: '200', time: 1792497600 },
    { what: 'page', ip: '198.51.100.1', hostname: 'a.test', title: 'A', time: 1792497600 },
  ],
  certstream: [{ what: 'skipped' }, { what: 'certificate', names: ['a.test'], index: 7, time: 1792497600 }],
};

describe('recogniseLog', () => {
  it('has an example of every format', () => {
    expect(Object.keys(logHeads)).toEqual(logFormats.map(({ format }) => format));
  });

  it.each(heads)('tells %s from all others', (format, head) => {
    expect(recogniseLog(head)).toMatchObject({ reader: { format } });
    // the end of a line of another system, and empty lines before
    expect(recogniseLog(['', ...head.map((line) => `${line} `)])).toMatchObject({ reader: { format } });
    const sure = logFormats.filter(({ sniff }) => sniff(head) > 0).map((reader) => reader.format);
    expect(sure).toEqual([format]);
  });

  it.each(heads)('reads a record from the example of %s', (format, head) => {
    const read = logFormats.find((reader) => reader.format === format)?.open({ written: 1792497600 });
    const entries = head.flatMap((line) => spelledOut(read?.(line) ?? []));
    expect(entries.filter(({ what }) => what === 'rejected')).toEqual([]);
    if (evidence[format]) expect(entries).toMatchObject(evidence[format]);
    else
      expect(entries).toContainEqual(expect.objectContaining({ type: 'A', answer: '198.51.100.1', first: 1792497600 }));
  });

  it.each([
    ['text', ['dear all,', 'please find attached']],
    ['JSON of something else', ['{"message":"hello"}', '{"message":"world"}']],
    ['nothing', []],
  ])('does not know %s', (_, head) => expect(recogniseLog(head)).toBeUndefined());

  it('says what to send in place of a log without answers', () => {
    const bind =
      '20-Oct-2026 12:00:00.000 client @0x7f 192.0.2.9#40000 (a.test): query: a.test IN A +E(0)K (192.0.2.53)';
    expect(recogniseLog([bind])).toMatchObject({
      refused: { advice: expect.stringContaining('DNS-collector') as string },
    });
  });
});

describe('docs/logs.md', () => {
  it('lists every format', () => {
    const text = readFileSync('docs/logs.md', 'utf8');
    const named = [...text.matchAll(/\| `([a-z0-9-]+)` +\|/g)].map(([, name]) => name);
    expect(named).toEqual(logFormats.map(({ format }) => format));
  });
});
