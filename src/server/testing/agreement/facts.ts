import type { OperationId } from '#contract/generated/operations.gen.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { subjectOf, valueOf, type Scope } from './meanings.ts';
import { closedObjects, wholeValues } from './shared-fields.ts';

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

/** The values that answers gave, each under its field and its subject; what two operations say differently is kept. */
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

  /** Takes in everything that one answer says. @param known what the question was about, where the answer does not say it */
  add(operation: OperationId, response: unknown, known: Partial<Scope> = {}): void {
    this.#walk(response, { ...known, operation, inside: [] });
  }

  /** The operations whose answers held this field, of whatever subject. */
  holdersOf(field: string): ReadonlySet<OperationId> {
    return this.#holders.get(field) ?? new Set();
  }

  /** The operations that spoke of a same subject in this field. */
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

  /** C7 tells by name server what E6 calls its density. */
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

/** Scans stand under the address as a key (A3 to A6). */
function addressKey(field: string): Partial<Scope> {
  const address = canonicalIp(field);
  return address === null ? {} : { address };
}

/** An object whose values are all plain is a record as well; an empty one says nothing. */
function holdsRecords(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsRecords);
  return typeof value === 'object' && value !== null;
}
