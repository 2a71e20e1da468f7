import { expect, test } from 'vitest';
import { elapsedText } from './use-kept-job.ts';

test.each([
  [-200, '0 s'],
  [7600, '8 s'],
  [59_600, '1 min 0 s'],
  [125_000, '2 min 5 s'],
  [4_320_000, '1 h 12 min'],
])('%i ms', (milliseconds, text) => expect(elapsedText(milliseconds)).toBe(text));
