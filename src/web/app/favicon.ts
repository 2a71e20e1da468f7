import { INDICATOR_KINDS, type IndicatorKind } from '#model/indicator-kind.ts';
import type { ShownVerdict } from '#web/stores/shown-verdict.ts';

interface FaviconSigns {
  /** The kind of the page's subject; null on other pages. */
  readonly kind: IndicatorKind | null;
  readonly verdict: ShownVerdict | null;
  /** Jobs that ended unseen. */
  readonly count: number;
}

/** Tile, ink, and filling of the bar at the foot, so that colour is never the only sign. */
const looks: Readonly<Record<ShownVerdict, readonly [tile: string, ink: string, quarters: number]>> = {
  unknown: ['#5b6472', '#ffffff', 0],
  insufficient: ['#5b6472', '#ffffff', 0],
  internal: ['#5b6472', '#ffffff', 0],
  sinkholed: ['#6a2fb0', '#ffffff', 0],
  expired: ['#6b4f3a', '#ffffff', 0],
  parked: ['#6b4f3a', '#ffffff', 0],
  known_benign: ['#3d6b12', '#ffffff', 0],
  none: ['#2d5274', '#ffffff', 0],
  low: ['#24706a', '#ffffff', 1],
  medium: ['#f2dc45', '#171b22', 2],
  high: ['#f7a44e', '#171b22', 3],
  critical: ['#b3173f', '#ffffff', 4],
};
const dashed: ReadonlySet<ShownVerdict> = new Set(['unknown', 'insufficient', 'internal']);
const dotted: ReadonlySet<ShownVerdict> = new Set(['sinkholed', 'expired', 'parked', 'known_benign']);
const plain = ['#14181f', '#5eb0f5', 0] as const;

/** The icon of a tab as an SVG: kind of subject, verdict, and number of unseen finished jobs. */
export function faviconSvg({ kind, verdict, count }: FaviconSigns): string {
  const [tile, ink, quarters] = verdict ? looks[verdict] : plain;
  const letters = kind && INDICATOR_KINDS[kind].letters;
  const picture = letters ? lettersPicture(letters, ink) : kind === 'domain' ? globe(ink) : reticle(ink);
  const foot = verdict ? footOf(verdict, ink, quarters) : '';
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><clipPath id="c"><rect width="32" height="32" rx="6"/></clipPath>' +
    `<g clip-path="url(#c)"><path d="M0 0h32v32H0z" fill="${tile}"/>${picture}${foot}</g>${badge(count)}</svg>`
  );
}

/** Dashes without a verdict, dots for no score, a hairline for a score of 0, a bar that grows with the band. */
function footOf(verdict: ShownVerdict, ink: string, quarters: number): string {
  if (dashed.has(verdict)) return `<path d="M2 30h28" stroke="${ink}" stroke-width="4" stroke-dasharray="4"/>`;
  if (dotted.has(verdict)) return `<path d="M3 29h28" stroke="${ink}" stroke-width="4" stroke-dasharray="2 6"/>`;
  return quarters === 0
    ? `<path d="M0 31h32" stroke="${ink}" stroke-width="2"/>`
    : `<path d="M0 27h${quarters * 8}v5h-${quarters * 8}z" fill="${ink}"/>`;
}

function lettersPicture(letters: string, ink: string): string {
  const font = 'font-family="system-ui,sans-serif" font-size="19" font-weight="700"';
  return `<text x="16" y="21.5" text-anchor="middle" ${font} fill="${ink}">${letters}</text>`;
}

function globe(ink: string): string {
  return stroked(
    ink,
    '<circle cx="16" cy="14" r="9.5"/><ellipse cx="16" cy="14" rx="4" ry="9.5"/><path d="M6.5 14h19"/>',
  );
}

function reticle(ink: string): string {
  return stroked(ink, `<circle cx="16" cy="16" r="8"/><path d="M16 4v5M16 23v5M4 16h5M23 16h5"/>`);
}

function stroked(ink: string, shapes: string): string {
  return `<g fill="none" stroke="${ink}" stroke-width="2.5" stroke-linecap="round">${shapes}</g>`;
}

function badge(count: number): string {
  if (count === 0) return '';
  const text = count > 9 ? '9+' : String(count);
  return (
    '<circle cx="23" cy="9" r="9" fill="#fff"/><circle cx="23" cy="9" r="7.5" fill="#0b62b5"/>' +
    `<text x="23" y="13" text-anchor="middle" font-family="system-ui,sans-serif" font-size="11" font-weight="700" fill="#fff">${text}</text>`
  );
}
