import fc from 'fast-check';
import { expect, it } from 'vitest';
import { registryTime } from '#model/registry-time.ts';
import { north } from '#test/server/whois/north.ts';
import { shared } from '#test/server/whois/shared.ts';
import { south } from '#test/server/whois/south.ts';
import type { Facts, Shown } from '#test/server/whois/templates.ts';
import { world } from '#test/server/whois/world.ts';
import { readWhoisText } from './whois-text.ts';

/** Whois texts in the documented layouts of registries. */
const registries = [...shared, ...north, ...south, ...world];

const time = fc
  .date({ min: new Date('1996-01-01T00:00:00Z'), max: new Date('2035-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19).replace('T', ' '));
const word = fc.constantFrom(
  'Blue',
  'Harbor',
  'Müller',
  'Nordic',
  "O'Neill",
  'Kowalski',
  'Søren',
  'Data',
  'Visit',
  'Umbra',
);
const words = fc.tuple(word, word, fc.integer({ min: 10, max: 99 })).map((each) => each.join(' '));
const company = fc
  .tuple(words, fc.constantFrom('Ltd', 'GmbH', 'Inc.', 'B.V.', 'SAS', 's. r. o.'))
  .map((each) => each.join(' '));
const label = fc.stringMatching(/^[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,4})?$/);
const host = fc.record({
  host: fc
    .tuple(label, label, fc.constantFrom('test', 'example', 'co.uk', 'net'))
    .map((each) => `ns-${each.join('.')}`),
  v4: fc.tuple(fc.integer({ min: 1, max: 254 })).map(([last]) => `192.0.2.${last}`),
  v6: fc.constantFrom('2001:db8::1', '2001:db8:0:ff::2f', '2001:db8:1017:0:0:0:0:1', '2001:db8::'),
});
const facts: fc.Arbitrary<Facts> = fc.record({
  created: time,
  updated: time,
  expires: time,
  registrar: company,
  name: words,
  org: company,
  street: fc.tuple(
    words.map((each) => `${each} Street`),
    words.map((each) => `Floor ${each}`),
  ),
  city: words,
  hosts: fc.uniqueArray(host, { minLength: 1, maxLength: 5, selector: (each) => each.host }),
  other: fc.record({
    name: words.map((each) => `Other ${each}`),
    org: company.map((each) => `Other ${each}`),
    street: words.map((each) => `Other ${each}`),
    time: fc.constantFrom('1995-01-01 20:17:09', '2044-12-31 23:59:59'),
  }),
  number: fc.integer({ min: 10_000, max: 99_999 }),
});

const perRegistry = Math.ceil(500 / registries.length);

it('are 500 texts of 40 registries', () => {
  expect(new Set(registries.map(({ zone }) => zone)).size).toBeGreaterThanOrEqual(40);
  expect(registries.length * perRegistry).toBeGreaterThanOrEqual(500);
});

it.each(registries.map((template) => [template.zone, template] as const))(
  'texts of .%s are read right, or not at all',
  (zone, { shows, text }) => {
    const shown = new Set(shows.split(' ') as Shown[]);
    fc.assert(
      fc.property(facts, label, (known, name) => {
        const domain = `${name}.${zone}`;
        const whole = text(known, domain);
        const record = readWhoisText(whole, domain, 'whois.nic.test');
        const value = <T>(field: Shown, is: T, none: T): T => (shown.has(field) ? is : none);
        const days = (values: readonly string[]) => values.map((each) => registryTime(each)?.slice(0, 10));
        expect(
          {
            created: days(record.creation_date),
            updated: days(record.updated_date),
            expires: days(record.expiration_date),
            registrar: record.registrar,
            name: record.name,
            org: record.org,
            street: record.address,
            city: record.city,
            hosts: record.name_servers.map((each) => each.toLowerCase()),
          },
          whole,
        ).toEqual({
          created: value('created', [known.created.slice(0, 10)], []),
          updated: value('updated', [known.updated.slice(0, 10)], []),
          expires: value('expires', [known.expires.slice(0, 10)], []),
          registrar: value('registrar', known.registrar, null),
          name: value('name', known.name, null),
          org: value('org', known.org, null),
          street: value('street', [...known.street], []),
          city: value('city', known.city, null),
          hosts: value(
            'hosts',
            known.hosts.map((each) => each.host),
            [],
          ),
        });
      }),
      { numRuns: perRegistry, seed: 31 },
    );
  },
);
