import { describe, expect, it } from 'vitest';
import { reading } from '#test/server/log-heads.ts';
import { readZeekHttp } from './zeek.ts';

const time = 1793000000.25;
const columns = [
  'ts',
  'uid',
  'id.orig_h',
  'id.resp_h',
  'trans_depth',
  'method',
  'host',
  'uri',
  'status_code',
  'status_msg',
  'resp_mime_types',
  'server_header_names',
  'server_header_values',
];
const row: Readonly<Record<string, string>> = {
  ts: '1793000000.250000',
  'id.orig_h': '192.0.2.9',
  'id.resp_h': '198.51.100.1',
  method: 'GET',
  uri: '/',
  host: 'a.test',
  status_code: '200',
  status_msg: 'OK',
  resp_mime_types: 'text/html',
};

const read = reading(readZeekHttp);
const tsv = (more: Readonly<Record<string, string>>) =>
  read(`#fields\t${columns.join('\t')}`, columns.map((column) => ({ ...row, ...more })[column] ?? '-').join('\t'));
const event = (more: object) => ({
  ts: time,
  uid: 'C1',
  'id.orig_h': '192.0.2.9',
  'id.resp_h': '198.51.100.1',
  trans_depth: 1,
  method: 'GET',
  host: 'a.test',
  uri: '/',
  status_code: 200,
  status_msg: 'OK',
  tags: [],
  resp_mime_types: ['text/html'],
  ...more,
});
const json = (more: object) => read(JSON.stringify(event(more)));
const response = {
  what: 'headers',
  ip: '198.51.100.1',
  hostname: 'a.test',
  time,
  response: '200 OK',
  headers: { 'content-type': 'text/html' },
};

describe('Zeek http.log', () => {
  it('tells the status and the type of the content, in any of its forms', () => {
    expect(tsv({})).toEqual([response]);
    expect(json({})).toEqual([response]);
    expect(json({ _path: 'http', tags: undefined })).toEqual([response]);
    expect(json({ status_code: '200', ts: 1793000000250 })).toEqual([response]);
    expect(read(JSON.stringify({ result: { _raw: JSON.stringify(event({})) } }))).toEqual([response]);
    expect(tsv({ status_msg: '-', host: '-', resp_mime_types: '-' })).toEqual([
      { ...response, response: '200', hostname: '', headers: {} },
    ]);
    expect(tsv({ host: 'a.test:8080' })).toEqual([response]);
  });

  it('tells the headers where the log has names and values', () => {
    const names = 'SERVER,CONTENT-TYPE,SET-COOKIE,SET-COOKIE,BAD NAME';
    const headers = { server: 'nginx', 'content-type': 'text/plain', 'set-cookie': 'a=1, b=2' };
    const values = 'nginx,text/plain,a=1,b=2,x';
    expect(tsv({ server_header_names: names, server_header_values: values })).toEqual([{ ...response, headers }]);
    expect(json({ server_header_names: names.split(','), server_header_values: values.split(',') })).toEqual([
      { ...response, headers },
    ]);
    // names alone, or another number of values
    expect(tsv({ server_header_names: names })).toEqual([response]);
    expect(tsv({ server_header_names: names, server_header_values: 'nginx' })).toEqual([response]);
    expect(tsv({ server_header_names: 'SERVER', server_header_values: 'a\\x2cb' })).toEqual([
      { ...response, headers: { server: 'a,b', 'content-type': 'text/html' } },
    ]);
  });

  it.each([
    ['no status', { status_code: '-' }, 'skipped', 'an HTTP request without a response'],
    ['a status that is none', { status_code: '0' }, 'skipped', 'an HTTP request without a response'],
    ['CONNECT', { method: 'CONNECT' }, 'skipped', 'an HTTP request to a proxy'],
    ['a whole URL', { uri: 'http://b.test/' }, 'skipped', 'an HTTP request to a proxy'],
    ['no time', { ts: '-' }, 'rejected', 'the time is missing or cannot be read: send ISO 8601 or epoch seconds'],
    ['no server', { 'id.resp_h': '-' }, 'rejected', 'the address of the server is missing'],
  ])('counts %s', (_, more, what, reason) => expect(tsv(more)).toEqual([{ what, reason }]));

  it('takes values of other types', () => {
    const wrong = { host: 5, status_msg: {}, resp_mime_types: 'text/html', method: null, uri: [] };
    expect(json(wrong)).toEqual([{ ...response, hostname: '', response: '200', headers: {} }]);
    for (const status_code of [2e2 + 0.5, -200, true, [200], { valueOf: 1 }, 'x'.repeat(1_000_000)])
      expect(json({ status_code })).toEqual([{ what: 'skipped', reason: 'an HTTP request without a response' }]);
    const [entry] = json({ server_header_names: ['__PROTO__', 'x'], server_header_values: ['y', 5] });
    expect(entry?.what === 'headers' && Object.entries(entry.headers)).toEqual([
      ['__proto__', 'y'],
      ['x', ''],
      ['content-type', 'text/html'],
    ]);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});
