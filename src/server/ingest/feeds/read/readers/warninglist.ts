import { type FactKind, factKinds } from '#model/fact-kind.ts';
import { isObject, listOf, textOf } from '#model/json-value.ts';
import { ownValue } from '#model/own-value.ts';
import { calendarDay, entryOf, reject } from '#server/ingest/feeds/read/entry-fields.ts';
import type { FeedDocument, FeedEntry } from '#server/ingest/feeds/read/entry.ts';
import { addressSubject, nameSubject, rangeSubject, type Reading } from '#server/ingest/feeds/read/subject.ts';
import { readJson } from './json.ts';
import type { ReaderOptions } from '#server/ingest/feeds/catalogue/feed.ts';

/**
 * One list of the MISP warninglists: `{name, version, type, list}`, with `type` string, hostname, cidr, substring or regex. Each
 * entry gets the fact of the feed. The folder (or file name) identifies the list.
 */
export async function* readWarninglist(document: FeedDocument, options: ReaderOptions): AsyncGenerator<FeedEntry> {
  const value = await readJson(document);
  if (!isObject(value) || !Array.isArray(value.list)) {
    yield reject(document.name, 'Not a warninglist: it needs a “list”.');
    return;
  }
  if (value.type === 'regex' || value.type === 'substring') {
    yield reject(textOf(value.name), `A list of type ${value.type} names no subjects.`);
    return;
  }
  // 20261122; some lists count from 1 instead
  if (typeof value.version === 'number') document.asOf(calendarDay(String(value.version)));
  const list = slugOf(document.name);
  const fact = options.fact && { kind: options.fact.kind, value: valueOf(options.fact.kind, list, textOf(value.name)) };
  const isServers = list.endsWith('-ns');
  for (const entry of listOf(value.list)) {
    const text = textOf(entry).trim();
    if (text !== '') yield listEntry(text, isServers, fact ? { fact } : {});
  }
}

/** A name with a leading dot or star includes all names below it. */
function listEntry(text: string, isServers: boolean, options: ReaderOptions): FeedEntry {
  if (text.length > 500) return reject(text, 'Longer than an address or a name.');
  const subject = subjectOf(text);
  if (typeof subject === 'string' || subject.type !== 'domain') return entryOf(text, subject, options);
  const tags = text.startsWith('.') || text.startsWith('*.') ? ['subdomains'] : [];
  return entryOf(text, isServers ? { type: 'name_server', name: subject.name } : subject, options, { tags });
}

function subjectOf(text: string): Reading {
  if (text.includes('/')) return rangeSubject(text);
  const address = addressSubject(text);
  return typeof address === 'string' ? nameSubject(text) : address;
}

/** `.../lists/cloudflare/list.json` or `cloudflare.json` -> 'cloudflare' */
function slugOf(name: string): string {
  const parts = name.split(/[/\\]/).filter((part) => part !== '');
  const file = parts.at(-1)?.replace(/\.json$/i, '') ?? '';
  return (file === 'list' ? parts.at(-2) : file)?.toLowerCase() ?? '';
}

/** Names of actors and providers that the title of the list does not contain. */
const actors: Readonly<Record<string, string>> = {
  'microsoft-office365': 'Microsoft 365',
  'microsoft-office365-ip': 'Microsoft 365',
  'microsoft-azure': 'Microsoft Azure',
  'microsoft-azure-china': 'Microsoft Azure China',
  'microsoft-azure-germany': 'Microsoft Azure Germany',
  'microsoft-azure-us-gov': 'Microsoft Azure US Government',
  'amazon-aws': 'Amazon AWS',
  'google-gcp': 'Google Cloud',
  'google-gmail-sending-ips': 'Gmail',
  'captive-portals': 'Captive portal detection',
  'crl-hostname': 'Certificate revocation (CRL, OCSP)',
  'crl-ip': 'Certificate revocation (CRL, OCSP)',
  'palo-alto-networks-cortex-xpanse': 'Palo Alto Networks Cortex Xpanse',
  'tenable-cloud-ipv4': 'Tenable',
  'tenable-cloud-ipv6': 'Tenable',
};

/** The value of the fact: the actor for kinds that have one, a rank for top lists. */
function valueOf(kind: FactKind, list: string, title: string): string {
  if (kind === 'toplist') return String(rankOf(list));
  if (factKinds[kind].value === '') return '';
  return ownValue(actors, list) ?? actorIn(title) ?? actorIn(list.replace(/[-_]/g, ' ')) ?? list;
}

/** `List of known Cloudflare IP ranges` -> 'Cloudflare'; `Censys IP Ranges Used for Scanning` -> 'Censys' */
function actorIn(title: string): string | undefined {
  const actor = title
    .slice(0, 200)
    .replace(/\([^)]*\)/g, ' ')
    .replace(/^\s*(?:list|specialized list) of (?:known |published )?/i, '')
    .replace(/\b(?:IP[ -]?(?:address )?ranges?|IP[ -]?ranges?|ranges?|domains?|IPs?|addresses|for|CDN)\b.*$/i, '')
    .replace(/\b(?:nt |research )?(?:scanning|scanners?)\b.*$/i, '')
    .replace(/[\s,:]+$/, '')
    .trim();
  return actor === '' ? undefined : actor.charAt(0).toUpperCase() + actor.slice(1);
}

/** `cisco_top10k` -> 10000. The lists are alphabetical, so a rank is only known to be within the size of the list. */
function rankOf(list: string): number {
  const [, digits, thousand] = /(\d+)(k)?$/.exec(list) ?? [];
  // majestic_million holds the first 10,000 of that million
  if (digits === undefined) return 10_000;
  return thousand === undefined ? Number(digits) : Number(digits) * 1000;
}
