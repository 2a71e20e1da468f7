import { plusDays } from '#model/dates.ts';
import { formatIpv4 } from '#model/ip-address.ts';
import { hash32, randomFor } from '#sample/random.ts';
import type { FactEntry, FeedEntry, ListingEntry } from '#server/ingest/feeds/read/entry.ts';
import type { Feed } from '#server/ingest/feeds/catalogue/feed.ts';
import { testFeed } from './feed-collection.ts';
import { answer } from './retro-hits.ts';

/** One day of a list that changes from day to day. */
export interface SeededList {
  readonly seed: string;
  /** Number of the day, from 0. */
  readonly day: number;
  /** Number of subjects in all; about two thirds of them are on the list on a day. */
  readonly subjects: number;
}

/** The feed of the lists. */
export const seededSource: Feed = testFeed({ id: 'seeded', importId: 70 });

export const seededDay = (day: number): string => plusDays('2026-06-01', day);

/** Entries of every shape in snapshots, always the same for a day: they come, stay, go, come back and change. */
export function* seededFeed({ seed, day, subjects }: SeededList): Generator<FeedEntry> {
  for (let subject = 0; subject < subjects; subject += 1) {
    // some stay for one day, others for weeks
    const spell = Math.floor((day + (subject % 7)) / (1 + (subject % 13)));
    if (hash32(`${seed}/${subject}/${spell}`) % 3 === 0) continue;
    const random = randomFor(`${seed}/${subject}/${spell}`);
    const entry = subject % 2 === 0 ? listing(subject, random.int(0, 9)) : fact(subject, random.int(0, 9), day);
    yield entry;
    // publishers repeat themselves
    if (subject % 11 === 0) yield { ...entry, tags: ['again', ...entry.tags] };
  }
}

function listing(subject: number, chance: number): ListingEntry {
  const head = { what: 'listing', tags: [`t${chance}`], reference: `https://list.test/${chance}` } as const;
  const given = subject % 5 === 0 ? { first: seededDay((subject % 29) - 20) } : {};
  switch (subject % 10) {
    case 0:
      return { ...head, ...given, subject: { type: 'ip', address: address(subject) } };
    case 2:
      return {
        ...head,
        ...given,
        subject: { type: 'url', url: `http://h${subject}.test/x`, host: `h${subject}.test` },
      };
    case 4: {
      const [first, last] = [formatIpv4(0xc600_0000 + 4 * subject), formatIpv4(0xc600_0000 + 4 * subject + 3)];
      return { ...head, subject: { type: 'range', first, last, text: `${first}/30` } };
    }
    case 6:
      return { ...head, category: chance > 5 ? 'c2' : 'spam', subject: { type: 'asn', asn: 64_512 + subject } };
    default:
      return { ...head, confidence: 10 * chance, subject: { type: 'domain', name: `d${subject}.test` } };
  }
}

function fact(subject: number, chance: number, day: number): FactEntry {
  const head = { what: 'fact', value: '', tags: [] } as const;
  const ip = { type: 'ip', address: address(subject) } as const;
  const domain = { type: 'domain', name: `f${subject}.test` } as const;
  switch (subject % 10) {
    case 1:
      return { ...head, kind: 'tor_exit', subject: ip };
    case 3:
      // a rank changes every day and stays one fact
      return { ...head, kind: 'toplist', subject: domain, value: String(1 + ((subject + 7 * day) % 5000)) };
    case 5:
      return { ...head, kind: 'known_benign', subject: ip, value: `Actor ${chance % 3}`, tags: [`t${chance}`] };
    case 7:
      return { ...head, kind: 'expired', subject: domain, from: seededDay((subject % 23) - 30 + chance) };
    default:
      return { ...head, kind: 'ptr', subject: ip, value: `p${chance}.h${subject}.test` };
  }
}

/** The import of `seededLogs`. */
export const seededLogsImport = 2_000_001;

/** What own logs had of every tenth or so of the subjects: rows of `contributions`. */
export function seededLogs(subjects: number): object[] {
  return Array.from({ length: Math.ceil(subjects / 10) }, (_, at) => {
    const subject = at * 10;
    const of = (name: string) => answer(seededLogsImport, name, 'A', address(subject), { count: 1 + (at % 5) });
    return [of(`www${at}.test`), of(`h${subject + 2}.test`), of(`d${subject + 8}.test`)];
  }).flat();
}

function address(subject: number): string {
  return formatIpv4(0xc612_0000 + subject);
}
