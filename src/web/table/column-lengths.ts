const CHECK_COLUMN_PX = 36;

/** A flexible column grows by no more than this share of its width: beyond, what belongs together stands too far apart. */
const MAX_GROWTH = 0.5;

interface SizedColumn {
  readonly width: number;
  readonly canGrow: boolean;
}

export interface ColumnLengths {
  /** The column of the check boxes, then those shown, as CSS lengths. */
  readonly columns: readonly string[];
  /** What all of them ask for. */
  readonly asked: string;
  /** The room beyond that, which the flexible columns share: goes into the property `--spare`. */
  readonly spare: string;
  /** The first data column, which sticks at the left, when nothing is spare. */
  readonly sticky: string;
}

/**
 * The columns of a grid inside a size container. Where there is more room than the columns ask for, the flexible ones grow
 * by equal parts, each up to a limit, and the rest stays empty at the end, so that a number stands near its name.
 */
export function columnLengths(shown: readonly SizedColumn[]): ColumnLengths {
  const flexible = shown.filter(({ canGrow }) => canGrow).length;
  // on a phone the sticking column leaves more than half of the width to the others
  const asked = shown.map(({ width }, index) => (index === 0 ? `min(${width}px, 45cqw)` : `${width}px`));
  const sum = `calc(${[`${CHECK_COLUMN_PX}px`, ...asked].join(' + ')})`;
  return {
    columns: [
      `${CHECK_COLUMN_PX}px`,
      ...shown.map(({ width, canGrow }, index) =>
        canGrow
          ? `calc(${asked[index]} + min(var(--spare) / ${flexible}, ${Math.round(width * MAX_GROWTH)}px))`
          : asked[index]!,
      ),
    ],
    asked: sum,
    spare: `max(0px, 100cqw - ${sum})`,
    sticky: asked[0] ?? '0px',
  };
}
