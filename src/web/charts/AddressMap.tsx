import { useMemo, useRef } from 'react';
import { parseCidr } from '#model/cidr.ts';
import { formatNumber } from '#model/format.ts';
import { formatIpv4 } from '#model/ip-address.ts';
import { scoreBand, type ScoreBandName, SCORE_BANDS } from '#model/score-band.ts';
import { NO_DETECTIONS, VERDICT_LOOKS, type VerdictState, verdictWord } from '#model/verdict.ts';
import { plainText } from './timeline-layout.ts';
import { PictureFrame, useWidth } from './PictureFrame.tsx';
import { useMarks } from './use-marks.ts';

/** An address, or a /24, that something is known of. */
export interface MapCell {
  /** The address or CIDR. */
  readonly key: string;
  readonly state: VerdictState;
  readonly score: number | null;
  /** Added to the verdict in words; may be empty. Foreign text. */
  readonly note: string;
}

interface AddressMapProps {
  readonly label: string;
  /** CIDR of an IPv4 subnet with at most 256 cells. */
  readonly subnet: string;
  readonly cells: readonly MapCell[];
  readonly highlightedKey: string | null;
  readonly onHighlight: (key: string | null) => void;
  readonly onOpen: (key: string) => void;
}

type Look = ScoreBandName | Exclude<VerdictState, 'scored'> | 'unseen';

interface LookStyle {
  readonly word: string;
  readonly symbol: string;
  /** CSS colour of the cell; undefined for an outline. */
  readonly fill?: string;
  readonly stroke?: string;
}

const bandLooks = SCORE_BANDS.map(({ name, word, symbol }): [Look, LookStyle] => [
  name,
  { word: name === 'none' ? NO_DETECTIONS : word, symbol, fill: `var(--band-${name})` },
]);

const stateLook = (state: Exclude<VerdictState, 'scored'>, fill: string | undefined): [Look, LookStyle] => [
  state,
  {
    word: VERDICT_LOOKS[state].word,
    symbol: VERDICT_LOOKS[state].symbol,
    ...(fill ? { fill } : { stroke: 'var(--state-unknown)' }),
  },
];

/** In the order of the legend, the worst first. Unknown is an outline, unlike clean; a cell without data is bare. */
const looks: ReadonlyMap<Look, LookStyle> = new Map<Look, LookStyle>([
  ...bandLooks.toReversed(),
  stateLook('sinkholed', 'var(--state-sinkholed)'),
  stateLook('parked', 'var(--state-idle)'),
  stateLook('expired', 'var(--state-idle)'),
  stateLook('known_benign', 'var(--state-benign)'),
  stateLook('insufficient', undefined),
  stateLook('internal', undefined),
  stateLook('unknown', undefined),
  ['unseen', { word: 'Not seen', symbol: '', fill: 'var(--sunken)', stroke: 'var(--border)' }],
]);

function lookOf(cell: MapCell | undefined): Look {
  if (!cell) return 'unseen';
  if (cell.state !== 'scored') return cell.state;
  return (cell.score === null ? null : scoreBand(cell.score)?.name) ?? 'unknown';
}

/** The place of a cell in the map. */
interface Place {
  readonly key: string;
  readonly look: Look;
  readonly words: string;
}

function placesOf(subnet: string, cells: readonly MapCell[]): readonly Place[] {
  const cidr = parseCidr(subnet);
  if (cidr?.network.version !== 4) return [];
  const cellLength = cidr.length >= 24 ? 32 : 24;
  const known = new Map(cells.map((cell) => [cell.key, cell]));
  const { value: first } = cidr.network;
  return Array.from({ length: 2 ** (cellLength - cidr.length) }, (_, offset) => {
    const address = formatIpv4(first + offset * 2 ** (32 - cellLength));
    const key = cellLength === 32 ? address : `${address}/24`;
    const cell = known.get(key);
    return { key, look: lookOf(cell), words: wordsOf(key, cell) };
  });
}

function wordsOf(key: string, cell: MapCell | undefined): string {
  if (!cell) return `${key}: not seen in the last 30 days, and on no loaded list`;
  const { state, score, note } = cell;
  const verdict = state === 'scored' && score !== null && score > 0 ? `${score} ` : '';
  return plainText(`${key}: ${verdict}${verdictWord(state, score)}${note && `, ${note}`}`);
}

const gapPx = 3;
const labelPx = 112;
const maxCellPx = 26;

/** A map of a subnet: a cell for each address or /24, in order, coloured by its verdict. Arrow keys move, Enter opens. */
export function AddressMap({ label, subnet, cells, highlightedKey, onHighlight, onOpen }: AddressMapProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const boxWidth = useWidth(boxRef);
  const places = useMemo(() => placesOf(subnet, cells), [subnet, cells]);
  const keys = useMemo(() => places.map(({ key }) => key), [places]);
  const columns = Math.min(places.length, boxWidth < 620 ? 16 : 32);
  const cellPx = Math.max(8, Math.min(maxCellPx, (boxWidth - labelPx) / Math.max(1, columns) - gapPx));
  const stepPx = cellPx + gapPx;
  const rows = Math.ceil(places.length / Math.max(1, columns));
  const { svgRef, handlers, activeIndex } = useMarks({
    keys,
    onOpen,
    onPoint: onHighlight,
    steps: { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns },
    // the worst cell
    first: Math.max(0, keys.indexOf(cells[0]?.key ?? '')),
  });
  const shown = places.find(({ key }) => key === highlightedKey) ?? places[activeIndex];
  return (
    <PictureFrame
      label={label}
      urlPrefix="map."
      description={`${describe(places)} Arrow keys move between cells, Enter opens one.`}
      isDescriptionHidden
      table={null}
      controls={<Legend places={places} />}
      picture={
        <div ref={boxRef} className="min-w-0 contain-inline-size">
          <svg
            ref={svgRef}
            data-picture
            role="group"
            aria-label={`${label}: arrow keys move between cells`}
            width={labelPx + columns * stepPx}
            height={rows * stepPx}
            className="block max-w-full"
            {...handlers}
          >
            {Array.from({ length: rows }, (_, row) => (
              <text
                key={row}
                x={labelPx - 8}
                y={row * stepPx + cellPx / 2 + 4}
                textAnchor="end"
                fontSize={11}
                fill="var(--muted)"
                className="font-mono"
              >
                {places[row * columns]?.key.replace(/\/24$/, '')}
              </text>
            ))}
            {places.map((place, at) => (
              <Cell
                key={place.key}
                place={place}
                x={labelPx + (at % columns) * stepPx}
                y={Math.floor(at / columns) * stepPx}
                sizePx={cellPx}
                isActive={at === activeIndex}
                isHighlighted={place.key === highlightedKey}
              />
            ))}
          </svg>
          <p aria-hidden className="mt-1 min-h-5 truncate text-sm text-muted">
            {shown?.words}
          </p>
        </div>
      }
    />
  );
}

interface CellProps {
  readonly place: Place;
  readonly x: number;
  readonly y: number;
  readonly sizePx: number;
  readonly isActive: boolean;
  readonly isHighlighted: boolean;
}

function Cell({ place, x, y, sizePx, isActive, isHighlighted }: CellProps) {
  const { fill = 'transparent', stroke, symbol = '' } = looks.get(place.look) ?? {};
  const isFilled = stroke === undefined;
  return (
    <g
      data-key={place.key}
      role="button"
      aria-label={place.words}
      tabIndex={isActive ? 0 : -1}
      className="group cursor-pointer outline-none"
    >
      <rect
        x={x + 0.5}
        y={y + 0.5}
        width={sizePx - 1}
        height={sizePx - 1}
        rx={3}
        data-fill=""
        style={{ fill, stroke: isHighlighted ? 'var(--text)' : stroke, strokeWidth: isHighlighted ? 2 : 1 }}
        {...(place.look !== 'unseen' && !isFilled && { strokeDasharray: '3 2' })}
      />
      <rect
        x={x - 1}
        y={y - 1}
        width={sizePx + 2}
        height={sizePx + 2}
        rx={4}
        className="fill-transparent group-focus-visible:stroke-focus group-focus-visible:stroke-2"
      />
      {sizePx >= 16 && (
        <text
          aria-hidden
          x={x + sizePx / 2}
          y={y + sizePx / 2 + 4}
          textAnchor="middle"
          fontSize={11}
          fill={isFilled ? 'var(--surface)' : 'var(--state-unknown)'}
          className="pointer-events-none"
        >
          {symbol}
        </text>
      )}
    </g>
  );
}

/** The looks that occur, the worst first, with the number of their cells. */
function countsOf(places: readonly Place[]) {
  return [...looks].flatMap(([look, style]) => {
    const count = places.filter((place) => place.look === look).length;
    return count > 0 ? [{ look, style, count }] : [];
  });
}

function describe(places: readonly Place[]): string {
  const parts = countsOf(places).map(({ style, count }) => `${formatNumber(count)} ${style.word.toLowerCase()}`);
  return `${formatNumber(places.length)} cells: ${parts.join(', ')}.`;
}

function Legend({ places }: { readonly places: readonly Place[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {countsOf(places).map(({ look, style, count }) => (
        <li key={look} className="flex items-center gap-1.5">
          <span
            aria-hidden
            data-fill=""
            className="size-2.5 rounded-sm border"
            style={{
              background: style.fill ?? 'transparent',
              borderColor: style.stroke ?? 'transparent',
              borderStyle: style.fill ? 'solid' : 'dashed',
            }}
          />
          {style.word} <span className="text-text tabular-nums">{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  );
}
