import { expect, it } from 'vitest';
import { listToLines } from './json-list.ts';

it('makes the same lines wherever the text is cut', () => {
  const events = [{ text: 'a "quoted", \\ [text] {' }, { list: [1, { more: [] }, ''] }, {}];
  const lists = `${JSON.stringify(events)}\n${JSON.stringify(events, undefined, '\t')}\n`;
  for (let at = 0; at <= lists.length; at += 1) {
    const take = listToLines();
    const lines = `${take(lists.slice(0, at))}${take(lists.slice(at))}`.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([...events, ...events]);
  }
});
