import { maskLength } from '#model/cidr.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { entryOf, reject, updateDay } from '#server/ingest/feeds/read/entry-fields.ts';
import type { FeedDocument, FeedEntry, FeedReader } from '#server/ingest/feeds/read/entry.ts';
import { nameSubject, type Reading, rangeSubject, subjectOf } from '#server/ingest/feeds/read/subject.ts';
import type { ReaderOptions } from '#server/ingest/feeds/catalogue/feed.ts';

/** Longer lines are not entries of a plain list; they are rejected unread. */
const maxLineLength = 4096;

/** Reads a line into an entry, several, or none. */
type ReadLine = (line: string) => FeedEntry | readonly FeedEntry[] | null;

/** A reader of a format with one entry a line. `open` returns the function for the lines of one document; it gets no empty lines. */
export function lineReader(open: (document: FeedDocument, options: ReaderOptions) => ReadLine): FeedReader {
  return async function* (document, options) {
    const read = open(document, options);
    for await (const line of document.lines()) {
      if (line === '') continue;
      const found =
        line.length > maxLineLength ? reject(line, `The line is longer than ${maxLineLength} characters.`) : read(line);
      if (found === null) continue;
      if (isOne(found)) yield found;
      else for (const entry of found) yield entry;
    }
  };
}

function isOne(found: FeedEntry | readonly FeedEntry[]): found is FeedEntry {
  return 'what' in found;
}

/**
 * One indicator a line, comments after `#` or `;`, text after white space ignored; also `||name^` of ad blockers and the owners of a
 * response policy zone.
 */
export const readLines = lineReader((document, options) => (line) => {
  if (isComment(line)) return readComment(document, line);
  if (pageRule.test(line)) return reject(line, 'A rule that hides parts of pages lists no site.');
  const word = firstWord(line);
  if (word === '') return null;
  const isAllowed = /\sCNAME\s+rpz-(?:passthru|tcp-only)\b/i.test(line);
  return entryOf(
    line,
    isAllowed ? 'The policy zone allows the name.' : (policySubject(word) ?? subjectOf(word)),
    options,
  );
});

/** The trigger of a policy zone that is not a name: `24.0.2.0.192.rpz-ip` is 192.0.2.0/24. */
function policySubject(owner: string): Reading | undefined {
  const [, trigger, kind] = /^([^/]+)\.rpz-(ip|client-ip|nsip|nsdname)(?:\.|$)/i.exec(owner) ?? [];
  if (trigger === undefined) return undefined;
  const [length = '', ...reversed] = trigger.split('.');
  if (kind?.toLowerCase() !== 'ip' || !/^\d+(?:\.\d+){4}$/.test(trigger))
    return 'A trigger of a policy zone that is neither a name nor an IPv4 range is not read.';
  return rangeSubject(`${reversed.reverse().join('.')}/${length}`);
}

/** Names of the local machine in every hosts file. */
const localNames: ReadonlySet<string> = new Set([
  'localhost',
  'localhost.localdomain',
  'localhost6.localdomain6',
  'local',
  'broadcasthost',
]);

/** `0.0.0.0 name ...`: the names are listed, not the address they are mapped to. A line may have only names. */
export const readHosts = lineReader((document, options) => (line) => {
  if (isComment(line)) return readComment(document, line);
  const words = line.split('#', 1)[0]?.trim().split(/\s+/) ?? [];
  const [first = ''] = words;
  // the zone of `fe80::1%lo0` is not part of the address
  const isAddress = canonicalIp(first.split('%', 1)[0] ?? '') !== null;
  return (isAddress ? words.slice(1) : words)
    .filter((name) => name !== '' && !isOwnName(name, isAddress ? first : ''))
    .map((name) => entryOf(line, nameSubject(name), options));
});

/** `127.0.0.1 localhost`, `0.0.0.0 0.0.0.0`, `ff02::1 ip6-allnodes` */
function isOwnName(name: string, address: string): boolean {
  return name === address || name.startsWith('ip6-') || localNames.has(name.toLowerCase());
}

const hash = '#'.charCodeAt(0);
const semicolon = ';'.charCodeAt(0);
const bang = '!'.charCodeAt(0);

/** A rule of an ad blocker that hides parts of the pages of a site: `news.example##.banner`, `news.example#@#.banner`. */
const pageRule = /^[^#\s/]+#[@?$%]{0,2}#/;

function isComment(line: string): boolean {
  const code = line.charCodeAt(0);
  return code === hash || code === semicolon || code === bang || line.startsWith('//');
}

/** A comment may give the day of the list. */
function readComment(document: FeedDocument, comment: string): null {
  document.asOf(updateDay(comment));
  return null;
}

/** The indicator at the beginning of a line. */
function firstWord(line: string): string {
  const text = line.trim();
  const end = text.search(/[\s,]|;(?!\S*[?&=])/);
  const word = end < 0 ? text : (restOfRange(text, end) ?? text.slice(0, end));
  if (word.startsWith('||')) return word.slice(2).replace(/\^.*$|\$[a-z~].*$/i, '');
  // behind a host without a scheme or a path, `#` begins a comment
  return word.replace(/^([^/?#]+)#.*$/, '$1');
}

/** A range written `first - last` or `first netmask`, with spaces. */
function restOfRange(text: string, end: number): string | undefined {
  const [, network, mask] =
    /^([\d.]+)\s+((?:128|192|224|24[08]|25[245])(?:\.\d{1,3}){3})(?![\w.])/.exec(text.slice(0, end + 60)) ?? [];
  if (network !== undefined && mask !== undefined && maskLength(mask) !== null) return `${network}/${mask}`;
  return /^[0-9a-f.:]+\s+-\s+[0-9a-f.:]+/i.exec(text.slice(0, end + 60))?.[0];
}
