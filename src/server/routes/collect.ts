import type { CollectStep } from '#contract/generated/types.gen.ts';
import { parseDomainName } from '#model/domain-name.ts';
import { canonicalIp, reverseZoneName } from '#model/ip-address.ts';
import { badInput } from '#server/http/api-error.ts';
import { readDomain } from '#server/input/name.ts';
import { whyNameRefused, whyRefused } from '#server/live/target.ts';
import { isNetworkFailure } from '#server/live/live-failure.ts';
import { liveWhois } from '#server/live/live-whois.ts';
import { LiveError, type LiveRecordType } from '#server/live/outbound-client.ts';
import type { AllServices, LiveHandler } from './handler.ts';
import { liveAnswers } from './live-answers.ts';
import { recordRegistration } from './whois-live.ts';

type What = 'dns' | 'registration';

/** Sightline extension: collects live data about one subject and stores it. */
const collectNow: LiveHandler<'collectNow'> = {
  answer: async ({ body, signal }, services) => {
    const what = new Set(body.what);
    const address = canonicalIp(body.indicator.trim());
    if (address !== null && what.has('registration'))
      throw badInput(
        'what',
        'Only the registration of a domain can be looked up. Send what as ["dns"] for an address.',
      );
    const indicator = address ?? readName(body.indicator);
    const collect = { indicator, services, signal };
    const ask = address === null ? [...what].map((each) => ofName[each](collect)) : [ofAddress(collect)];
    const steps = (await Promise.all(ask)).flat();
    // so that the caller's next query finds it
    await services.findings.flush();
    return { indicator, steps, added: steps.reduce((sum, { records = 0 }) => sum + records, 0) };
  },
};

export const collectHandlers = { collectNow };

function readName(text: string): string {
  if (parseDomainName(text).ok) return readDomain('indicator', text).query;
  throw badInput('indicator', 'Send an IPv4 or IPv6 address, or a domain or host name.');
}

interface Collect {
  readonly indicator: string;
  readonly services: AllServices;
  readonly signal: AbortSignal;
}

const nameTypes = ['A', 'AAAA', 'NS', 'MX', 'TXT', 'SOA', 'CNAME'] as const;

const ofName: Readonly<Record<What, (collect: Collect) => Promise<CollectStep[]>>> = {
  dns: (collect) => Promise.all(nameTypes.map((type) => dnsStep(collect, type, collect.indicator))),
  registration: async (collect) => [await registrationStep(collect)],
};

/** Maximum number of names of one address that are resolved; some have hundreds. */
const maxPointers = 5;

/** The reverse names of an address, and whether they point back. */
async function ofAddress(collect: Collect): Promise<CollectStep[]> {
  const { indicator } = collect;
  const names: string[] = [];
  const refused = whyRefused(indicator);
  const pointer = await dnsStep(collect, 'PTR', reverseZoneName(indicator) ?? '', { refused, found: names });
  const type = indicator.includes(':') ? 'AAAA' : 'A';
  const back = names.slice(0, maxPointers).map((name) => dnsStep(collect, type, name));
  return [pointer, ...(await Promise.all(back))];
}

interface DnsDetail {
  /** Reason not to send anything, based on the name by default. */
  readonly refused?: string | null;
  /** Gets the answers. */
  readonly found?: string[];
}

async function dnsStep(
  { indicator, services, signal }: Collect,
  type: LiveRecordType,
  name: string,
  { refused = whyNameRefused(name), found = [] }: DnsDetail = {},
): Promise<CollectStep> {
  const isItself = name === indicator || type === 'PTR';
  const head = { what: 'dns', name: isItself ? type : `${type} of ${name}` } as const;
  return step(head, indicator, refused, async () => {
    const answers = await liveAnswers(name, type, signal, services);
    found.push(...answers);
    const shown = isItself ? indicator : name;
    if (answers.length === 0) return { ...head, ...none(`The DNS has no ${type} record of ${shown}.`) };
    return { ...head, status: 'found', whose: null, message: shortList(answers), records: answers.length };
  });
}

async function registrationStep({ indicator, services, signal }: Collect): Promise<CollectStep> {
  const { domain } = readDomain('indicator', indicator);
  const head = { what: 'registration', name: domain } as const;
  return step(head, domain, whyNameRefused(domain), async () => {
    const registration = await liveWhois(services.live, domain, signal);
    if (!registration) return { ...head, ...none(`The registry has no domain ${domain}.`) };
    const { registrar, created } = recordRegistration(registration, domain, services);
    const since = created ? ` since ${created.slice(0, 10)}` : '';
    const message = `Registered${since}${registrar ? ` with ${registrar}` : ''}.`;
    return { ...head, status: 'found', whose: null, message, records: 1 };
  });
}

/** Runs one step. An error becomes the outcome of the step, unless the caller disconnected. */
async function step(
  head: { readonly what: What; readonly name: string },
  target: string,
  refused: string | null,
  ask: () => Promise<CollectStep>,
): Promise<CollectStep> {
  const outcome = (status: 'refused' | 'failed', whose: string, message: string) => ({
    ...head,
    status,
    whose,
    message,
    records: 0,
  });
  if (refused !== null) return outcome('refused', 'this-machine', `Nothing is sent about ${target}: ${refused}.`);
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof LiveError) || error.fault === 'cancelled') throw error;
    if (error.fault === 'offline' || error.fault === 'refused_target')
      return outcome('refused', 'this-machine', error.message);
    if (error.fault === 'refused_referral') return outcome('refused', 'registry', error.message);
    const isNetwork = head.what === 'dns' || isNetworkFailure(error);
    return outcome('failed', isNetwork ? 'network' : 'registry', error.message);
  }
}

function none(message: string) {
  return { status: 'none', whose: null, message, records: 0 } as const;
}

/** Answers as one line; those of TXT records may be long and many. */
function shortList(answers: readonly string[]): string {
  const shown = answers.slice(0, 5).map((text) => (text.length > 200 ? `${text.slice(0, 200).toWellFormed()}…` : text));
  const rest = answers.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
