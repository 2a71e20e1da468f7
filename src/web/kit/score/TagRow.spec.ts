import { expect, it } from 'vitest';
import { fittingTags } from './TagRow.tsx';

it.each([
  [[], 100, 0],
  [['phishing'], 20, 1],
  [['phishing', 'fast flux'], 100, 1],
  [['phishing', 'fast flux'], 150, 2],
  [['C2', 'malware', 'newly registered'], 130, 2],
  // the number of the others needs room as well
  [['C2', 'malware', 'newly registered'], 100, 1],
  [['C2', 'malware', 'newly registered'], Infinity, 3],
])('of the tags %j, %d pixels hold %d', (labels, room, shown) => expect(fittingTags(labels, room)).toBe(shown));
