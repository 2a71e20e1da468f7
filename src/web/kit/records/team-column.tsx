import { useMemo } from 'react';
import { indicatorText } from '#model/indicator-of.ts';
import { judgementSentence } from '#model/judgement-words.ts';
import { type Judgement, judgementKey } from '#model/judgement.ts';
import { type Team, useTeam } from '#web/api/team.ts';
import { JudgementBadge } from '#web/kit/indicator/Judgements.tsx';
import { indicatorsIn } from '#web/table/cell-text.ts';
import type { ColumnDef, RowData } from '#web/table/column-def.ts';
import { textColumn } from './record-columns.tsx';

/** What the team says about the indicators of a row, shown where it says something about any of the rows, and so in files. */
export function useTeamColumn<Row extends RowData>(
  rows: readonly Row[],
  columns: readonly ColumnDef<Row>[],
): readonly ColumnDef<Row>[] {
  const { judgements = [], of } = useTeam();
  const isAsked = judgements.length > 0 && !columns.some(({ id }) => id === columnId);
  const isJudged = useMemo(
    () => isAsked && rows.some((row) => heldOf(row, columns, of).length > 0),
    [isAsked, rows, columns, of],
  );
  return useMemo(() => (isAsked ? withTeam(columns, of, isJudged) : columns), [isAsked, columns, of, isJudged]);
}

const columnId = 'team';

interface Held {
  /** The first indicator of the row: a judgement of another one names its subject. */
  readonly about: string;
  readonly judgement: Judgement;
}

/** Each judgement of an indicator in the row once. */
function heldOf<Row extends RowData>(row: Row, columns: readonly ColumnDef<Row>[], of: Team['of']): readonly Held[] {
  const texts = columns.flatMap((column) => indicatorsIn(row, column).map(indicatorText));
  const held = new Map(texts.flatMap((text) => of(text)).map((judgement) => [judgementKey(judgement), judgement]));
  return [...held.values()].map((judgement) => ({ about: texts[0] ?? '', judgement }));
}

/** The columns with that of the team after the score, or else last; unchanged where no column has indicators. */
export function withTeam<Row extends RowData>(
  columns: readonly ColumnDef<Row>[],
  of: Team['of'],
  isShown: boolean,
): readonly ColumnDef<Row>[] {
  if (!columns.some(({ meta }) => meta.indicatorOf)) return columns;
  const score = columns.findIndex(({ meta }) => meta.kind === 'score' && !meta.isHidden);
  const place = score >= 0 ? score : columns.length;
  const column = textColumn<Row>(columnId, 'Team', {
    size: 170,
    accessorFn: (row) => heldOf(row, columns, of).map(({ about, judgement }) => judgementSentence(judgement, about)),
    cell: ({ row }) => (
      <span className="inline-flex gap-1 align-middle">
        {heldOf(row.original, columns, of).map(({ judgement }) => (
          <JudgementBadge key={judgementKey(judgement)} {...judgement} />
        ))}
      </span>
    ),
    meta: {
      isHidden: !isShown,
      isInFilesWithValue: true,
      description: 'What the team says about the indicators of the row, with reason and author',
    },
  });
  return columns.toSpliced(place + 1, 0, column);
}
