import { lookup, type BootstrapData, type Contact, type DomainRecord } from 'rdapper';
import { z } from 'zod';
import { isPlaceholder } from '#model/placeholder.ts';
import { LiveError, type OutboundClient } from './outbound-client.ts';
import { withDeadline } from './live-failure.ts';
import { distinct, isHandle, isRegistered, type Registration, withoutPlaceholders } from './registration.ts';

/** IANA's list of RDAP servers by top-level domain. */
const bootstrapUrl = 'https://data.iana.org/rdap/dns.json';
const keepMilliseconds = 24 * 3_600_000;

/** Time limit of RDAP as a whole, so that time remains for port 43 when servers are slow. */
const shareMilliseconds = 10_000;
/** Time limit of one server: the next may be faster, and a failing registrar loses only its own fields. */
const fetchMilliseconds = 5000;
const maxFetches = 8;
const maxDocumentBytes = 500_000;
/** Limits of a document: followed links, items of any other list, characters of a text. */
const most = { links: 3, items: 100, characters: 4000 } as const;

/** Required for RDAP; after a failed download it is not requested again with every look-up. */
const retryMilliseconds = 600_000;
const bootstraps = new WeakMap<OutboundClient, { readonly until: number; readonly data: BootstrapData | undefined }>();
const bootstrapSchema = z.looseObject({
  version: z.string(),
  publication: z.string(),
  services: z.array(z.array(z.array(z.string()))),
});

/**
 * The RDAP answer of the registry and of the registrar it links to.
 * @returns null when the registry has no such domain; undefined without an RDAP answer within the limit (few
 * country domains support RDAP)
 * @throws LiveError offline or cancelled: then other servers cannot be queried either
 */
export async function rdapLookup(
  live: OutboundClient,
  domain: string,
  caller: AbortSignal,
  milliseconds = shareMilliseconds,
): Promise<Registration | null | undefined> {
  const until = Date.now() + milliseconds;
  const what = 'The RDAP server';
  let final: LiveError | undefined;
  let fetches = 0;
  const inTime = async <T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const left = Math.min(fetchMilliseconds, until - Date.now());
    fetches += 1;
    if (left <= 0 || fetches > maxFetches) throw new LiveError('live_timeout', `${what} did not answer in time.`);
    try {
      return await withDeadline(caller, left, what, act);
    } catch (error) {
      if (error instanceof LiveError && ['offline', 'cancelled'].includes(error.fault)) final = error;
      throw error;
    }
  };
  const customFetch = (input: string | URL | Request): Promise<Response> =>
    inTime((signal) => fetchThrough(live, String(input), signal));
  const customBootstrapData = await bootstrap(live, inTime);
  // without its own limits: it would treat its deadline as the caller's and discard partial results
  const options = { rdapOnly: true, includeRaw: true, customFetch, timeoutMs: 0, signal: caller };
  const answer = customBootstrapData && (await lookup(domain, { ...options, customBootstrapData }));
  if (answer?.ok && answer.record) {
    if (!answer.record.isRegistered) return null;
    const registration = registrationOf(answer.record);
    // a document without data about the domain is not an answer
    if (isRegistered(registration)) return registration;
  }
  if (caller.aborted) throw new LiveError('cancelled', 'The caller disconnected.');
  if (final) throw final;
  return undefined;
}

type InTime = <T>(act: (signal: AbortSignal) => Promise<T>) => Promise<T>;

async function bootstrap(live: OutboundClient, inTime: InTime): Promise<BootstrapData | undefined> {
  const known = bootstraps.get(live);
  if (known && Date.now() < known.until) return known.data;
  const data = await inTime((signal) => live.http(bootstrapUrl, signal, { accept: 'application/json' }))
    .then(({ body }) => bootstrapSchema.parse(JSON.parse(body.toString('utf8'))))
    .catch(() => undefined);
  bootstraps.set(live, { until: Date.now() + (data ? keepMilliseconds : retryMilliseconds), data });
  return data;
}

/** The outbound client with the interface that the library expects. */
async function fetchThrough(live: OutboundClient, url: string, signal: AbortSignal): Promise<Response> {
  const { status, headers, body } = await live.http(url, signal, {
    accept: 'application/rdap+json, application/json',
    maxBytes: maxDocumentBytes,
  });
  const retryAfter = headers['retry-after'];
  // Response rejects bodies for some statuses, and statuses outside of 200 to 599
  if (status < 200 || status > 599 || [204, 205, 304].includes(status)) return new Response(null, { status: 502 });
  const text = body.toString('utf8');
  if (status !== 200) return new Response(null, { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} });
  return new Response(boundedDocument(text) ?? null, { status });
}

/**
 * The document without hostile content: endless lists and texts, hundreds of links to follow,
 * lone surrogates. Undefined when it cannot be parsed, which the library reports as well.
 */
function boundedDocument(json: string): string | undefined {
  const bounded = (key: string, value: unknown): unknown => {
    if (typeof value === 'string') return value.slice(0, most.characters).toWellFormed();
    if (!Array.isArray(value)) return withoutHandle(value);
    if (key === 'links') return value.filter(isFollowed).slice(0, most.links);
    return plainAddress(value.slice(0, most.items));
  };
  try {
    return JSON.stringify(JSON.parse(json, bounded));
  } catch {
    return undefined;
  }
}

/** An entity without its handle, which the library takes for the name of a registrar without one. */
function withoutHandle(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('roles' in value)) return value;
  const { handle: _, ...entity } = value as Record<string, unknown>;
  return entity;
}

/** The links that the library follows, so that other links do not use up the limit. */
function isFollowed(link: unknown): boolean {
  const { rel, type } = (link ?? {}) as Record<string, unknown>;
  const isDocument = type === undefined || /application\/rdap\+json/i.test(String(type));
  return isDocument && /^(related|entity|registrar|alternate)$/i.test(String(rel));
}

/** An address part may be a list of lines (RFC 7095); the library supports only text with line breaks. */
function plainAddress(value: unknown[]): unknown[] {
  const [name, parameters, , parts] = value;
  if (name !== 'adr' || !Array.isArray(parts)) return value;
  const { label } = (parameters ?? {}) as Record<string, unknown>;
  // an address without structure is one text (RFC 7095 3.3.1.3)
  if (parts.every((part) => part === '') && typeof label === 'string') return value.with(3, parts.with(2, label));
  const lines = parts.map((part: unknown) => (Array.isArray(part) ? part.join('\n') : part));
  return value.with(3, lines);
}

function registrationOf(record: DomainRecord): Registration {
  const contacts = record.contacts ?? [];
  const registrant: Partial<Contact> = contacts.find(({ type }) => type === 'registrant') ?? {};
  return withoutPlaceholders({
    address: registrant.street ?? [],
    city: registrant.city ?? null,
    country: registrant.countryCode ?? registrant.country ?? null,
    creation_date: texts(record.creationDate),
    dnssec: delegation(record.rawRdap),
    domain_name: distinct([record.punycodeName ?? record.domain, record.unicodeName ?? '']),
    emails: distinct([...contacts.flatMap(({ email }) => email ?? []), record.registrar?.email ?? '']),
    expiration_date: texts(record.expirationDate),
    name: registrant.name ?? null,
    name_servers: distinct((record.nameservers ?? []).map(({ host }) => host)),
    org: registrant.organization ?? null,
    referral_url: record.registrar?.url ?? null,
    registrar: nameOf(record.registrar?.name),
    state: registrant.state ?? null,
    status: distinct((record.statuses ?? []).map(({ raw, status }) => raw ?? status)),
    updated_date: texts(record.updatedDate),
    whois_server: record.whoisServer ?? null,
    zipcode: registrant.postalCode ?? null,
  });
}

const secureDnsSchema = z.looseObject({
  secureDNS: z.looseObject({
    delegationSigned: z.preprocess((value) => ({ true: true, false: false })[String(value)], z.boolean().optional()),
    dsData: z.array(z.unknown()).optional().catch(undefined),
    keyData: z.array(z.unknown()).optional().catch(undefined),
  }),
});

/** RFC 9083 5.3: every member of secureDNS is optional; DS or key data without a statement is that of a signed delegation. */
function delegation(document: unknown): 'signedDelegation' | 'unsigned' | null {
  const { data } = secureDnsSchema.safeParse(document);
  if (!data) return null;
  const { delegationSigned, dsData = [], keyData = [] } = data.secureDNS;
  if (delegationSigned ?? (dsData.length > 0 || keyData.length > 0)) return 'signedDelegation';
  return delegationSigned === false ? 'unsigned' : null;
}

function nameOf(registrar: string | undefined): string | null {
  return registrar === undefined || isHandle(registrar) || isPlaceholder(registrar) ? null : registrar;
}

function texts(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}
