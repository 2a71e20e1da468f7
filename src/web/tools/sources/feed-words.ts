import { daysBetween } from '#model/dates.ts';
import { coverageLabels } from '#model/fact-kind.ts';
import { formatBytes, formatNumber, plural } from '#model/format.ts';
import { ownValue } from '#model/own-value.ts';
import { shortUnits, showAgeAgo, showRelative } from '#model/shown-time.ts';
import type { Feed, FeedState } from './feed.ts';
import type { ComponentType } from 'react';
import type { Tone } from '#web/kit/ui/Badge.tsx';
import {
  CheckIcon,
  DeleteIcon,
  DownloadIcon,
  EmptyIcon,
  ErrorIcon,
  HistoryIcon,
  NotFoundIcon,
  OffIcon,
  RunningIcon,
  TimeIcon,
  UnchangedIcon,
  WarningIcon,
} from '#web/kit/ui/icons.ts';

/**
 * How long ago data was recorded, at an instant or on a day: hours and minutes of today, else whole UTC days, because most data only has
 * a day. Epoch seconds.
 */
export function recordedWords(at: number, now: number): string {
  const days = daysBetween(new Date(at * 1000), new Date(now * 1000));
  return days > 0 ? showAgeAgo(days) : showRelative(at, now);
}

/** How often: 'every 5 min', 'hourly', 'every 6 h', 'daily', 'weekly', 'every 30 d'. */
export function everyWords(seconds: number): string {
  const named = new Map([
    [3600, 'hourly'],
    [86_400, 'daily'],
    [604_800, 'weekly'],
  ]).get(seconds);
  if (named) return named;
  const [size, unit] = shortUnits.find(([limit]) => seconds >= limit && seconds % limit === 0) ?? [60, 'min'];
  return `every ${Math.max(1, Math.round(seconds / size))} ${unit}`;
}

/** A size that a publisher may not say. */
export function sizeWords(bytes: number): string {
  return bytes <= 0 ? 'size not known' : formatBytes(bytes);
}

/** '2,310 listings, 14 facts'; 'no rows' where there are none. */
export function rowWords({ rows: { listings, facts, routing } }: Pick<Feed, 'rows'>): string {
  const parts = [
    [listings, plural(listings, 'listing')],
    [facts, plural(facts, 'fact')],
    [routing, plural(routing, 'routing row')],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatNumber(count)} ${word}`);
  return words.join(', ') || 'no rows';
}

/** Whose problem an error is, in words. */
export function whoseWords(whose: string): string {
  switch (whose) {
    case 'publisher':
      return 'Cause: the publisher';
    case 'network':
      return 'Cause: the network';
    case 'this-machine':
      return 'Cause: this machine';
    default:
      return '';
  }
}

/** A kind of coverage in words; the name itself for a kind unknown to this version. */
export function coverageLabel(kind: string): string {
  return ownValue(coverageLabels, kind) ?? kind.replaceAll('_', ' ');
}

/** The place of a feed on the page of the sources: the hash that opens it. */
export function feedAnchor(id: string): string {
  return `feed-${id}`;
}

/** The look of the state of a feed or an import. */
export interface StateLook {
  readonly word: string;
  /** Different for every state, so that colour is never the only sign. */
  readonly icon: ComponentType;
  readonly tone: Tone;
  /** What it means, in a sentence; '' where the row says more itself. */
  readonly meaning: string;
}

const looks: Readonly<Record<FeedState, StateLook>> = {
  off: { word: 'Off', icon: OffIcon, tone: 'neutral', meaning: 'Not fetched, and not used in today’s scores.' },
  waiting: { word: 'Waiting', icon: TimeIcon, tone: 'neutral', meaning: 'Switched on; starts soon.' },
  empty: {
    word: 'No file yet',
    icon: TimeIcon,
    tone: 'neutral',
    meaning: 'It is read from its drop folder, which is empty.',
  },
  fetching: { word: 'Fetching', icon: DownloadIcon, tone: 'accent', meaning: 'Downloading from the publisher.' },
  reading: { word: 'Reading', icon: RunningIcon, tone: 'accent', meaning: 'Parsing the downloaded files.' },
  writing: {
    word: 'Writing',
    icon: RunningIcon,
    tone: 'accent',
    meaning: 'Entries are being written to the collection.',
  },
  scoring: {
    word: 'Scoring',
    icon: RunningIcon,
    tone: 'accent',
    meaning: 'Dependent scores are being updated.',
  },
  ok: { word: 'Current', icon: CheckIcon, tone: 'ok', meaning: 'Loaded.' },
  unchanged: {
    word: 'Unchanged',
    icon: UnchangedIcon,
    tone: 'ok',
    meaning: 'The publisher had nothing newer at the last fetch.',
  },
  old: { word: 'Old', icon: HistoryIcon, tone: 'warning', meaning: 'Loaded, but the data is older than it should be.' },
  suspect: {
    word: 'Suspect',
    icon: WarningIcon,
    tone: 'warning',
    meaning: 'The last fetch was empty or less than half as long as before. The last good data stays in use.',
  },
  failed: {
    word: 'Failed',
    icon: ErrorIcon,
    tone: 'danger',
    meaning: 'The last fetch failed. Earlier data stays in use.',
  },
  removing: {
    word: 'Removing',
    icon: DeleteIcon,
    tone: 'accent',
    meaning: 'What it brought is leaving the collection, and scores are computed again.',
  },
  deleted: {
    word: 'Deleted',
    icon: EmptyIcon,
    tone: 'neutral',
    meaning: 'The feed was removed. What it brought is still in the collection.',
  },
};

const ending: StateLook = {
  word: 'Ending',
  icon: TimeIcon,
  tone: 'neutral',
  meaning: 'Switched off; its entries are being closed.',
};

/** The look of a state of a feed. */
export function stateLook({ state, isEnabled }: Pick<Feed, 'state' | 'isEnabled'>): StateLook {
  return state === 'waiting' && !isEnabled ? ending : lookOf(looks, state);
}

/** The look of a state; a newer service may have states without one. */
export function lookOf(known: Readonly<Record<string, StateLook>>, state: string): StateLook {
  return ownValue(known, state) ?? { word: state, icon: NotFoundIcon, tone: 'neutral', meaning: 'Unknown state.' };
}
