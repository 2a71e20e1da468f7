import { v5 } from 'uuid';
import type { StixBundle } from '#model/stix-bundle.ts';

/*
 * The rules of the STIX 2.1 standard (OASIS, 10 June 2021) for the objects that Sightline writes, put down from the standard
 * and not from the code: types, required and further allowed properties, ids, times, vocabularies, references.
 */

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const filled: Check = (value) => typeof value === 'string' && value !== '';
const time: Check = (value) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value) &&
  Number.isFinite(Date.parse(value));
const id: Check = (value) =>
  typeof value === 'string' &&
  /^[a-z][a-z0-9]+(?:-[a-z0-9]+)*--[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every(check);
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(value as string);
const integer =
  (min: number, max: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
const dictionary: Check = (value) => typeof value === 'object' && value !== null && Object.keys(value).length > 0;
const hashes: Check = (value) =>
  dictionary(value) &&
  Object.entries(value as object).every(([name, hash]) =>
    new RegExp({ MD5: '^[0-9a-f]{32}$', 'SHA-1': '^[0-9a-f]{40}$', 'SHA-256': '^[0-9a-f]{64}$' }[name] ?? '$^').test(
      String(hash),
    ),
  );
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$|\/)|(?=$|\/))){4}(?:\/(?:3[0-2]|[12]?\d))?$/;

/** Section 2.5: who says so, and where. */
const reference: Check = (value) =>
  dictionary(value) &&
  filled((value as Record<string, unknown>)['source_name']) &&
  isUrlOrNone((value as Record<string, unknown>)['url']) &&
  // one of the two is required
  filled((value as Record<string, unknown>)['url'] ?? (value as Record<string, unknown>)['description']);
const isUrlOrNone = (url: unknown) => url === undefined || URL.canParse(String(url));

interface Shape {
  readonly required: Readonly<Record<string, Check>>;
  readonly optional?: Readonly<Record<string, Check>>;
}

const common = { type: filled, spec_version: oneOf('2.1'), id };
const made = { ...common, created: time, modified: time };
const by = { created_by_ref: id };
// section 3.2: not on observables
const labelled = { labels: listOf(filled) };
/** The markings of TLP 2.0 as OASIS publishes them (STIX common objects), and the extension that they hold. */
const tlpMarkings: Readonly<Record<string, string>> = {
  'marking-definition--94868c89-83c2-464b-929b-a1a8aa3c8487': 'clear',
  'marking-definition--bab4a63c-aed9-4cf5-a766-dfca5abac2bb': 'green',
  'marking-definition--55d920b0-5e8b-4f79-9ee9-91f868d9b421': 'amber',
  'marking-definition--939a9414-2ddd-4d32-a0cd-375ea402b003': 'amber+strict',
  'marking-definition--e828b379-4e03-4974-9ac4-e53a884c97c1': 'red',
};
const tlpExtension = 'extension-definition--60a3c5c5-0d10-413e-aab3-9e08dde9e88d';
const markingId = oneOf(...Object.keys(tlpMarkings));
/** What holds no evidence needs no marking. */
const unmarked = ['marking-definition', 'identity', 'extension-definition'];

// sections 3.2, 4, 5, 6 and 7
const shapes: Readonly<Record<string, Shape>> = {
  'marking-definition': {
    required: {
      type: filled,
      spec_version: oneOf('2.1'),
      id: markingId,
      created: oneOf('2022-10-01T00:00:00.000Z'),
      name: filled,
      extensions: dictionary,
    },
  },
  identity: { required: { ...made, name: filled }, optional: { identity_class: oneOf('system') } },
  'extension-definition': {
    required: {
      ...made,
      ...by,
      name: filled,
      schema: filled,
      version: (value) => /^\d+\.\d+\.\d+$/.test(String(value)),
      extension_types: listOf(oneOf('property-extension')),
    },
    optional: { description: text },
  },
  'observed-data': {
    required: {
      ...made,
      first_observed: time,
      last_observed: time,
      number_observed: integer(1, 999_999_999),
      object_refs: listOf(id),
    },
    optional: { ...by, ...labelled, extensions: dictionary },
  },
  relationship: {
    required: {
      ...made,
      relationship_type: (value) => /^[a-z0-9-]+$/.test(String(value)),
      source_ref: id,
      target_ref: id,
    },
    optional: { ...by, description: text, start_time: time, stop_time: time },
  },
  indicator: {
    required: { ...made, pattern: filled, pattern_type: oneOf('stix'), valid_from: time },
    optional: {
      ...by,
      ...labelled,
      name: text,
      description: text,
      indicator_types: listOf(oneOf('malicious-activity', 'anomalous-activity')),
      external_references: listOf(reference),
    },
  },
  note: {
    required: { ...made, content: filled, object_refs: listOf(id) },
    optional: { ...by, ...labelled, external_references: listOf(reference) },
  },
  grouping: {
    required: {
      ...made,
      context: oneOf('suspicious-activity', 'malware-analysis', 'unspecified'),
      object_refs: listOf(id),
    },
    optional: { ...by, name: filled, description: text },
  },
  'ipv4-addr': { required: { ...common, value: (value) => ipv4.test(String(value)) } },
  'ipv6-addr': { required: { ...common, value: (value) => /^[0-9a-f:]+(?:\/\d{1,3})?$/.test(String(value)) } },
  'domain-name': { required: { ...common, value: (value) => /^[a-z0-9_.-]+$/.test(String(value)) } },
  url: { required: { ...common, value: filled } },
  'autonomous-system': { required: { ...common, number: integer(0, 4_294_967_295) }, optional: { name: text } },
  'x509-certificate': {
    required: { ...common, hashes },
    optional: {
      serial_number: filled,
      issuer: filled,
      subject: filled,
      validity_not_before: time,
      validity_not_after: time,
      x509_v3_extensions: dictionary,
    },
  },
};

/** Section 2.9: what the id of an observable is made of; of several hashes the first of this order. */
function contributing(object: Readonly<Record<string, unknown>>): string | null {
  if (typeof object['value'] === 'string') return JSON.stringify({ value: object['value'] });
  if (object['type'] === 'autonomous-system') return JSON.stringify({ number: object['number'] });
  if (object['type'] !== 'x509-certificate') return null;
  const all = object['hashes'] as Readonly<Record<string, string>>;
  const name = ['MD5', 'SHA-1', 'SHA-256'].find((each) => all[each]) ?? '';
  return JSON.stringify({ hashes: { [name]: all[name] }, serial_number: object['serial_number'] });
}

// section 2.5, 5.1 and appendix B: which objects may stand at either end
const links: Readonly<Record<string, readonly [from: RegExp, to: RegExp]>> = {
  'resolves-to': [/^domain-name$/, /^(?:ipv4-addr|ipv6-addr|domain-name)$/],
  'belongs-to': [/^ipv[46]-addr$/, /^autonomous-system$/],
  // between any two objects, also observables
  'related-to': [/./, /./],
  'based-on': [/^indicator$/, /^observed-data$/],
};

/** A pattern of one observation: comparisons of strings or integers joined by AND (section 9). */
const pattern =
  /^\[[a-z0-9-]+:[a-z_]+(?:\.'[A-Z0-9-]+')? (?:=|ISSUBSET) (?:\d+|'(?:[^'\\]|\\['\\])*')(?: AND [a-z0-9-]+:[a-z_]+\.'[A-Z0-9-]+' = '(?:[^'\\]|\\['\\])*')*\]$/u;

/** Everything in a bundle that the standard does not allow, in words; empty when it is sound. */
export function stixFaults(bundle: StixBundle): readonly string[] {
  const ids = new Map(bundle.objects.map((object) => [object.id, object]));
  const faults: string[] = [];
  const say = (isSound: boolean, ...words: readonly unknown[]) => void (isSound || faults.push(words.join(' ')));
  say(Object.keys(bundle).join() === 'type,id,objects' && bundle.type === 'bundle' && id(bundle.id), 'bundle');
  say(ids.size === bundle.objects.length, 'an id stands twice');
  for (const object of bundle.objects) {
    const shape = shapes[object.type];
    if (!shape) {
      say(false, 'unknown type', object.type);
      continue;
    }
    say(object.id.startsWith(`${object.type}--`), object.type, 'has the id', object.id);
    const markings = { object_marking_refs: listOf(markingId) };
    const isMarked = !unmarked.includes(object.type);
    say(!isMarked || 'object_marking_refs' in object, object.type, 'has no marking');
    if (object.type === 'marking-definition')
      say(
        JSON.stringify(object['extensions']) ===
          JSON.stringify({
            [tlpExtension]: { extension_type: 'property-extension', tlp_2_0: tlpMarkings[object.id] },
          }) && object['name'] === `TLP:${tlpMarkings[object.id]?.toUpperCase()}`,
        'marking-definition',
        object.id,
      );
    const allowed: Record<string, Check> = { ...shape.required, ...shape.optional, ...(isMarked && markings) };
    for (const name of Object.keys(shape.required)) say(name in object, object.type, 'lacks', name);
    for (const [name, value] of Object.entries(object))
      say(allowed[name]?.(value) === true, object.type, name, JSON.stringify(value));
    for (const ref of refsOf(object))
      say(ids.has(ref) || ref === tlpExtension, object.type, 'points to', ref, 'which is not there');
    const content = contributing(object);
    if (content) {
      const named = v5(content, '00abedb4-aa42-466c-9c01-fed23315a9b7');
      say(object.id === `${object.type}--${named}`, object.type, 'should be', named);
    }
    for (const [first, last] of [
      ['created', 'modified'],
      ['first_observed', 'last_observed'],
    ] as const)
      say(!object[last] || String(object[first] ?? '') <= String(object[last]), object.type, last, 'before', first);
    say(!object['stop_time'] || String(object['stop_time']) > String(object['start_time']), 'stop_time is not later');
    const [from, to] = links[String(object['relationship_type'])] ?? [/^$/, /^$/];
    if (object.type === 'relationship')
      say(
        from.test(String(object['source_ref']).split('--')[0] ?? '') &&
          to.test(String(object['target_ref']).split('--')[0] ?? ''),
        'relationship',
        object['relationship_type'],
        object['source_ref'],
        object['target_ref'],
      );
    if (object.type === 'indicator') say(pattern.test(String(object['pattern'])), 'pattern', object['pattern']);
  }
  return faults;
}

function refsOf(object: Readonly<Record<string, unknown>>): readonly string[] {
  const extensions = Object.keys((object['extensions'] as object | undefined) ?? {});
  return Object.entries(object).flatMap(([name, value]) =>
    /_refs?$/.test(name) ? ([value].flat() as string[]) : name === 'extensions' ? extensions : [],
  );
}
