import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { codePointLabel, hasUnseen, unseenText, visibleSegments, visibleText } from './visible-text.ts';

const sights = (text: string) =>
  visibleSegments(text).map(({ kind, label, text: part }) => (kind === 'plain' ? part : `${kind} ${label}`));

describe('visibleSegments', () => {
  test.each([
    ['', []],
    ['plain text, bücher, 例え', ['plain text, bücher, 例え']],
    ['invoice\u202Efdp.exe', ['invoice', 'bidi U+202E', 'fdp.exe']],
    ['a\u2066b\u2069', ['a', 'bidi U+2066', 'b', 'bidi U+2069']],
    ['\u061c\u200e', ['bidi U+061C', 'bidi U+200E']],
    ['pay\u200bpal', ['pay', 'zero-width U+200B', 'pal']],
    ['\ufeffx\u00ad', ['zero-width U+FEFF', 'x', 'zero-width U+00AD']],
    ['x\u{e0041}\ufe0f\u3164', ['x', 'zero-width U+E0041', 'zero-width U+FE0F', 'zero-width U+3164']],
    ['\u001b[31mred', ['control U+001B', '[31mred']],
    ['a\u0000b\u0085\u2028', ['a', 'control U+0000', 'b', 'control U+0085', 'control U+2028']],
    ['a\nb\tc', ['a', 'control U+000A', 'b', 'control U+0009', 'c']],
    ['\ud83d', ['control U+D83D']],
    ['😀', ['😀']],
    ['x\ufff9y', ['x', 'zero-width U+FFF9', 'y']],
  ])('%j', (text, expected) => expect(sights(text)).toEqual(expected));

  it('keeps lines on request, and only those', () => {
    expect(visibleSegments('a\nb\tc', { keepsLines: true })).toEqual([{ text: 'a\nb\tc', kind: 'plain', label: '' }]);
    expect(visibleSegments('a\r\nb', { keepsLines: true }).map(({ kind }) => kind)).toEqual([
      'plain',
      'control',
      'plain',
    ]);
  });

  it('loses nothing, and leaves nothing unseen in plain text', () => {
    const hostile = fc.string({
      unit: fc.oneof(fc.string({ unit: 'binary', maxLength: 1 }), fc.constantFrom('\u202e', '\u200b', '\0', '\n')),
    });
    fc.assert(
      fc.property(hostile, fc.boolean(), (text, keepsLines) => {
        const segments = visibleSegments(text, { keepsLines });
        expect(segments.map((segment) => segment.text).join('')).toBe(text);
        for (const { kind, text: part, label } of segments) {
          if (kind === 'plain') expect(hasUnseen(keepsLines ? part.replace(/[\n\t]/g, '') : part)).toBe(false);
          else expect(label).toBe(codePointLabel(part));
        }
      }),
    );
  });
});

test.each([
  ['<U+202E>gro.live', '\u202egro.live'],
  ['pay<U+200B>pal', 'pay\u200bpal'],
  ['x<U+E0041>', 'x\u{e0041}'],
  ['<U+0041>', '<U+0041>'],
  ['<U+FFFFFF>', '<U+FFFFFF>'],
  ['<U+202', '<U+202'],
])('the text of a field that shows %j is %j', (shown, text) => {
  expect(unseenText(shown)).toBe(text);
  expect(visibleText(text)).toBe(shown);
});
