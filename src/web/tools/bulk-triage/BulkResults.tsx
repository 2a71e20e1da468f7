import { parseAsArrayOf, parseAsStringLiteral, useQueryState } from 'nuqs';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Fact, Statement } from '#model/fact.ts';
import { formatCount, formatNumber } from '#model/format.ts';
import { hasOwnPage } from '#model/indicator-kind.ts';
import { type Indicator, indicatorText } from '#model/indicator-of.ts';
import { defang } from '#model/refang.ts';
import { factorLabel } from '#model/score-factors.ts';
import { useTeam } from '#web/api/team.ts';
import { lookups, pinPages } from '#web/kit/indicator/indicator-menu.ts';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { accordingTo } from '#web/kit/score/verdict.ts';
import { announcedFacts, asnFacts, seenFacts, factsAbout } from '#web/exports/row-facts.ts';
import { copyText } from '#web/kit/ui/copy-text.ts';
import { judgeSubjects } from '#web/stores/judge-dialog.ts';
import type { ColumnDef, RowSelectionState } from '#web/table/column-def.ts';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { CopyIcon, ForwardIcon, JudgeIcon, PinIcon, RemoveIcon, RetryIcon, SearchIcon } from '#web/kit/ui/icons.ts';
import type { MenuAction } from '#web/kit/ui/menu-entry.ts';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import { paths } from '#web/url/paths.ts';
import { subjectPath } from '#web/url/subject-path.ts';
import { NOT_TRACKED } from './bulk-answer.ts';
import type { BulkEntry } from './bulk-plan.ts';
import type { BulkRow } from './bulk-row.ts';
import { bulkRun, type BulkView } from './bulk-store.ts';
import { reasonOf } from './row-reason.ts';
import { openColumns, resultColumns, skippedColumns } from './result-columns.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { scoreBand } from '#model/score-band.ts';
import { NO_DETECTIONS, VERDICT_LOOKS, type VerdictState } from '#model/verdict.ts';

interface GroupLook {
  readonly word: string;
  readonly symbol: string;
  readonly tone: string;
}

const look = (state: Exclude<VerdictState, 'scored'>, tone: string): GroupLook => ({ ...VERDICT_LOOKS[state], tone });

/** The groups that rows are counted, filtered and sorted by, worst first. Labels are those of a subject's page. */
const VERDICT_GROUPS = {
  critical: { word: 'Critical', symbol: '●', tone: 'text-band-critical-text' },
  high: { word: 'High', symbol: '◕', tone: 'text-band-high-text' },
  sinkholed: look('sinkholed', 'text-state-sinkholed'),
  medium: { word: 'Medium', symbol: '◑', tone: 'text-band-medium-text' },
  low: { word: 'Low', symbol: '◔', tone: 'text-band-low-text' },
  insufficient: look('insufficient', 'text-state-unknown'),
  unknown: look('unknown', 'text-state-unknown'),
  unexplained: { word: 'Not explained', symbol: '○', tone: 'text-muted' },
  parked: look('parked', 'text-state-idle'),
  expired: look('expired', 'text-state-idle'),
  none: { word: NO_DETECTIONS, symbol: '○', tone: 'text-band-none-text' },
  known_benign: look('known_benign', 'text-state-benign'),
  internal: look('internal', 'text-state-unknown'),
} as const satisfies Readonly<Record<string, GroupLook>>;

type VerdictGroup = keyof typeof VERDICT_GROUPS;

const verdictGroups = Object.keys(VERDICT_GROUPS) as readonly VerdictGroup[];

function groupOf({ state, sp_risk_score: score }: Pick<BulkRow, 'state' | 'sp_risk_score'>): VerdictGroup {
  if (state !== undefined && state !== 'scored') return state;
  const band = score === undefined ? null : (scoreBand(score)?.name ?? null);
  if (band === null) return 'unexplained';
  return band === 'none' && state === undefined ? 'unexplained' : band;
}

/** How many rows each group has. */
function countGroups(rows: readonly BulkRow[]): ReadonlyMap<VerdictGroup, number> {
  const counts = new Map<VerdictGroup, number>();
  for (const row of rows) counts.set(groupOf(row), (counts.get(groupOf(row)) ?? 0) + 1);
  return counts;
}

const rank = Object.fromEntries(verdictGroups.map((group, place) => [group, place])) as Readonly<
  Record<VerdictGroup, number>
>;

/** Worst first; equal verdicts in the order of the input. */
function worstFirst(rows: readonly BulkRow[]): readonly BulkRow[] {
  return rows.toSorted(
    (a, b) =>
      rank[groupOf(a)] - rank[groupOf(b)] ||
      (b.sp_risk_score ?? 0) - (a.sp_risk_score ?? 0) ||
      a.entry.line - b.entry.line,
  );
}

const subject = ({ entry: { kind, value } }: { readonly entry: BulkEntry }): Indicator => ({ kind, value });

/** Every line of the input once: what was looked up, worst first, what was skipped, and what has no answer. */
export function BulkResults({ view: { name, lists, phase } }: { view: BulkView }) {
  const [chosen, setShown] = useQueryState('show', parseAsArrayOf(parseAsStringLiteral(shownChoices)));
  const shown = chosen ?? [];
  const { results, refused, open } = lists;
  const rows = useMemo(() => worstFirst(results), [results]);
  const counts = useMemo(() => countGroups(rows), [rows]);
  const isComing = phase === 'running' && open.length > 0;
  const nothing = (what: string) => (
    <EmptyState kind={isComing ? 'running' : 'empty'} {...(isComing && { word: 'Still running' })}>
      {what}
    </EmptyState>
  );
  const list = shown.find((each) => each === 'skipped' || each === 'open');
  const shownRows = shown.length === 0 ? rows : rows.filter((row) => shown.includes(groupOf(row)));
  return (
    <section aria-label="Results" className="flex flex-col gap-3">
      <VerdictStrip
        counts={counts}
        total={rows.length}
        skipped={refused.length}
        open={open.length}
        shown={shown}
        onShow={(next) => void setShown(next.length > 0 ? [...next] : null, { history: 'push' })}
      />
      {list === 'skipped' ? (
        <ResultTable
          id="skipped"
          name={name}
          caption="Skipped"
          rows={refused}
          columns={skippedColumns}
          indicator={({ indicator }) => indicator}
          factsOf={({ indicator }) => seenFacts(indicator?.value)}
          isAsked={false}
          empty={nothing('Nothing was skipped.')}
        />
      ) : list === 'open' ? (
        <ResultTable
          id="open"
          name={name}
          caption="Indicators without an answer"
          rows={open}
          columns={openColumns}
          indicator={subject}
          factsOf={bareFacts}
          isAsked={false}
          empty={nothing('Everything is answered.')}
        />
      ) : (
        <ResultTable
          id="results"
          name={name}
          view={['bulk', ...shown].join('-')}
          caption="Results, worst first"
          rows={shownRows}
          columns={resultColumns}
          indicator={subject}
          factsOf={rowFacts}
          isAsked
          leftOut={leftOutWords(open.length)}
          empty={nothing(rows.length > 0 ? 'No results with these verdicts.' : 'No results yet.')}
        />
      )}
    </section>
  );
}

function leftOutWords(open: number): string | null {
  if (open === 0) return null;
  return `${formatCount(open, 'indicator has', 'indicators have')} no answer yet and ${open === 1 ? 'is' : 'are'} left out.`;
}

/** The verdict of an indicator and its origin AS. */
function rowFacts(row: BulkRow): readonly Fact[] {
  const { entry, record, state, sp_risk_score: score } = row;
  const statements = statementsOf(row);
  const { asn, asname, first_seen: first, last_seen: last } = record;
  if (state === 'unknown') return factsAbout(entry, { statements });
  // the share of listed addresses in a network is not a verdict on each of them: no indicator of it
  const isNetwork = entry.kind === 'asn' || entry.kind === 'subnet';
  const said = isNetwork ? [...statements, { source: 'Sightline', text: networkWords(row) }] : statements;
  if (entry.kind === 'asn') return asnFacts(entry.value, asname, { statements: said });
  const reason = accordingTo(state === 'scored' ? factorLabel(row.decider) : row.verdict, record.score_provider);
  const judged = isNetwork ? {} : { score, reason };
  const seen = seenFacts(entry.value, { first, last, ...judged, statements: said });
  return asn ? [...seen, ...announcedFacts({ address: entry.value, asn, asname })] : seen;
}

/** "Reputation 90 of 100 (Critical). Subnet reputation: 43 of 48 active addresses, or names on them, listed" */
function networkWords(row: BulkRow): string {
  return `Reputation ${row.sp_risk_score ?? 0} of 100 (${row.verdict}). ${reasonOf(row)}`;
}

/** Listings, facts from sources, and what no source covers. */
function statementsOf({ record: { listed_by, stated, untracked } }: BulkRow): readonly Statement[] {
  return [
    ...(listed_by && listed_by !== NOT_TRACKED ? [{ source: 'Sightline', text: `Listed by: ${listed_by}` }] : []),
    ...(stated ? [{ source: 'Sightline', text: stated }] : []),
    ...(untracked ? [{ source: 'Sightline', text: `Not tracked: ${untracked}` }] : []),
  ];
}

/** An indicator without its verdict. */
function bareFacts({ entry }: { readonly entry: BulkEntry }): readonly Fact[] {
  return factsAbout(entry);
}

interface Keyed {
  readonly key: string;
}

interface ResultTableProps<Row extends Keyed> {
  readonly caption: string;
  /** Keeps the state of each table apart in the URL. */
  readonly id: 'results' | 'skipped' | 'open';
  /** For the name of an export; default by id. */
  readonly view?: string;
  /** Where the list is from. */
  readonly name: string;
  readonly rows: readonly Row[];
  readonly columns: readonly ColumnDef<Row>[];
  readonly indicator: (row: Row) => Indicator | undefined;
  readonly factsOf: (row: Row) => readonly Fact[];
  /** Rows can be looked up again and removed; false for rows that were never looked up. */
  readonly isAsked: boolean;
  /** What is missing in an export. */
  readonly leftOut?: string | null;
  readonly empty: ReactNode;
}

const rowKey = ({ key }: Keyed) => key;
/** An investigation takes only a selection, not the whole list. */
const pinnedAtMost = 100;

/** One list of the results: a table, and the actions for selected rows. */
function ResultTable<Row extends Keyed>(props: ResultTableProps<Row>) {
  const { rows, id, indicator, view = `bulk-${id}`, leftOut = null } = props;
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const selected = useMemo(() => rows.filter(({ key }) => rowSelection[key]), [rows, rowSelection]);
  const navigate = useNavigate();
  const { may } = useTeam();
  const entries = () => {
    const indicators = selected.flatMap((row) => indicator(row) ?? []);
    return [
      ...pivots(indicators, (path) => void navigate(path)),
      ...(may('judge') ? [judgeEntry(indicators)] : []),
      ...(props.isAsked ? changes(selected) : []),
    ];
  };
  return (
    <RecordTable
      caption={props.caption}
      rows={rows}
      columns={props.columns}
      rowKey={rowKey}
      urlPrefix={id === 'results' ? '' : `${id}.`}
      empty={props.empty}
      exportTarget={{ view, subject: props.name, factsOf: props.factsOf, leftOut }}
      state={{ rowSelection }}
      onRowSelectionChange={setRowSelection}
    >
      {selected.length > 0 && (
        <MenuButton label={`With ${selected.length} selected`} size="sm" variant="secondary" entries={entries}>
          With {formatNumber(selected.length)} selected
        </MenuButton>
      )}
    </RecordTable>
  );
}

function pivots(indicators: readonly Indicator[], open: (path: string) => void): readonly MenuAction[] {
  const texts = indicators.map(indicatorText);
  const what = formatCount(texts.length, 'indicator');
  const pages = indicators.map(({ kind, value }) => subjectPath(kind, value));
  const [only] = indicators.length === 1 ? indicators : [];
  const [lookup] = only ? lookups(only) : [];
  const one = only ? {} : { isDisabled: true, detail: 'Select one row' };
  return [
    action('copy', 'Copy', CopyIcon, () => void copyText(texts.join('\n'), what)),
    action('copy-defanged', 'Copy defanged', CopyIcon, () => void copyText(texts.map(defang).join('\n'), what)),
    {
      ...action('pin', 'Pin in investigation', PinIcon, () => pinPages(pages, what, open)),
      ...(texts.length > pinnedAtMost && { isDisabled: true, detail: `At most ${pinnedAtMost} rows` }),
    },
    { ...action('open', 'Open', ForwardIcon, () => only && open(subjectPath(only.kind, only.value))), ...one },
    {
      ...action('padns', 'Search passive DNS', SearchIcon, () => lookup && open(paths.padns(lookup.query))),
      ...(lookup && { detail: lookup.label }),
      ...one,
      ...(only && !lookup && { isDisabled: true, detail: 'Not available in passive DNS' }),
    },
  ];
}

function judgeEntry(indicators: readonly Indicator[]): MenuAction {
  const subjects = indicators.filter(({ kind }) => hasOwnPage(kind)).map(indicatorText);
  return {
    ...action('judge', 'Judge …', JudgeIcon, () => judgeSubjects(subjects)),
    ...(subjects.length === 0 && { isDisabled: true, detail: 'Only addresses, networks, names and AS are judged' }),
  };
}

function changes(selected: readonly Keyed[]): readonly MenuAction[] {
  const keys = selected.map(({ key }) => key);
  return [
    action('again', 'Look up again', RetryIcon, () => bulkRun()?.askAgain(keys)),
    action('remove', 'Remove from this triage', RemoveIcon, () => bulkRun()?.remove(keys)),
  ];
}

function action(id: string, label: string, icon: NonNullable<MenuAction['icon']>, onAction: () => void): MenuAction {
  return { kind: 'action', id, label, icon, onAction };
}

/** What is shown: rows with the chosen verdicts (all if none is chosen), or one of the two lists without verdicts. */
type Shown = VerdictGroup | 'skipped' | 'open';
const shownChoices: readonly Shown[] = [...verdictGroups, 'skipped', 'open'];

interface VerdictStripProps {
  readonly counts: ReadonlyMap<VerdictGroup, number>;
  readonly total: number;
  readonly skipped: number;
  /** Indicators without an answer. */
  readonly open: number;
  readonly shown: readonly Shown[];
  readonly onShow: (shown: readonly Shown[]) => void;
}

/** The number of rows for each verdict, as buttons that filter by one or several verdicts. */
function VerdictStrip({ counts, total, skipped, open, shown, onShow }: VerdictStripProps) {
  const chosen = shown.filter((each): each is VerdictGroup => each !== 'skipped' && each !== 'open');
  const toggle = (group: VerdictGroup) =>
    onShow(chosen.includes(group) ? chosen.filter((each) => each !== group) : [...chosen, group]);
  const lists = [
    { id: 'skipped' as const, word: 'Skipped', count: skipped },
    { id: 'open' as const, word: 'Not answered', count: open },
  ];
  return (
    <div role="group" aria-label="Filter by verdict" className="flex flex-wrap gap-1.5">
      <Button aria-pressed={shown.length === 0} onClick={() => onShow([])}>
        All <Count value={total} />
      </Button>
      {verdictGroups
        .filter((group) => (counts.get(group) ?? 0) > 0 || chosen.includes(group))
        .map((group) => {
          const { word, symbol, tone } = VERDICT_GROUPS[group];
          return (
            <Button key={group} aria-pressed={chosen.includes(group)} onClick={() => toggle(group)}>
              <span className={classNames('inline-flex gap-1', tone)}>
                <span aria-hidden="true">{symbol}</span>
                {word}
              </span>{' '}
              <Count value={counts.get(group) ?? 0} />
            </Button>
          );
        })}
      {lists
        .filter(({ id, count }) => count > 0 || shown.includes(id))
        .map(({ id, word, count }) => (
          <Button key={id} aria-pressed={shown.includes(id)} onClick={() => onShow(shown.includes(id) ? [] : [id])}>
            {word} <Count value={count} />
          </Button>
        ))}
    </div>
  );
}

function Count({ value }: { readonly value: number }) {
  return <span className="font-semibold tabular-nums">{formatNumber(value)}</span>;
}
