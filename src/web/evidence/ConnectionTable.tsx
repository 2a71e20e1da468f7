import { useState } from 'react';
import { Link } from 'react-router';
import type { ConnectionRow, RelatedSubject } from '#contract/generated/types.gen.ts';
import { attributeWord, inSentence, kindOfMember, sameWord } from '#model/connection.ts';
import { isTelling } from '#model/connection-strength.ts';
import { apartWords } from '#model/connection-time.ts';
import { factKinds } from '#model/fact-kind.ts';
import { ownValue } from '#model/own-value.ts';
import { formatCount, formatNumber, plural } from '#model/format.ts';
import { readVerdictState } from '#model/verdict.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { TraceButton } from '#web/kit/indicator/TraceButton.tsx';
import { VerdictBadge } from '#web/kit/score/VerdictBadge.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Checkbox } from '#web/kit/ui/Checkbox.tsx';
import { buttonClass, classNames, linkClass } from '#web/kit/ui/class-names.ts';
import { currentNode } from '#web/stores/investigation/investigation-calls.ts';
import { paths } from '#web/url/paths.ts';
import { ConnectionValue } from './ConnectionValue.tsx';

export type AttributeRow = Required<Pick<ConnectionRow, 'attribute' | 'value' | 'shared_by'>> & ConnectionRow;

export interface ConnectionLists {
  /** The subjects with the strongest links. */
  readonly related: readonly RelatedSubject[];
  /** Attributes shared with others, the most telling first. */
  readonly shared: readonly AttributeRow[];
  /** Attributes that only the subject has. */
  readonly own: readonly AttributeRow[];
}

const keyOf = ({ attribute, value }: AttributeRow) => `${attribute}:${value}`;
const shownAtFirst = 8;
/** The most attributes that GET /connections accepts. */
const mostCombined = 5;

/** The shared attributes as rows that can be combined. */
export function ConnectionTable({ shared, own }: Pick<ConnectionLists, 'shared' | 'own'>) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isWhole, setIsWhole] = useState(false);
  const choose = (key: string, isOn: boolean) =>
    setChosen(isOn ? [...chosen, key].slice(-mostCombined) : chosen.filter((each) => each !== key));
  const shown = isWhole ? shared : shared.slice(0, shownAtFirst);
  const combined = shared.filter((row) => chosen.includes(keyOf(row)));
  return (
    <div className="flex flex-col gap-2">
      {shared.length === 0 ? (
        <p className="text-muted">No other subject in the collection shares any of its attributes.</p>
      ) : (
        <table aria-label="Shared attributes" className="w-full table-fixed max-md:block">
          <thead className="max-md:sr-only">
            <tr className="text-left text-sm text-muted">
              <th scope="col" className="w-8 font-normal">
                <span className="sr-only">Combine</span>
              </th>
              <th scope="col" className="w-40 font-normal">
                Attribute
              </th>
              <th scope="col" className="font-normal">
                Value
              </th>
              <th scope="col" className="w-22 font-normal">
                Weight
              </th>
              <th scope="col" className="w-22 font-normal">
                Shared by
              </th>
              <th scope="col" className="w-68 font-normal @6xl:w-96">
                Worst among them
              </th>
              <th scope="col" className="w-24 font-normal max-xl:hidden">
                Last seen
              </th>
            </tr>
          </thead>
          <tbody className="max-md:block">
            {shown.map((row) => (
              <ConnectionLine
                key={keyOf(row)}
                row={row}
                isChosen={chosen.includes(keyOf(row))}
                onChoose={(isOn) => choose(keyOf(row), isOn)}
              />
            ))}
          </tbody>
        </table>
      )}
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        {combined.length > 0 && (
          <Link to={paths.connections(combined)} className={buttonClass('primary', 'sm')}>
            {combined.length === 1
              ? `Open all with the same ${attributeWord(combined[0]?.attribute ?? '')}`
              : `Open all that share these ${combined.length}`}
          </Link>
        )}
        {combined.length === 0 && shared.length > 1 && (
          <span className="text-sm text-muted">Select rows to find who shares all of them.</span>
        )}
        {shared.some((row) => isTelling(row.attribute, row)) && (
          <span className="ml-auto">
            <TraceButton node={currentNode} />
          </span>
        )}
        {shared.length > shownAtFirst && (
          <Button size="sm" variant="quiet" onClick={() => setIsWhole(!isWhole)} aria-expanded={isWhole}>
            {isWhole ? 'Show fewer' : `Show all ${shared.length}`}
          </Button>
        )}
      </div>
      {own.length > 0 && <OwnOnly rows={own} />}
    </div>
  );
}

interface ConnectionLineProps {
  readonly row: AttributeRow;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function ConnectionLine({ row, isChosen, onChoose }: ConnectionLineProps) {
  const { attribute, value, label = '', shared_by: count, last_seen: seen, apart } = row;
  const word = attributeWord(attribute);
  const shown = formatNumber(count);
  return (
    <tr className="border-t border-border align-baseline max-md:grid max-md:grid-cols-[1.5rem_minmax(0,1fr)_auto_auto] max-md:gap-x-2 max-md:py-1">
      <td className="align-middle max-md:row-span-3">
        <Checkbox label={`Combine ${word} ${label || value}`} isChecked={isChosen} onChange={onChoose} />
      </td>
      <th scope="row" className="py-1 pr-2 text-left font-normal text-muted max-md:py-0">
        {word}
      </th>
      <td
        data-why={inSentence(attribute)}
        className="min-w-0 py-1 pr-2 max-md:order-last max-md:col-start-2 max-md:col-end-5 max-md:py-0"
      >
        <span className="line-clamp-2 min-w-0">
          <ConnectionValue attribute={attribute} value={value} label={label} />
        </span>
        {apart && <span className="text-sm text-faint">{apartWords(apart)}</span>}
      </td>
      <td className="py-1 pr-2 max-md:py-0">
        <Weight row={row} />
      </td>
      <td className="py-1 pr-2 tabular-nums max-md:py-0">
        <Link to={paths.connections([row])} className={linkClass}>
          {shown} {plural(count, 'other')}
          <span className="sr-only"> with the same {word}</span>
        </Link>
      </td>
      <td
        data-why={sameWord(attribute)}
        className="min-w-0 py-1 pr-2 max-md:order-last max-md:col-start-2 max-md:col-end-5 max-md:py-0"
      >
        <Worst row={row} />
      </td>
      <td className="py-1 text-sm max-xl:hidden">
        {seen ? <TimeText value={seen.slice(0, 10)} /> : <span className="text-faint">–</span>}
      </td>
    </tr>
  );
}

/** Bits at which the bar is full: one of a million. */
const fullBits = 20;

function Weight({ row: { bits = 0, fact, apart, shared_by: count, population = 0 } }: { readonly row: AttributeRow }) {
  if (fact)
    return (
      <span className="text-sm text-muted" title="Says nothing about who runs the subject, so it weighs nothing">
        {ownValue(factKinds, fact)?.label ?? fact}
      </span>
    );
  return (
    <span
      className={classNames('flex items-center gap-2 tabular-nums', apart && 'text-faint')}
      title={`${formatNumber(count + 1)} of ${formatNumber(population)} with any such value: log2(${population} / ${count + 1})`}
    >
      <span className="h-1.5 w-10 rounded-full bg-hover max-md:hidden" aria-hidden="true">
        <span
          className={classNames('block h-full rounded-full', apart ? 'bg-muted' : 'bg-accent')}
          style={{ width: `${Math.min(100, (100 * bits) / fullBits)}%` }}
        />
      </span>
      {bits.toFixed(1)}
      <span className="md:sr-only">bits</span>
    </span>
  );
}

function Worst({
  row: { worst, scored = 0, shared_by, listed = 0, sampled = 0, members },
}: {
  readonly row: AttributeRow;
}) {
  const looked = plural(
    sampled,
    members === 'name' ? 'domain' : 'address',
    members === 'name' ? 'domains' : 'addresses',
  );
  const share = `${formatNumber(listed)} of ${formatNumber(sampled)} ${looked} listed`;
  if (!worst?.subject)
    return sampled > 0 ? (
      <span className="text-sm text-muted">{share}</span>
    ) : (
      <span className="text-sm text-faint">not checked</span>
    );
  const kind = kindOfMember(worst.type, worst.subject);
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <VerdictBadge state={readVerdictState(worst.verdict)} score={worst.risk_score} />
      <span className="min-w-0 flex-1 basis-24 truncate">
        <IndicatorLink kind={kind} value={worst.subject} />
      </span>
      {sampled > 0 ? (
        <span className="text-sm text-muted">{share}</span>
      ) : (
        scored < shared_by && <span className="text-sm text-muted">of {scored} checked</span>
      )}
    </span>
  );
}

function OwnOnly({ rows }: { readonly rows: readonly AttributeRow[] }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer text-sm text-muted hover:text-text">
        {formatCount(rows.length, 'attribute')} seen nowhere else
      </summary>
      <ul className="mt-1 grid gap-x-6 text-sm @3xl:grid-cols-2">
        {rows.map((row) => (
          <li key={keyOf(row)} className="flex min-w-0 items-baseline gap-2">
            <span className="shrink-0 text-muted">{attributeWord(row.attribute)}</span>
            <span className="min-w-0 truncate">
              <ConnectionValue attribute={row.attribute} value={row.value} label={row.label ?? ''} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
