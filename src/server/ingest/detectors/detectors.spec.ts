import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { detectors } from './detectors.ts';

describe('docs/findings.md', () => {
  const text = readFileSync('docs/findings.md', 'utf8');
  const cellsOf = (line: string) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
  /** The rows of the first table below a heading. */
  const rowsBelow = (heading: string): string[][] => {
    const lines = text.slice(text.indexOf(`\n${heading}\n`) + 1).split('\n');
    const table = lines.slice(lines.findIndex((line) => line.startsWith('|')));
    return table
      .slice(
        2,
        table.findIndex((line) => !line.startsWith('|')),
      )
      .map(cellsOf);
  };

  it('lists every detector with its source', () => {
    const rows = rowsBelow('## The detectors').map(([id, , source]) => {
      const [, number] = /\]\[(\d+)\]$/.exec(source ?? '') ?? [];
      return [id, new RegExp(`^\\[${number}\\]: (.*)$`, 'm').exec(text)?.[1]];
    });
    expect(rows).toEqual(detectors.map(({ id, source }) => [`\`${id}\``, source.url]));
  });

  it.each(detectors.map((each) => [each.id, each] as const))('gives the thresholds of %s', (id, { thresholds }) => {
    const expected = Object.values(thresholds).map(({ title, value, reason }) => [title, String(value), reason]);
    expect(rowsBelow(`### ${id}`)).toEqual(expected);
  });
});
