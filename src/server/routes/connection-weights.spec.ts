// @module-tag long
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConnectionRow } from '#contract/generated/types.gen.ts';
import { registrableDomain } from '#server/input/name.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { randomFor } from '#sample/random.ts';
import { textFormats } from '#server/ingest/logs/formats.ts';
import { openTestService, type TestService } from '#test/server/collection.ts';
import { runs } from '#test/long.ts';
import { spelledOut } from '#test/server/log-heads.ts';
import { put } from '#test/server/plain-connections.ts';

// The weights of values from a DNS log of Zeek, against a plain recomputation from what its reader gives.

/** Another log to read, such as a real one: dns.log, gzipped. */
const log = process.env['ZEEK_DNS_LOG'];
const asked = runs(5, 100);

/** A log of Zeek: random names below random domains, on few addresses, mail servers and aliases. */
function generatedLines(): string[] {
  const random = randomFor('connection weights');
  const word = (most: number) => `w${random.int(1, most)}`;
  const answers: Readonly<Record<string, () => string>> = {
    A: () => `198.51.100.${random.int(1, 40) ** 2 % 250}`,
    AAAA: () => `2001:db8::${random.int(1, 30)}`,
    CNAME: () => `edge-${random.int(1, 20)}.cdn.test`,
    MX: () => `mx${random.int(1, 9)}.mail.test`,
    TXT: () => `token=${random.int(1, 60)}`,
  };
  const rows = Array.from({ length: 4000 }, (_, index) => {
    const type = random.pick(Object.keys(answers));
    const name = random.chance(0.4) ? `${word(200)}.test` : `${word(30)}.${word(200)}.test`;
    return `${1_792_497_600 + index}.5\t${name}\t${type}\t${answers[type]?.()}\t60`;
  });
  return ['#path\tdns', '#fields\tts\tquery\tqtype_name\tanswers\tTTLs', ...rows];
}

function linesOf(path: string): string[] {
  return gunzipSync(readFileSync(path)).toString('utf8').split('\n');
}

const attributeOf: Readonly<Record<string, string>> = {
  A: 'address',
  AAAA: 'address',
  MX: 'mx',
  CNAME: 'cname',
  TXT: 'txt',
};
/** 'attribute:value' to the names that have it, by name the values, and by population the names with any value. */
const members = new Map<string, Set<string>>();
const valuesOf = new Map<string, Set<string>>();
const populations = new Map<string, Set<string>>();
let service: TestService;

beforeAll(async () => {
  const read = textFormats.find(({ format }) => format === 'zeek-dns')?.open({});
  const lines = log === undefined ? generatedLines() : linesOf(log);
  const records = lines.flatMap((line) => spelledOut(read?.(line) ?? [])).filter(({ what }) => what === 'record');
  const rows = records.flatMap((entry) => {
    if (entry.what !== 'record' || !(entry.type in attributeOf)) return [];
    const { name, type, answer, first, last, count, ttl } = entry;
    const seen = { first_seen: Math.floor(first), last_seen: Math.floor(last), count, ttl, sources: 1 };
    const attribute = attributeOf[type] ?? '';
    const value = attribute === 'address' ? (canonicalIp(answer) ?? answer) : answer;
    put(members, `${attribute}:${value}`, name);
    put(valuesOf, name, `${attribute}:${value}`);
    put(populations, attribute === 'address' ? type : attribute, name);
    return [{ rrtype: type, rrname: name, rdata: answer, rrset: [...(entry.set ?? [])].toSorted(), ...seen }];
  });
  service = await openTestService({ rows: { obs: rows } });
}, 300_000);
afterAll(() => service.close());

it(
  `the weights of values from a log equal a plain recomputation, for ${asked} names`,
  { timeout: 300_000 },
  async () => {
    const random = randomFor('names of a log');
    const names = [...valuesOf.keys()];
    let compared = 0;
    for (let count = 0; count < asked; count++) {
      const name = random.pick(names);
      const domain = registrableDomain(name);
      const { response } = await service.get(`/connections/domain/${name}`);
      for (const {
        attribute = '',
        value = '',
        shared_by,
        population,
        bits,
      } of response.connections as ConnectionRow[]) {
        if (!Object.values(attributeOf).includes(attribute)) continue;
        const others = [...(members.get(`${attribute}:${value}`) ?? [])].filter(
          (each) => registrableDomain(each) !== domain,
        );
        const family = value.includes(':') ? 'AAAA' : 'A';
        const all = populations.get(attribute === 'address' ? family : attribute)?.size ?? 0;
        const weight = Math.max(0, Math.log2(all / (others.length + 1)));
        expect({ name, attribute, value, shared_by, population, bits }).toEqual({
          name,
          attribute,
          value,
          shared_by: others.length,
          population: all,
          bits: Math.round(10 * weight) / 10,
        });
        expect(valuesOf.get(name)).toContain(`${attribute}:${value}`);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(asked);
  },
);
