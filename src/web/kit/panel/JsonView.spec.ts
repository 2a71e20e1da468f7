import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findInLines, jsonLines } from './JsonView.tsx';

describe('jsonLines', () => {
  it('indents', () => {
    expect(jsonLines({ a: [1] })).toEqual(['{', '  "a": [', '    1', '  ]', '}']);
  });

  it.each([
    ['\u202eevil', '"\\u202eevil"'],
    ['a\u200bb', '"a\\u200bb"'],
    ['\u{e0041}', '"\\udb40\\udc41"'],
    ['line\u2028break', '"line\\u2028break"'],
    ['\u0007', '"\\u0007"'],
    ['bücher', '"bücher"'],
  ])('shows %j as an escape where it would not be seen', (text, line) => {
    expect(jsonLines(text)).toEqual([line]);
  });

  it('stays the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(jsonLines(value).join('\n'))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('findInLines', () => {
  const lines = ['"ip": "192.0.2.1"', '"asname": "Example.Net"', '"x": "192x0"'];

  it.each([
    ['192.0', [{ line: 0, from: 7, to: 12 }]],
    ['EXAMPLE', [{ line: 1, from: 11, to: 18 }]],
    ['', []],
    ['(', []],
  ])('finds %j', (text, matches) => {
    expect(findInLines(lines, text)).toEqual(matches);
  });

  it('stops at the most matches', () => {
    expect(findInLines(lines, '"', 3)).toHaveLength(3);
  });
});
