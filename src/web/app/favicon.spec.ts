import { describe, expect, it } from 'vitest';
import { INDICATOR_KINDS, type IndicatorKind } from '#model/indicator-kind.ts';
import { SCORE_BANDS } from '#model/score-band.ts';
import { faviconSvg } from './favicon.ts';

const subjects: readonly IndicatorKind[] = ['ipv4', 'ipv6', 'subnet', 'asn', 'domain', 'name-server'];
const verdicts = [null, 'unknown', ...SCORE_BANDS.map(({ name }) => name)] as const;

describe('the icon of a tab', () => {
  it('differs for every kind of subject and every verdict', () => {
    const icons = subjects.flatMap((kind) => verdicts.map((verdict) => faviconSvg({ kind, verdict, count: 0 })));
    expect(new Set(icons).size).toBe(icons.length);
  });

  it('distinguishes verdicts without colour', () => {
    const shapes = verdicts.map((verdict) =>
      faviconSvg({ kind: 'ipv4', verdict, count: 0 }).replaceAll(/#[0-9a-f]{3,6}/g, '#'),
    );
    expect(new Set(shapes).size).toBe(verdicts.length);
  });

  it('counts unseen jobs', () => {
    expect(faviconSvg({ kind: null, verdict: null, count: 3 })).toContain('>3<');
    expect(faviconSvg({ kind: null, verdict: null, count: 12 })).toContain('>9+<');
  });

  it('is a picture for kinds without a page as well', () => {
    for (const kind of Object.keys(INDICATOR_KINDS) as IndicatorKind[])
      expect(faviconSvg({ kind, verdict: null, count: 0 })).toMatch(/^<svg.*<\/svg>$/);
  });
});
