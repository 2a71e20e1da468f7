import type { QualityBand, QualityKind } from '#contract/generated/types.gen.ts';
import { subjectKindLabel } from './quality-words.ts';

type BandRow = QualityBand & { readonly kind: QualityKind['kind'] };

const size = 200;
const kinds = ['domain', 'ip'] as const;

/** Mean score of each band against the share listed since, for each kind: on the line, the score is that share. The table has the numbers. */
export function ReliabilityDiagram({ rows }: { readonly rows: readonly BandRow[] }) {
  return (
    <div className="flex flex-wrap gap-6" data-picture>
      {kinds.map((kind) => {
        const own = rows.filter((row) => row.kind === kind && row.subjects);
        return own.length > 0 && <Diagram key={kind} label={subjectKindLabel(kind)} rows={own} />;
      })}
    </div>
  );
}

function Diagram({ label, rows }: { readonly label: string; readonly rows: readonly BandRow[] }) {
  const points = rows.map(({ band, mean_score: mean, listed = 0, subjects = 1 }) => ({
    band,
    x: ((mean ?? 0) / 100) * size,
    y: size - (listed / subjects) * size,
  }));
  return (
    <figure>
      <figcaption className="pb-1 text-sm">
        <span className="font-semibold">{label}</span> <span className="text-muted">listed since, by mean score</span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${label}: mean score of each band against the share listed since`}
        viewBox={`-42 -6 ${size + 52} ${size + 26}`}
        width={size + 52}
        height={size + 26}
        className="fill-muted text-[11px]"
      >
        <rect width={size} height={size} fill="none" stroke="var(--border-strong)" />
        <line x1={0} y1={size} x2={size} y2={0} stroke="var(--border-strong)" strokeDasharray="4 3" />
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          stroke="var(--accent)"
          strokeWidth={2}
        />
        {points.map(({ band, x, y }) => (
          <circle key={band} cx={x} cy={y} r={4} fill={`var(--band-${band})`} stroke="var(--surface)" />
        ))}
        <text x={-4} y={8} textAnchor="end">
          100 %
        </text>
        <text x={-4} y={size} textAnchor="end">
          0 %
        </text>
        <text x={0} y={size + 14}>
          0
        </text>
        <text x={size} y={size + 14} textAnchor="end">
          100
        </text>
      </svg>
    </figure>
  );
}
