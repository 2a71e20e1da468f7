import {
  Brush,
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { timeText } from '#model/dates.ts';
import { SCORE_BANDS } from '#model/score-band.ts';
import { useIsPrinting } from '#web/kit/ui/use-is-printing.ts';
import type { DayPoint } from './day-series.ts';
import { paperWidthPx } from './PictureFrame.tsx';

interface ReputationPlotProps {
  readonly label: string;
  readonly slots: readonly DayPoint[];
  /** The input drawn alongside the score on its own axis. */
  readonly input: string | undefined;
  readonly inputLabel: string | undefined;
  readonly heightPx: number;
}

const axisText = { fill: 'var(--muted)', fontSize: 11 };
const tooltipStyle = {
  background: 'var(--raised)',
  border: '1px solid var(--border-strong)',
  borderRadius: 4,
  color: 'var(--text)',
  fontSize: 12,
};
const brushDays = 60;

const bandAreas = SCORE_BANDS.filter(({ min }) => min > 0).map(({ name, min, max }) => (
  <ReferenceArea
    key={name}
    yAxisId="score"
    y1={min}
    y2={Math.min(100, max + 1)}
    fill={`var(--band-${name})`}
    fillOpacity={0.07}
    stroke="none"
  />
));

/** The drawn line. Default export, because only a chart that is on screen loads recharts. */
export default function ReputationPlot({ label, slots, input, inputLabel, heightPx }: ReputationPlotProps) {
  const isPrinting = useIsPrinting();
  const rows = slots.map((slot) => ({
    ...slot,
    name: timeText(slot.date),
    input: input === undefined ? null : (slot.inputs?.[input] ?? null),
  }));
  return (
    <div ref={tellDays}>
      <ResponsiveContainer width={isPrinting ? paperWidthPx : '100%'} height={heightPx}>
        <LineChart
          // after the days change, the hovered point no longer exists
          key={`${rows[0]?.date} ${rows.length}`}
          data={rows}
          margin={{ top: 8, right: 12, bottom: 0, left: -16 }}
          accessibilityLayer
          title={label}
        >
          {bandAreas}
          <CartesianGrid vertical={false} stroke="var(--border)" />
          <XAxis
            dataKey="date"
            tickFormatter={timeText}
            tick={axisText}
            tickLine={false}
            stroke="var(--border-strong)"
            minTickGap={48}
          />
          <YAxis
            yAxisId="score"
            domain={[0, 100]}
            ticks={[0, 25, 50, 75, 100]}
            tick={axisText}
            tickLine={false}
            axisLine={false}
          />
          {input !== undefined && (
            <YAxis
              yAxisId="input"
              orientation="right"
              tick={axisText}
              tickLine={false}
              axisLine={false}
              allowDecimals={false}
            />
          )}
          <Tooltip
            isAnimationActive={false}
            labelFormatter={(date) => timeText(Number(date))}
            contentStyle={tooltipStyle}
          />
          <Line
            yAxisId="score"
            dataKey="score"
            name={label}
            stroke="var(--accent)"
            strokeWidth={2}
            dot={({ key, index, cx, cy }) =>
              isAlone(slots, index) ? <circle key={key} cx={cx} cy={cy} r={2} fill="var(--accent)" /> : <g key={key} />
            }
            connectNulls={false}
            isAnimationActive={false}
          />
          {input !== undefined && (
            <Line
              yAxisId="input"
              dataKey="input"
              name={inputLabel ?? input}
              stroke="var(--series-2)"
              strokeDasharray="4 3"
              dot={false}
              connectNulls={false}
              isAnimationActive={false}
            />
          )}
          {slots.length > brushDays && (
            <Brush
              dataKey="date"
              height={22}
              travellerWidth={10}
              tickFormatter={timeText}
              stroke="var(--control)"
              fill="var(--sunken)"
            />
          )}
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}

/** The sliders of the brush name the first and the last day shown, but their values are pixels. */
function tellDays(box: HTMLElement | null) {
  if (!box) return undefined;
  const observer = new MutationObserver(() => {
    for (const [index, slider] of box.querySelectorAll('[role="slider"]').entries()) {
      const days = slider.ariaLabel?.match(/\d{4}-\d\d-\d\d/g);
      slider.setAttribute('aria-valuetext', days?.[index] ?? '');
    }
  });
  observer.observe(box, { childList: true, subtree: true, attributeFilter: ['aria-valuenow'] });
  return () => observer.disconnect();
}

/** A day between two gaps has no line to be on. */
function isAlone(slots: readonly DayPoint[], index: number): boolean {
  const hasScore = (at: number) => typeof slots[at]?.score === 'number';
  return hasScore(index) && !hasScore(index - 1) && !hasScore(index + 1);
}
