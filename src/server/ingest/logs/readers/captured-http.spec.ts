import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '#test/server/spec-folder.ts';
import { type End, pcap, tcpFrames } from '#test/server/captures.ts';
import { readWholeLog } from '#test/server/read-whole-log.ts';
import { findTshark } from '#server/ingest/logs/tshark.ts';

const tshark = findTshark();

const time = Date.UTC(2026, 9, 20, 12) / 1000;
const client: End = { ip: [192, 0, 2, 9], port: 40_000 };
const server: End = { ip: [203, 0, 113, 5], port: 80 };

it.skipIf(!tshark)(
  'a capture of HTTP holds the responses that tshark finds, with the host that was asked for',
  async () => {
    const lines = (...texts: readonly string[]) => Buffer.from([...texts, '', ''].join('\r\n'));
    const get = (host: string, url = '/') => lines(`GET ${url} HTTP/1.1`, `Host: ${host}`);
    const answer = (status: string, name: string, body = '') =>
      Buffer.concat([
        lines(`HTTP/1.1 ${status}`, `Server: ${name}`, `Content-Length: ${body.length}`),
        Buffer.from(body),
      ]);
    const asked = (bytes: Buffer) => ({ from: 'client' as const, bytes });
    const said = (bytes: Buffer) => ({ from: 'server' as const, bytes });
    const sent = [
      asked(get('www.example.test:80')),
      said(lines('HTTP/1.1 100 Continue')),
      said(answer('200 OK', 'long', 'HTTP/1.1 500 In the body\r\n\r\n'.repeat(300))),
      // several in one segment
      asked(Buffer.concat([get('one.example.test'), get('two.example.test')])),
      said(Buffer.concat([answer('404 Not Found', 'one'), answer('302 Found', 'two')])),
      asked(get('other.example.test', 'http://other.example.test/')),
      said(answer('200 OK', 'proxy')),
    ];
    const at80 = { client, server, segment: 500 };
    const unasked = { ...at80, client: { ...client, port: 40_001 }, sent: [said(answer('200 OK', 'unasked'))] };
    const file = join(specFolder('captures'), 'http.pcap');
    writeFileSync(file, pcap([...tcpFrames(time, { ...at80, sent }), ...tcpFrames(time + 9, unasked)]));
    const args = ['-n', '-r', file, '-Y', 'http.response', '-T', 'fields', '-e', 'http.server'];
    const found = spawnSync(tshark ?? '', args, { encoding: 'utf8' }).stdout.split(/[\n,]/);
    expect(found.filter(Boolean)).toEqual(['long', 'one', 'two', 'proxy', 'unasked']);
    const { report, rows } = await readWholeLog({ file });
    expect(report).toMatchObject({ evidence: { headers: 3 }, rejects: { count: 0 } });
    expect(report.skipped).toEqual([
      { reason: 'an HTTP request to a proxy', count: 1 },
      { reason: 'an HTTP response whose request was not captured', count: 1 },
    ]);
    const shown = rows
      .filter((row) => row.startsWith('scan_headers '))
      .map((row) => JSON.parse(row.slice(13)) as object);
    const on = { ip: '::ffff:203.0.113.5' };
    expect(shown).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...on, hostname: 'www.example.test', response: '200 OK' }),
        expect.objectContaining({ ...on, hostname: 'one.example.test', response: '404 Not Found' }),
        expect.objectContaining({ ...on, hostname: 'two.example.test', response: '302 Found' }),
      ]),
    );
  },
);
