/** The path of values from 0 to `max`, broken at gaps; a value between two gaps is a dot. Keeps 1 px free all round. */
export function sparklinePath(
  values: readonly (number | null)[],
  max: number,
  widthPx: number,
  heightPx: number,
): string {
  const step = values.length > 1 ? (widthPx - 2) / (values.length - 1) : 0;
  const point = (value: number, index: number) => {
    const share = Math.min(1, Math.max(0, value / max));
    return `${(1 + index * step).toFixed(1)} ${(heightPx - 1 - share * (heightPx - 2)).toFixed(1)}`;
  };
  return values
    .map((value, index) => {
      if (value === null) return '';
      const isAlone = (values[index - 1] ?? null) === null;
      // A line of no length with round ends draws a dot.
      const isDot = isAlone && (values[index + 1] ?? null) === null;
      return `${isAlone ? 'M' : 'L'}${point(value, index)}${isDot ? 'h0' : ''}`;
    })
    .join('');
}
