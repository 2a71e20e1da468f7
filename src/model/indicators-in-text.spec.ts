// @module-tag long
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/long.ts';
import { anyHost, anyIndicator, defangings, styles, templates, type Written } from '#test/model/indicator-texts.ts';
import { sentenceWithoutIndicators } from '#test/model/technical-prose.ts';
import { extractIndicators } from './extract-indicators.ts';
import { recognise } from './indicator.ts';

interface Case {
  readonly text: string;
  readonly expected: readonly string[];
}

/** A template filled with indicators, set in one style. */
const anyText = fc
  .record({
    template: fc.constantFrom(...templates),
    style: fc.constantFrom(...styles),
    defanged: fc.constantFrom(...defangings),
    any: fc.array(anyIndicator, { minLength: 3, maxLength: 3 }),
    hosts: fc.array(anyHost, { minLength: 2, maxLength: 2 }),
  })
  .map(({ template, style, defanged, any, hosts }): Case => {
    const used: Written[] = [];
    const take = (from: Written[]): string => {
      const [next] = from.splice(0, 1);
      if (!next) throw new Error(`the template has too many places: ${template}`);
      used.push(next);
      return next.text;
    };
    const [ofAny, ofHosts] = [[...any], [...hosts]];
    // {h} is a host within a URL or a line of a log, where no typographic signs occur
    const text = template.replaceAll(/\{(h|d|)\}/g, (_, place: string) =>
      place === 'h' ? take(ofHosts) : style(place === 'd' ? defanged(take(ofAny)) : take(ofAny)),
    );
    return { text, expected: [...new Set(used.flatMap(({ expected }) => expected))].toSorted() };
  });

describe('review A: indicators in text', () => {
  it('has 60 templates and 12 styles', () => expect([templates.length, styles.length]).toEqual([60, 12]));

  it('finds exactly the indicators of a text in any setting', () =>
    fc.assert(
      fc.property(anyText, ({ text, expected }) => {
        const found = extractIndicators(text).indicators.map(({ kind, value }) => `${kind} ${value}`);
        expect(found.toSorted()).toEqual(expected);
      }),
      { numRuns: runs(2000, 20_000) },
    ));

  it('reads the same alone in the omnibox', () =>
    fc.assert(
      fc.property(anyIndicator, fc.constantFrom(...defangings), fc.boolean(), (written, defanged, isDefanged) => {
        const text = isDefanged ? defanged(written.text) : written.text;
        const { interpretations, bulk } = recognise(text);
        const readings = [...interpretations, ...(bulk?.indicators ?? [])].map(({ kind, value }) => `${kind} ${value}`);
        expect(readings).toEqual(expect.arrayContaining([...written.expected]));
      }),
      { numRuns: runs(1000) },
    ));

  it('finds none in technical prose', () =>
    fc.assert(
      fc.property(sentenceWithoutIndicators, (sentence) => {
        expect(extractIndicators(sentence).indicators).toEqual([]);
      }),
      { numRuns: runs(2000) },
    ));
});
