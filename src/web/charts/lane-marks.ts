import type { LaneMark } from './name-server-lanes.ts';

/** A letter in a ring, so that marks differ by more than colour and shape. */
export const LANE_MARKS: readonly { mark: LaneMark; letter: string; word: string }[] = [
  { mark: 'expiry', letter: 'E', word: 'Servers of an expired domain' },
  { mark: 'parked', letter: 'P', word: 'Servers of a parking service' },
  { mark: 'sinkhole', letter: 'S', word: 'Servers of a sinkhole' },
  { mark: 'circular', letter: 'C', word: 'Back to a set left before' },
];
