import fc from 'fast-check';

// Records whose names are alike in many ways, and questions about them: every look-up must return the result of a plain filter
// over all records. This code is independent of how the service searches.

export interface Observed {
  readonly type: 'A' | 'CNAME';
  readonly name: string;
  readonly answer: string;
  readonly first: string;
  readonly last: string;
}

const label = fc.string({ unit: fc.constantFrom('a', 'b', '-', '1'), minLength: 1, maxLength: 3 });
const anyName = fc
  .tuple(fc.array(label, { minLength: 1, maxLength: 3 }), fc.constantFrom('ab.test', 'b.test', 'example'))
  .map(([labels, zone]) => [...labels, zone].join('.'));
const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-10-${String(number).padStart(2, '0')}`);
const address = fc.nat(40).map((last) => `192.0.2.${last}`);
const anyRecord = fc
  .record({ name: anyName, target: fc.oneof({ weight: 3, arbitrary: address }, anyName), a: day, b: day })
  .map(({ name, target, a, b }): Observed => {
    const type = target.startsWith('192.') ? 'A' : 'CNAME';
    return { type, name, answer: target, first: a < b ? a : b, last: a < b ? b : a };
  });

export const keyOf = ({ name, answer }: Pick<Observed, 'name' | 'answer'>) => `${name} ${answer}`;
const sampleOf = <T>(arbitrary: fc.Arbitrary<T>): T => fc.sample(arbitrary, { seed: 7, numRuns: 1 })[0] as T;
export const records = sampleOf(fc.uniqueArray(anyRecord, { minLength: 400, maxLength: 400, selector: keyOf }));

/** Name servers of zones at several depths: a former set and the current one. */
export const zones = sampleOf(
  fc.uniqueArray(
    fc.record({
      zone: fc
        .tuple(fc.constantFrom(...records.map(({ name }) => name)), fc.nat(2))
        .map(([name, cut]) => name.split('.').slice(cut).join('.'))
        .filter((zone) => zone.includes('.')),
      old: fc.subarray(['ns1.a.test', 'ns2.a.test', 'ns.b.example'], { minLength: 1 }),
      now: fc.subarray(['ns1.a.test', 'ns.b.example', 'dns.c.example'], { minLength: 1 }),
    }),
    { minLength: 60, maxLength: 60, selector: ({ zone }) => zone },
  ),
);

export const pattern = anyWildcard(['a', 'b', '-', '.', '1', 'ab', '.test', 'example', '*', '*'], 6);
/** The meaning of `*`, by another engine of regular expressions. */
export const matcher = (text: string) => {
  const source = text.split('*').map((piece) => piece.replaceAll('.', '\\.'));
  const expression = new RegExp(`^${source.join('.*')}$`);
  return (name: string) => expression.test(name);
};
const atom = fc.constantFrom('a', 'b', '\\.', '[ab]', '.', '-', 'test', '(ab)');
export const regex = fc
  .tuple(
    fc.constantFrom('', '^'),
    fc.array(fc.tuple(atom, fc.constantFrom('', '', '+', '?', '*')), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '$'),
  )
  .map(([start, atoms, end]) => `${start}${atoms.map(([first, tail]) => first + tail).join('')}${end}`);

export const bounds = fc.record(
  { first_seen_after: day, first_seen_before: day, last_seen_after: day, last_seen_before: day, as_of: day },
  { requiredKeys: [] },
);
export type Bounds = Partial<
  Record<'first_seen_after' | 'first_seen_before' | 'last_seen_after' | 'last_seen_before' | 'as_of', string>
>;
export const within = (record: Pick<Observed, 'first' | 'last'>, limits: Bounds): boolean =>
  record.first >= (limits.first_seen_after ?? '0') &&
  record.first <= (limits.first_seen_before ?? '9') &&
  record.last >= (limits.last_seen_after ?? '0') &&
  record.last <= (limits.last_seen_before ?? '9') &&
  (limits.as_of === undefined || (record.first <= limits.as_of && limits.as_of <= record.last));

/**
 * Names with at least one `*`, of the given pieces; `*` must be among them. None begins or ends with a dot: at the end a dot means
 * the root, and the service removes it.
 */
export function anyWildcard(pieces: readonly string[], maxLength: number): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength })
    .map((list) => list.join('').replace(/\.+$/, ''))
    .filter((text) => text.includes('*') && !text.startsWith('.'));
}
