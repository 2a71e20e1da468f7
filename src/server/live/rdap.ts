import { lookup, type BootstrapData, type Contact, type DomainRecord } from 'rdapper';
import { z } from 'zod';
import { LiveError, type LiveDoor } from './door.ts';
import { distinct, type Registration } from './registration.ts';

/** Says which server knows which top-level domain. */
const bootstrapUrl = 'https://data.iana.org/rdap/dns.json';
const keepMilliseconds = 24 * 3_600_000;
const lookupMilliseconds = 12_000;

/** Without it there is no RDAP; it is not asked for again at every look-up while it cannot be had. */
const retryMilliseconds = 600_000;
const bootstraps = new WeakMap<LiveDoor, { readonly until: number; readonly data: BootstrapData | undefined }>();
const bootstrapSchema = z.looseObject({
  version: z.string(),
  publication: z.string(),
  services: z.array(z.array(z.array(z.string()))),
});

/**
 * What the registry answers over RDAP, and the registrar it links to.
 * @returns null when the registry has no such domain; undefined when RDAP has no answer (few country domains have it)
 * @throws LiveError offline or cancelled: then asking elsewhere is of no use either
 */
export async function rdapLookup(
  live: LiveDoor,
  domain: string,
  signal: AbortSignal,
): Promise<Registration | null | undefined> {
  let final: LiveError | undefined;
  const customFetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    try {
      return await fetchThrough(live, String(input), init?.signal ?? signal);
    } catch (error) {
      if (error instanceof LiveError && ['offline', 'cancelled'].includes(error.fault)) final = error;
      throw error;
    }
  };
  const customBootstrapData = await bootstrap(live, customFetch);
  const options = { rdapOnly: true, customFetch, deadlineMs: lookupMilliseconds, signal };
  const answer = customBootstrapData && (await lookup(domain, { ...options, customBootstrapData }));
  if (answer?.ok && answer.record) return answer.record.isRegistered ? registrationOf(answer.record) : null;
  if (signal.aborted) throw new LiveError('cancelled', 'The caller hung up.');
  if (final) throw final;
  return undefined;
}

async function bootstrap(live: LiveDoor, get: (url: string) => Promise<Response>): Promise<BootstrapData | undefined> {
  const known = bootstraps.get(live);
  if (known && Date.now() < known.until) return known.data;
  const data = await get(bootstrapUrl)
    .then(async (response) => bootstrapSchema.parse(await response.json()))
    .catch(() => undefined);
  bootstraps.set(live, { until: Date.now() + (data ? keepMilliseconds : retryMilliseconds), data });
  return data;
}

/** The door in the shape that the library asks for. */
async function fetchThrough(live: LiveDoor, url: string, signal: AbortSignal): Promise<Response> {
  const { status, headers, body } = await live.http(url, signal, {
    accept: 'application/rdap+json, application/json',
  });
  const retryAfter = headers['retry-after'];
  // a status without a body may carry none, and one below 200 is no answer
  if (status < 200 || status === 204 || status === 205 || status === 304) return new Response(null, { status: 502 });
  return new Response(plainAddresses(body.toString('utf8')), {
    status,
    headers: retryAfter ? { 'retry-after': retryAfter } : {},
  });
}

/** An address may have several lines in one place (RFC 7095); the library reads them only as one text with line breaks. */
function plainAddresses(json: string): string {
  const plain = (_: string, value: unknown): unknown =>
    Array.isArray(value) && value[0] === 'adr' && Array.isArray(value[3])
      ? value.with(
          3,
          value[3].map((part: unknown) => (Array.isArray(part) ? part.join('\n') : part)),
        )
      : value;
  try {
    return JSON.stringify(JSON.parse(json, plain));
  } catch {
    return json; // the library says so, too
  }
}

function registrationOf(record: DomainRecord): Registration {
  const contacts = record.contacts ?? [];
  const registrant: Partial<Contact> = contacts.find(({ type }) => type === 'registrant') ?? {};
  return {
    address: registrant.street ?? [],
    city: registrant.city ?? null,
    country: registrant.countryCode ?? registrant.country ?? null,
    creation_date: texts(record.creationDate),
    dnssec: record.dnssec ? (record.dnssec.enabled ? 'signedDelegation' : 'unsigned') : null,
    domain_name: distinct([record.punycodeName ?? record.domain, record.unicodeName ?? '']),
    emails: distinct([...contacts.flatMap(({ email }) => email ?? []), record.registrar?.email ?? '']),
    expiration_date: texts(record.expirationDate),
    name: registrant.name ?? null,
    name_servers: distinct((record.nameservers ?? []).map(({ host }) => host)),
    org: registrant.organization ?? null,
    referral_url: record.registrar?.url ?? null,
    registrar: record.registrar?.name ?? null,
    state: registrant.state ?? null,
    status: distinct((record.statuses ?? []).map(({ raw, status }) => raw ?? status)),
    updated_date: texts(record.updatedDate),
    whois_server: record.whoisServer ?? null,
    zipcode: registrant.postalCode ?? null,
  };
}

function texts(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}
