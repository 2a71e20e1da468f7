import { readFileSync } from 'node:fs';
import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { type Scope, subjectOf, valueOf } from './meanings.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
}
interface Documented {
  readonly responses: {
    readonly '200': { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  };
}

/** Objects of these names describe the call. */
const closedObjects: ReadonlySet<string> = new Set(['job_status', 'metadata']);

/** Objects and lists of these names are one value, compared as a whole. */
const wholeValues: ReadonlySet<string> = new Set([
  'headers',
  'listings',
  'facts',
  'findings',
  'malware_names',
  'current_lists',
]);

/** Every field that answers of more than one operation may hold, with these operations, from the contract. */
export function sharedFields(without: ReadonlySet<string>): ReadonlyMap<string, ReadonlySet<OperationId>> {
  const document = JSON.parse(
    readFileSync(new URL('../../../../public/openapi.json', import.meta.url), 'utf8'),
  ) as Document;
  const found = new Map<string, Set<OperationId>>();
  for (const { operationId, path, method } of Object.values(operations)) {
    if (without.has(operationId)) continue;
    const documented = document.paths[path]?.[method.toLowerCase()];
    const envelope = documented?.responses['200'].content['application/json'].schema;
    const response = envelope && resolved(envelope, document).properties?.['response'];
    if (!response) throw new Error(`the contract does not describe the answer of ${operationId}`);
    for (const field of fieldsOf(response, document))
      found.set(field, (found.get(field) ?? new Set()).add(operationId));
  }
  return new Map([...found].filter(([, users]) => users.size > 1));
}

function resolved(schema: Schema, document: Document): Schema {
  if (!schema.$ref) return schema;
  const keys = schema.$ref.slice(2).split('/');
  return resolved(
    keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as Schema,
    document,
  );
}

/** Names of properties that hold no further records. */
function fieldsOf(schema: Schema, document: Document): string[] {
  const { properties = {}, ...rest } = resolved(schema, document);
  const own = Object.entries(properties).flatMap(([name, value]) => {
    if (closedObjects.has(name)) return [];
    if (wholeValues.has(name)) return [name];
    return isRecord(value, document) ? fieldsOf(value, document) : [name];
  });
  return [...own, ...inside(rest).flatMap((each) => fieldsOf(each, document))];
}

function isRecord(schema: Schema, document: Document): boolean {
  const { properties, ...rest } = resolved(schema, document);
  return properties !== undefined || inside(rest).some((each) => isRecord(each, document));
}

function inside({ items, additionalProperties, anyOf = [], oneOf = [], allOf = [] }: Schema): Schema[] {
  const values = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  return [...(items ? [items] : []), ...values, ...anyOf, ...oneOf, ...allOf];
}

const namingFields: readonly (readonly [field: string, part: keyof Scope])[] = [
  ['ip', 'address'],
  ['ipv4', 'address'],
  ['ipv6', 'address'],
  ['asn', 'asn'],
  ['subnet', 'subnet'],
  ['domain', 'name'],
  ['query', 'name'],
  ['host', 'host'],
  ['hostname', 'hostname'],
  ['ns_server', 'server'],
  ['ns_srv', 'server'],
  ['nssrv', 'server'],
  ['fingerprint_sha1', 'certificate'],
  ['jarm_hash', 'jarm'],
  ['favicon_md5', 'icon'],
  ['scan_date', 'scan'],
  ['type', 'type'],
  ['answer', 'answer'],
];

type Fields = Readonly<Record<string, unknown>>;

/** The values in answers by field and subject, and the differences between operations. */
export class Facts {
  readonly #fields: ReadonlySet<string>;
  readonly #holders = new Map<string, Set<OperationId>>();
  readonly #first = new Map<string, { readonly value: string; readonly operation: OperationId }>();
  readonly #compared = new Map<string, Set<OperationId>>();
  readonly #disagreements = new Map<string, string[]>();

  /** @param fields those that are compared */
  constructor(fields: ReadonlySet<string>) {
    this.#fields = fields;
  }

  /** Adds all values of one answer. @param known parts of the subject that the answer does not contain */
  add(operation: OperationId, response: unknown, known: Partial<Scope> = {}): void {
    this.#walk(response, { ...known, operation, inside: [] });
  }

  /** The operations whose answers had this field, for any subject. */
  holdersOf(field: string): ReadonlySet<OperationId> {
    return this.#holders.get(field) ?? new Set();
  }

  /** The operations that had a subject in common in this field. */
  comparedIn(field: string): ReadonlySet<OperationId> {
    return this.#compared.get(field) ?? new Set();
  }

  /** A few of the disagreements of every field. */
  get disagreements(): string[] {
    return [...this.#disagreements.values()].flatMap((all) => [
      ...all.slice(0, 5),
      ...(all.length > 5 ? [`... and ${all.length - 5} more`] : []),
    ]);
  }

  #walk(value: unknown, scope: Scope): void {
    if (Array.isArray(value)) for (const each of value) this.#walk(each, scope);
    else if (typeof value === 'object' && value !== null) this.#read(value as Fields, scope);
  }

  #read(record: Fields, around: Scope): void {
    const scope = named(record, around);
    for (const [field, value] of Object.entries(record)) {
      if (closedObjects.has(field)) continue;
      if (field.endsWith('_ns_srv_domain_density')) this.#noteDensities(value, scope);
      const below = { ...scope, inside: [...scope.inside, field], ...addressKey(field) };
      if (holdsRecords(value) && !wholeValues.has(field)) this.#walk(value, below);
      else this.#note(field, value, scope);
    }
  }

  /** C7 lists by name server the value that E6 calls density. */
  #noteDensities(densities: unknown, scope: Scope): void {
    for (const [server, density] of Object.entries(densities as Fields))
      this.#note('density', density, { ...scope, server });
  }

  #note(field: string, value: unknown, scope: Scope): void {
    const subject = this.#fields.has(field) ? subjectOf(field, scope) : undefined;
    if (subject === undefined) return;
    this.#holders.set(field, (this.#holders.get(field) ?? new Set()).add(scope.operation));
    const said = JSON.stringify(valueOf(field, value));
    const key = `${field} of ${subject}`;
    const first = this.#first.get(key);
    if (!first) this.#first.set(key, { value: said, operation: scope.operation });
    else {
      if (first.operation !== scope.operation)
        this.#compared.set(field, (this.#compared.get(field) ?? new Set()).add(first.operation).add(scope.operation));
      if (first.value === said) return;
      const text = `${key}: ${first.operation} says ${first.value}, ${scope.operation} ${said}`;
      this.#disagreements.set(field, [...(this.#disagreements.get(field) ?? []), text]);
    }
  }
}

function named(record: Fields, around: Scope): Scope {
  const parts = namingFields.flatMap(([field, part]) => {
    const value = record[field];
    return typeof value === 'string' || typeof value === 'number' ? [[part, String(value)] as const] : [];
  });
  return { ...around, ...(Object.fromEntries(parts) as Partial<Scope>) };
}

/** The key of scans is the address (A3 to A6). */
function addressKey(field: string): Partial<Scope> {
  const address = canonicalIp(field);
  return address === null ? {} : { address };
}

/** An object whose values are all plain is a record as well; an empty one holds no data. */
function holdsRecords(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsRecords);
  return typeof value === 'object' && value !== null;
}
