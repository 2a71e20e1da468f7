import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ConnectionRow } from '#contract/generated/types.gen.ts';
import { attributeWord, formatConnection, withoutEqualParts } from '#model/connection.ts';
import { isTelling } from '#model/connection-strength.ts';
import { formatNumber } from '#model/format.ts';
import type { Indicator } from '#model/indicator-of.ts';
import { ApiFailure } from '#web/api/failure.ts';
import { answerOptions } from '#web/api/query.ts';
import { AnswerFailure } from '#web/kit/panel/AnswerFailure.tsx';
import { gapWord, hasNoAnswer } from '#web/kit/panel/ProviderNote.tsx';
import { NotAsOf } from '#web/kit/time/NotAsOf.tsx';
import { ConnectionValue } from '#web/evidence/ConnectionValue.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { buttonClass, linkClass } from '#web/kit/ui/class-names.ts';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { paths } from '#web/url/paths.ts';

type Row = ConnectionRow & Required<Pick<ConnectionRow, 'attribute' | 'value'>>;

/** The most attributes that GET /connections accepts. */
const mostCombined = 5;

/** Every attribute that both subjects share, the most significant first. */
export function SharedByBoth({ subjects }: { readonly subjects: readonly [Indicator, Indicator] }) {
  const answers = useQueries({
    queries: subjects.map(({ kind, value }) =>
      answerOptions({
        operationId: 'connections',
        path: { type: kind === 'domain' ? 'domain' : 'ip', subject: value },
      }),
    ),
  });
  const failed = answers.findIndex(({ error }) => error !== null);
  const isDone = answers.every(({ data }) => data !== undefined);
  const [first = [], second = []] = answers.map(({ data }) => data?.response.connections ?? []);
  const note = answers[0]?.data?.upstream;
  const rows = sharedRows(first, second);
  const telling = rows.filter((row) => isTelling(row.attribute, row));
  return (
    <Card title="Shared by both" meta={isDone && formatNumber(rows.length)} isBusy={!isDone && failed === -1}>
      <NotAsOf what="Connections" />
      {failed !== -1 ? (
        <Failure
          error={answers[failed]?.error}
          subject={subjects[failed]?.value ?? ''}
          onRetry={() => void answers[failed]?.refetch()}
        />
      ) : !isDone ? (
        <Skeleton shape="rows" count={5} />
      ) : rows.length === 0 && hasNoAnswer(note) ? (
        <EmptyState kind="untracked" word={gapWord(note)}>
          {note.message}
        </EmptyState>
      ) : rows.length === 0 ? (
        <EmptyState kind="empty">
          The latest 30 addresses and 10 values of each other kind were compared: none is the same.
        </EmptyState>
      ) : (
        <>
          <ul className="divide-y divide-border">
            {rows.map((row) => (
              <SharedLine key={`${row.attribute}:${row.value}`} row={row} />
            ))}
          </ul>
          {telling.length > 1 && (
            <Link
              to={paths.connections(telling.slice(0, mostCombined))}
              className={`mt-2 ${buttonClass('secondary', 'sm')}`}
            >
              Open all that share these {Math.min(telling.length, mostCombined)}
            </Link>
          )}
        </>
      )}
    </Card>
  );
}

function Failure({ error, subject, onRetry }: { error: unknown; subject: string; onRetry: () => void }) {
  if (!(error instanceof ApiFailure)) return null;
  return <AnswerFailure failure={error} what={`Connections of ${subject}`} onRetry={onRetry} />;
}

function SharedLine({ row }: { readonly row: Row }) {
  const { attribute, value, label = '', shared_by: count = 0, bits = 0 } = row;
  const word = attributeWord(attribute);
  return (
    <li className="grid gap-x-4 py-1 sm:grid-cols-[11rem_minmax(0,1fr)_auto] sm:items-baseline">
      <span className="text-muted">{word}</span>
      <span className="line-clamp-2 min-w-0">
        <ConnectionValue attribute={attribute} value={value} label={label} />
      </span>
      <span className="text-sm">
        <Link to={paths.connections([row])} className={linkClass}>
          Shared by {formatNumber(count + 1)}
          <span className="sr-only"> with the same {word}</span>
        </Link>
        <span className="text-muted">, {bits.toFixed(1)} bits</span>
      </span>
    </li>
  );
}

/** The rows of the first subject, in their order, that the second has too. */
function sharedRows(first: readonly ConnectionRow[], second: readonly ConnectionRow[]): readonly Row[] {
  const keyOf = ({ attribute = '', value = '' }: ConnectionRow) => formatConnection({ attribute, value });
  const keys = new Set(second.map(keyOf));
  const both = first.flatMap((row): Row[] => {
    const { attribute, value } = row;
    if (attribute === undefined || value === undefined || !keys.has(keyOf(row))) return [];
    return [{ ...row, attribute, value }];
  });
  return withoutEqualParts(both);
}
