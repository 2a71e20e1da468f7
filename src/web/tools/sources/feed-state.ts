import type { ComponentType } from 'react';
import type { Tone } from '#web/kit/ui/Badge.tsx';
import {
  CheckIcon,
  DownloadIcon,
  ErrorIcon,
  NotFoundIcon,
  OffIcon,
  RunningIcon,
  TimeIcon,
  UnchangedIcon,
  WarningIcon,
} from '#web/kit/ui/icons.ts';
import type { Feed, FeedState } from './feed.ts';

/** How a state of a feed or an import is shown. */
export interface StateLook {
  readonly word: string;
  /** Differs for every state that a person must tell apart, so that colour is never the only sign. */
  readonly icon: ComponentType;
  readonly tone: Tone;
  /** What it means, in a sentence; '' where the row says more itself. */
  readonly meaning: string;
}

const looks: Readonly<Record<FeedState, StateLook>> = {
  off: { word: 'Off', icon: OffIcon, tone: 'neutral', meaning: 'Not fetched, and not used in today’s scores.' },
  waiting: { word: 'Waiting', icon: TimeIcon, tone: 'neutral', meaning: 'Switched on; starts soon.' },
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
};

/** A newer service may have more. */
const known: ReadonlyMap<string, StateLook> = new Map(Object.entries(looks));

const ending: StateLook = {
  word: 'Ending',
  icon: TimeIcon,
  tone: 'neutral',
  meaning: 'Switched off; its entries are being closed.',
};

/** How a state is shown: word, shape and tone. */
export function stateLook({ state, isEnabled }: Pick<Feed, 'state' | 'isEnabled'>): StateLook {
  if (state === 'waiting' && !isEnabled) return ending;
  const meaning = 'Unknown state.';
  return known.get(state) ?? { word: state, icon: NotFoundIcon, tone: 'neutral', meaning };
}
