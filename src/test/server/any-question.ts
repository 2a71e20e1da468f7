import fc from 'fast-check';
import { operations, type OperationId } from '#contract/generated/operations.gen.ts';
import { parameters, type Parameter, type ParameterLimits } from '#contract/generated/parameters.gen.ts';
import { LANDMARKS } from '#sample/landmarks.ts';
import type { Question } from './parameter-case.ts';

/** Indicators in the sample collection. */
const indicators = Object.values(LANDMARKS).map(({ indicator }) => indicator);

/** Texts that people paste, mistype and try. */
const pasted = [
  '*',
  '_',
  '.',
  '-',
  '0',
  '1',
  '-1',
  '32',
  '33',
  '129',
  '4294967296',
  '1e3',
  '0x10',
  ' ',
  '%',
  '%00',
  '%2F',
  '+',
  '*.example',
  'harborline*',
  '*bank*',
  '*.*',
  '**',
  'a'.repeat(64),
  `${'a.'.repeat(130)}example`,
  'ü.example',
  '203.0.113.0/24',
  '203.0.113',
  '999.1.1.1',
  '1.2.3.4.5',
  '::',
  '::ffff:203.0.113.66',
  '2001:db8::/32',
  'fe80::1%eth0',
  '^harborline.*$',
  '(',
  '(?=a)',
  '[[:alpha:]]+',
  '\\',
  'a{1001}',
  '(a*)*$',
  '^$',
  '.*',
  '\u0000',
  '\ud800',
  '\u202e',
  '2026-06-01',
  '2026-02-30',
  '0',
  '-86400',
  '-30d',
  '-1m',
  '30d',
  '1700000000',
  '99999999999999999999',
  '20260601',
  'last_seen/-',
  'query/+',
  'answer/asc;query/desc',
  'nothing/up',
  '/',
  'job_id',
  'cof',
  'in',
  'notin',
  'live',
  'padns',
  "' OR 1=1 --",
  '{x:String}',
  '<script>alert(1)</script>',
  '=HYPERLINK("x")',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  'http://127.0.0.1/',
  'http://169.254.169.254/latest',
  'file:///etc/passwd',
  'ftp://x.example/',
  'http://[::1]:80/',
];

/** Any question to the operation: its own parameters with good, borderline and absurd values, some left out. */
export function anyQuestion(operationId: OperationId): fc.Arbitrary<Question> {
  const { method, path } = operations[operationId];
  const list = parameters[operationId];
  const at = (place: Parameter['in']) => list.filter((each) => each.in === place);
  return fc
    .record({
      path: record(at('path'), anyText),
      query: someOf(at('query')).chain((some) => record(some, anyText)),
      body: fc.oneof(
        { weight: 3, arbitrary: record(at('body'), anyBodyMember) },
        { weight: 1, arbitrary: someOf(at('body')).chain((some) => record(some, anyBodyMember)) },
      ),
    })
    .map((chosen) => {
      const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encode(String(chosen.path[name])) || '_');
      const pairs = Object.entries(chosen.query).map(([name, value]) => `${name}=${encode(String(value))}`);
      const asked = pairs.length === 0 ? place : `${place}?${pairs.join('&')}`;
      return method === 'POST' ? { path: asked, body: chosen.body } : { path: asked };
    });
}

/** A few at a time: one absurd value makes the service refuse the whole question, so the rest would not be tested. */
function someOf(list: readonly Parameter[]): fc.Arbitrary<Parameter[]> {
  const required = list.filter((parameter) => parameter.required);
  const optional = list.filter((parameter) => !parameter.required);
  return fc.subarray(optional, { maxLength: Math.min(optional.length, 4) }).map((some) => [...required, ...some]);
}

function record(list: readonly Parameter[], valueOf: (parameter: Parameter) => fc.Arbitrary<unknown>) {
  return fc.record<Record<string, unknown>>(Object.fromEntries(list.map((each) => [each.name, valueOf(each)])));
}

/** A value as in a URL. Long waits are left out: the question would last as long. */
function anyText(parameter: Parameter): fc.Arbitrary<unknown> {
  if (parameter.name === 'max_wait') return fc.constantFrom('0', '1', '-1', '26', 'x');
  const one = anyValue(parameter.items ?? parameter, parameter);
  if (parameter.type !== 'array') return one;
  return fc.array(one, { maxLength: 7 }).map((values) => values.join(parameter.separator ?? ','));
}

function anyBodyMember(parameter: Parameter): fc.Arbitrary<unknown> {
  const one = anyValue(parameter.items ?? parameter, parameter);
  const good = fc.constantFrom(...[parameter.example].flat());
  const odd = fc.constantFrom<unknown>(null, true, 1.5, {}, [], [[]], 'x', [null], [{}]);
  if (parameter.type !== 'array') return fc.oneof({ weight: 4, arbitrary: one }, { weight: 1, arbitrary: odd });
  return fc.oneof(
    { weight: 6, arbitrary: fc.array(good, { minLength: 1, maxLength: 5 }) },
    { weight: 4, arbitrary: fc.array(one, { maxLength: 5 }) },
    { weight: 1, arbitrary: fc.array(one, { minLength: 101, maxLength: 103 }) },
    { weight: 1, arbitrary: odd },
  );
}

function anyValue(
  { enum: choices, minimum = 0, maximum = 1000, ...limits }: ParameterLimits & { type?: string },
  of: Parameter,
) {
  const { example, default: usual } = of;
  const examples = [example, usual].flat().filter((value) => value !== undefined);
  const borders = (limits.type ?? of.type) === 'integer' ? [minimum, maximum] : [];
  return fc.oneof<fc.MaybeWeightedArbitrary<unknown>[]>(
    { weight: 12, arbitrary: fc.constantFrom(...(choices ?? []), ...examples, ...borders) },
    { weight: 4, arbitrary: fc.constantFrom(...indicators) },
    { weight: 4, arbitrary: fc.constantFrom(...pasted) },
    { weight: 1, arbitrary: fc.integer() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  );
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
