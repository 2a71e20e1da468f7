import { useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { defang } from '#model/defang.ts';
import type { Fact } from '#model/fact.ts';
import { lookups } from '#web/components/indicator/indicator-menu.ts';
import { indicatorText, type Indicator } from '#model/indicator-of.ts';
import { RecordTable } from '#web/components/records/RecordTable.tsx';
import { pinInInvestigation } from '#web/stores/investigation/investigation-calls.ts';
import type { Column } from '#web/table/column.ts';
import { copyText } from '#web/table/copy-text.ts';
import { CopyIcon, ForwardIcon, PinIcon, RemoveIcon, RetryIcon, SearchIcon } from '#web/ui/icons.ts';
import type { MenuAction } from '#web/ui/menu-entry.ts';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { toasts } from '#web/ui/toast-queue.ts';
import { paths } from '#web/url/paths.ts';
import { subjectPath } from '#web/url/subject-path.ts';
import { bulkRun } from './bulk-store.ts';

interface Keyed {
  readonly key: string;
}

interface ResultTableProps<Row extends Keyed> {
  readonly caption: string;
  readonly tab: 'known' | 'unknown' | 'invalid' | 'open';
  /** Where the list is from. */
  readonly name: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly indicator: (row: Row) => Indicator | undefined;
  readonly factsOf: (row: Row) => readonly Fact[];
  /** The rows can be asked about again and taken out: all but those that were never asked about. */
  readonly isAsked: boolean;
  readonly empty: ReactNode;
}

const rowKey = ({ key }: Keyed) => key;
/** An investigation holds what is looked into, not the whole list. */
const pinnedAtMost = 100;

/** One tab of the results: the table of the dashboard, and what can be done with the rows that are selected. */
export function ResultTable<Row extends Keyed>(props: ResultTableProps<Row>) {
  const { rows, tab, indicator } = props;
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo(
    () => (selectedKeys.size === 0 ? [] : rows.filter(({ key }) => selectedKeys.has(key))),
    [rows, selectedKeys],
  );
  const navigate = useNavigate();
  const entries = () => {
    const indicators = selected.flatMap((row) => indicator(row) ?? []);
    return [...pivots(indicators, (path) => void navigate(path)), ...(props.isAsked ? changes(selected) : [])];
  };
  return (
    <RecordTable
      caption={props.caption}
      rows={rows}
      columns={props.columns}
      rowKey={rowKey}
      urlPrefix={`${tab}.`}
      empty={props.empty}
      exportTarget={{ view: `bulk-${tab}`, subject: props.name, factsOf: props.factsOf }}
      onSelectionChange={(chosen) => setSelectedKeys(new Set(chosen.map(({ key }) => key)))}
    >
      {selected.length > 0 && (
        <MenuButton label={`With ${selected.length} selected`} size="sm" variant="secondary" entries={entries}>
          With {selected.length.toLocaleString('en')} selected
        </MenuButton>
      )}
    </RecordTable>
  );
}

function pivots(indicators: readonly Indicator[], open: (path: string) => void): readonly MenuAction[] {
  const texts = indicators.map(indicatorText);
  const what = `${texts.length.toLocaleString('en')} ${texts.length === 1 ? 'indicator' : 'indicators'}`;
  const [only] = indicators.length === 1 ? indicators : [];
  const [lookup] = only ? lookups(only) : [];
  const one = only ? {} : { isDisabled: true, detail: 'Takes one row' };
  return [
    action('copy', 'Copy', CopyIcon, () => void copyText(texts.join('\n'), what)),
    action('copy-defanged', 'Copy defanged', CopyIcon, () => void copyText(texts.map(defang).join('\n'), what)),
    {
      ...action('pin', 'Pin in investigation', PinIcon, () => pin(indicators, what)),
      ...(texts.length > pinnedAtMost && { isDisabled: true, detail: `Takes at most ${pinnedAtMost} rows` }),
    },
    { ...action('open', 'Open', ForwardIcon, () => only && open(subjectPath(only.kind, only.value))), ...one },
    {
      ...action('padns', 'Search passive DNS', SearchIcon, () => lookup && open(paths.padns(lookup.query))),
      ...(lookup && { detail: lookup.label }),
      ...one,
      ...(only && !lookup && { isDisabled: true, detail: 'Passive DNS does not hold its kind' }),
    },
  ];
}

function pin(indicators: readonly Indicator[], what: string): void {
  pinInInvestigation(indicators.map(({ kind, value }) => subjectPath(kind, value)));
  toasts.add({ title: 'Pinned in the investigation', body: what });
}

function changes(selected: readonly Keyed[]): readonly MenuAction[] {
  const keys = selected.map(({ key }) => key);
  return [
    action('again', 'Ask again', RetryIcon, () => bulkRun()?.askAgain(keys)),
    action('remove', 'Remove from this triage', RemoveIcon, () => bulkRun()?.remove(keys)),
  ];
}

function action(id: string, label: string, icon: NonNullable<MenuAction['icon']>, onAction: () => void): MenuAction {
  return { kind: 'action', id, label, icon, onAction };
}
