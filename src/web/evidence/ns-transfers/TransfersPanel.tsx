import { parseAsInteger, parseAsNumberLiteral, useQueryState } from 'nuqs';
import { type ReactNode, useCallback, useMemo } from 'react';
import { Link } from 'react-router';
import type { NsChange, NsTransfer, NsTransfersAnswer } from '#contract/generated/types.gen.ts';
import { dayIntToIsoDate, epochSeconds } from '#model/dates.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import type { RecordItem, RecordTimelineLook } from '#web/kit/records/RecordTimeline.tsx';
import { RecordViews, RecordViewSwitch, useRecordView } from '#web/kit/records/RecordViews.tsx';
import { RowFacets } from '#web/kit/records/RowFacets.tsx';
import { usePagedAnswer } from '#web/kit/records/use-paged-answer.ts';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { SelectField } from '#web/kit/ui/SelectField.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import { paths } from '#web/url/paths.ts';
import { transferColumns, transferFacets, useScoredTransfers } from './transfer-columns.tsx';
import { moveOf, moves, shiftDay, type TransfersQuery } from './transfer-form.ts';

const views = ['table', 'timeline'] as const;

interface TransfersPanelProps {
  readonly title: string;
  readonly query: TransfersQuery;
  /** What no transfer means here, as a sentence. */
  readonly emptyMessage: string;
  /** Names the exported file. */
  readonly subject: string;
  readonly urlPrefix: string;
  /** A domain whose own moves are left out. */
  readonly besides?: string;
  readonly actions?: ReactNode;
  readonly footer?: ReactNode;
  readonly expectedRows?: number;
  /** Of a page, unless the query says otherwise. */
  readonly pageRows?: number;
}

/** C9: domains that moved between name servers, page by page, as a table or over time. */
export function TransfersPanel({ title, query, besides, subject, ...rest }: TransfersPanelProps) {
  const { emptyMessage, urlPrefix, actions, footer, expectedRows = 10, pageRows } = rest;
  const rowsOf = useCallback(
    ({ nstransfer = [] }: NsTransfersAnswer) => nstransfer.filter(({ domain }) => domain !== besides),
    [besides],
  );
  const question = { operationId: 'nsTransfers', query } as const;
  const { answer, rows, paging, fetchAll } = usePagedAnswer(question, {
    title,
    rowsOf,
    sizeOf,
    ...(pageRows !== undefined && { pageRows }),
  });
  const scored = useScoredTransfers(rows);
  const timeline = useMemo(() => transferTimeline(rows), [rows]);
  const [view, setView] = useRecordView(urlPrefix, views);
  return (
    <Panel
      title={title}
      answer={answer}
      read={() => rowsOrEmpty(scored, emptyMessage)}
      skeleton={{ shape: 'rows', count: expectedRows }}
      actions={
        <>
          {actions}
          <RecordViewSwitch title={title} view={view} possible={views} onChoose={setView} />
        </>
      }
      footer={footer}
    >
      {(transfers) => (
        <div className="flex gap-x-4 gap-y-2 max-xl:flex-col">
          {transfers.length > 1 && (
            <RowFacets rows={transfers} columns={transferColumns} urlPrefix={urlPrefix} facets={transferFacets} />
          )}
          <div className="min-w-0 flex-1">
            <RecordViews
              view={view}
              caption={title}
              rows={transfers}
              columns={transferColumns}
              rowKey={transferKey}
              urlPrefix={urlPrefix}
              paging={paging}
              timeline={timeline}
              exportTarget={{ view: 'ns-transfers', subject, fetchAll }}
            />
          </div>
        </div>
      )}
    </Panel>
  );
}

function sizeOf({ nstransfer = [] }: NsTransfersAnswer): number {
  return nstransfer.length;
}

/** A transfer identifies itself by its day, its domain and where that went. */
function transferKey({ change_date, domain, newnsrecs = [] }: NsTransfer): string {
  return `${change_date} ${domain} ${newnsrecs.join(' ')}`;
}

/** The side of a move by which moves are told apart. */
type Side = 'left' | 'joined';

function serverOf({ oldnsrecs = [], newnsrecs = [] }: NsTransfer, side: Side): string | undefined {
  const move = moveOf({ from_nameservers: oldnsrecs, to_nameservers: newnsrecs });
  return move?.[side] ?? { left: oldnsrecs, joined: newnsrecs }[side][0];
}

/** Moves on their days, called by the domain and coloured by the server of one side. One without a day has no bar; the table has it. */
export function transferItems(rows: readonly NsTransfer[], side: Side): readonly RecordItem[] {
  return rows.flatMap((row) => {
    const { change_date, domain, oldnsrecs = [], newnsrecs = [] } = row;
    const time = change_date === undefined ? null : epochSeconds(change_date);
    if (time === null || domain === undefined) return [];
    const server = serverOf(row, side);
    return [
      {
        key: transferKey(row),
        label: domain,
        group: server ?? 'no name server',
        groupLabel: '',
        start: time,
        end: time,
        title: `${oldnsrecs.join(' ')} → ${newnsrecs.join(' ')}`,
        path: paths.domain(domain),
        ...(server !== undefined && { groupPath: paths.nameServer(server) }),
      },
    ];
  });
}

const group = ['name server', 'name servers'] as const;
const item = ['move', 'moves'] as const;
const looks: Readonly<Record<Side, RecordTimelineLook<NsTransfer>>> = {
  left: { itemsOf: (rows) => transferItems(rows, 'left'), words: { item, group, between: 'from' } },
  joined: { itemsOf: (rows) => transferItems(rows, 'joined'), words: { item, group, between: 'to' } },
};

/** Moves by the server that was joined; where all joined the same one, by the one that was left. */
export function transferTimeline(rows: readonly NsTransfer[]): RecordTimelineLook<NsTransfer> {
  const countOf = (side: Side) => new Set(rows.map((row) => serverOf(row, side))).size;
  return countOf('joined') === 1 && countOf('left') > 1 ? looks.left : looks.joined;
}

const movesDays = [7, 30, 90, 365] as const;

const daysParser = parseAsNumberLiteral(movesDays).withDefault(90).withOptions({ history: 'replace' });

/** How far back transfers are looked for, in days: in the URL. */
function useMovesDays() {
  return useQueryState('moves.days', daysParser);
}

/** Two tables stand one above the other: as many as they show without scrolling inside. */
const serverRows = 25;

/** C9 in both directions: the domains that came to a name server, and those that left it. */
export function ServerTransfers({ server }: { readonly server: string }) {
  const [days] = useMovesDays();
  const [asOf] = useAsOf();
  const span = asOf === null ? `the last ${days} days` : `the ${days} days before ${asOf}`;
  const directions = [
    { id: 'in.', title: 'Moved in', from: '*', to: server, verb: 'moved to this name server' },
    { id: 'out.', title: 'Moved out', from: server, to: '*', verb: 'moved away from this name server' },
  ];
  return (
    <>
      {directions.map(({ id, title, from, to, verb }) => (
        <TransfersPanel
          key={`${id} ${days} ${asOf}`}
          title={title}
          query={moves(from, to, days, asOf)}
          subject={server}
          urlPrefix={id}
          // a server that is looked at mostly has as many as a table shows at a time
          expectedRows={20}
          pageRows={serverRows}
          emptyMessage={`No domain ${verb} in ${span}, as far as it was observed.`}
          actions={<MovesDays label={`Days of ${title}`} />}
          footer={
            <>
              Moves of {span}.{' '}
              <Link
                to={paths.transfers({ from_ns: from, to_ns: to, days: String(days), nschanges_only: '1' })}
                className={linkClass}
              >
                Open in advanced search
              </Link>
            </>
          }
        />
      ))}
    </>
  );
}

/** The choice of how far back transfers are looked for. @param label tells two of them on one page apart */
function MovesDays({ label }: { readonly label: string }) {
  const [days, setDays] = useMovesDays();
  return (
    <SegmentedControl
      label={label}
      value={String(days)}
      choices={movesDays.map((count) => ({ value: String(count), label: `${count} d` }))}
      onChange={(value) => void setDays(movesDays.find((count) => String(count) === value) ?? null)}
    />
  );
}

const daysAround = 30;

/**
 * C9 for a change of C7: who else left the same name server for the same one at that time, as campaigns do together. C7 is asked by the
 * panel of the changes beside it. This one is loaded later and would repeat a question that has just failed.
 */
export function SameMoves({ domain }: { readonly domain: string }) {
  const [wanted, setWanted] = useQueryState('move', parseAsInteger.withOptions({ history: 'replace' }));
  const question = { operationId: 'domainNsChanges', path: { domain } } as const;
  const answer = useAnswer(question, { title: `Name-server changes of ${domain}`, enabled: false });
  const choices = (answer.response?.nschanges?.nschanges ?? []).flatMap(readMove);
  const chosen = choices.find(({ date }) => date === wanted) ?? choices[0];
  // no other domain can have moved like one that never moved; the panel of its changes says so
  if (!chosen) return null;
  const { day, left, joined } = chosen;
  return (
    <TransfersPanel
      key={chosen.date}
      title="Domains that made the same move"
      query={{
        from_ns: left,
        to_ns: joined,
        nschanges_only: 1,
        change_date_after: shiftDay(day, -daysAround),
        change_date_before: shiftDay(day, daysAround),
      }}
      besides={domain}
      subject={domain}
      urlPrefix="same."
      expectedRows={6}
      emptyMessage={`No other domain was seen moving from ${left} to ${joined} within ${daysAround} days of ${day}.`}
      actions={
        <SelectField
          label="The move of"
          isLabelHidden
          value={String(chosen.date)}
          choices={choices.map(({ date, day: text }) => ({ value: String(date), label: `as on ${text}` }))}
          onChange={(date) => void setWanted(Number(date))}
        />
      }
      footer={`From ${left} to ${joined}, within ${daysAround} days of ${day}.`}
    />
  );
}

function readMove(change: NsChange) {
  const day = dayIntToIsoDate(change.date ?? 0);
  const move = moveOf(change);
  return day === null || !move ? [] : [{ date: change.date ?? 0, day, ...move }];
}
