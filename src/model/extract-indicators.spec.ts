import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { extractIndicators } from './extract-indicators.ts';
import { growth } from '#test/model/growth.ts';

const found = (text: string) => extractIndicators(text).indicators.map(({ kind, value }) => `${kind} ${value}`);

describe('extractIndicators', () => {
  test.each([
    ['192.0.2.1\r\nevil[.]example\n2001:DB8::1', ['ipv4 192.0.2.1', 'domain evil.example', 'ipv6 2001:db8::1']],
    [
      'evil.example,192.0.2.1;AS64500|198.51.100.7/24',
      ['domain evil.example', 'ipv4 192.0.2.1', 'asn 64500', 'subnet 198.51.100.0/24'],
    ],
    ['{"host":"evil.example","ip":"192.0.2.1"}', ['domain evil.example', 'ipv4 192.0.2.1']],
    ['src=192.0.2.1 dst=[2001:db8::1]:443 ip:2001:db8::2', ['ipv4 192.0.2.1', 'ipv6 2001:db8::1', 'ipv6 2001:db8::2']],
    [`sha1:${'a1'.repeat(20)}`, [`certificate-sha1 ${'a1'.repeat(20)}`]],
    ['See hxxps://evil[.]example/a?b=c, and (www.example.test).', ['domain evil.example', 'domain www.example.test']],
    ['ns1.example.test', ['domain ns1.example.test']],
    [
      'from=<Jo.Doe@evil.example>, to=a@evil.example',
      ['e-mail jo.doe@evil.example', 'domain evil.example', 'e-mail a@evil.example'],
    ],
    ['announced by AS 64500 and ASN 65546', ['asn 64500', 'asn 65546']],
    ['version 1.10 of 2026 runs 64500 times, e.g. daily', []],
    ['# 192.0.2.1 is a comment\n\n192.0.2.2', ['ipv4 192.0.2.2']],
    ['ｅｖｉｌ．example ev\u200bil.example', ['domain evil.example']],
    ['[evil.example](https://evil.example/x)', ['domain evil.example']],
    ['Nov 21 12:00:59 host sshd[123]: from 192.0.2.1 2026-11-21T12:00:59.123Z 07:15', ['ipv4 192.0.2.1']],
    ['', []],
  ])('%j', (text, expected) => expect(found(text)).toEqual(expected));

  it('takes no time of day for a broken address', () =>
    expect(extractIndicators('Nov 21 12:00:59 2026-11-21T12:00:59+01:00 from 192.0.2.1').invalid).toEqual([]));

  it('loses no AS numbers between other indicators', () =>
    expect(extractIndicators('192.0.2.1 AS64500/AS64501 AS64496-AS64511').invalid.map(({ text }) => text)).toEqual([
      'AS64500/AS64501',
      'AS64496-AS64511',
    ]));

  it('counts, removes duplicates and keeps the first line', () => {
    const { indicators, counts, lineCount } = extractIndicators(
      'evil.example\n\nEVIL[.]example\n192.0.2.1 evil.example',
    );
    expect(indicators).toEqual([
      { kind: 'domain', value: 'evil.example', display: 'evil.example', line: 1, occurrences: 3 },
      { kind: 'ipv4', value: '192.0.2.1', display: '192.0.2.1', line: 4, occurrences: 1 },
    ]);
    expect(counts).toEqual({ domain: 1, ipv4: 1 });
    expect(lineCount).toBe(3);
  });

  test.each([
    ['192.0.2.1\n999.1.1.1', 2, '999.1.1.1', 'not between 0 and 255'],
    ['192.0.2.1 ip=999.1.1.1', 1, '999.1.1.1', 'not between 0 and 255'],
    ['nothing here', 1, 'nothing here', 'No indicator in this line.'],
    ['64500', 1, '64500', 'write AS64500'],
    ['dropper.exe', 1, 'dropper.exe', 'file name'],
  ])('%j: line %i is refused', (text, line, entry, reason) => {
    const { invalid } = extractIndicators(text);
    expect(invalid).toEqual([{ line, text: entry, reason: expect.stringContaining(reason) as string }]);
  });

  it('keeps the order of a list and finds each line of it', () => {
    const list = fc.uniqueArray(
      fc.oneof(
        fc.ipV4(),
        fc.domain().map((name) => `a.${name}`),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(list, (lines) => {
        const { indicators, invalid } = extractIndicators(lines.join('\n'));
        expect(indicators.length + invalid.length).toBe(lines.length);
        expect(indicators.map(({ line }) => line)).toEqual(indicators.map(({ line }) => line).sort((a, b) => a - b));
      }),
    );
  });

  it('never throws, and every line with content is accounted for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { indicators, invalid, lineCount } = extractIndicators(text);
        expect(lineCount === 0 || indicators.length + invalid.length > 0).toBe(true);
      }),
    );
  });

  it('reads lines in linear time', () => {
    const line = (index: number) =>
      [
        `198.18.${(index >> 8) & 255}.${index & 255}`,
        `hxxps://host${index}[.]example/path`,
        `2001:db8::${(index & 65_535).toString(16)}`,
      ][index % 3];
    const text = (lines: number) => Array.from({ length: lines }, (_, index) => line(index)).join('\n');
    expect(extractIndicators(text(5000)).indicators.length).toBeGreaterThan(4000);
    expect(growth(text, extractIndicators, 300)).toBeLessThan(10);
  });

  test.each([
    'a=',
    'a.',
    '[',
    ':',
    'ü',
    '9',
    '1.',
    'a:',
    '*',
    '(.)',
    'xn--a.',
    '%',
    '@',
    '[:]',
    '[a:',
    '*a',
    '_a',
    '\\.',
    '[.',
    '—',
    'a。',
    '¹',
    'AS ',
    '-',
    '&',
    '[8].',
    'a=b:',
    '"\\n',
  ])('takes linear time for %j over and over', (unit) => {
    expect(growth((size) => unit.repeat(size), extractIndicators, 1000)).toBeLessThan(10);
  });
});
