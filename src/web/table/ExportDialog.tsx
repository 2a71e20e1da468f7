import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { errorText } from '#model/errors.ts';
import { DEFAULT_SHARING, isRisk, type Sharing } from '#model/fact.ts';
import { formatCount, formatNumber, plural } from '#model/format.ts';
import { SCORE_BANDS } from '#model/score-band.ts';
import { type Tlp, TLP_LEVELS } from '#model/tlp.ts';
import { canBeCof } from '#web/exports/json.ts';
import { type CompletedRows, exportFileName } from '#web/exports/export-target.ts';
import { fetchListings } from '#web/api/listings.ts';
import { unreadJudgements, useTeam } from '#web/api/team.ts';
import type { AskListings } from '#web/exports/intelligence.ts';
import type { ExportFile, ExportFormat } from '#web/exports/make-export.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Checkbox } from '#web/kit/ui/Checkbox.tsx';
import { CodeBlock } from '#web/kit/ui/CodeBlock.tsx';
import { downloadFile } from '#web/kit/ui/copy-text.ts';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { DownloadIcon } from '#web/kit/ui/icons.ts';
import { Progress } from '#web/kit/ui/Progress.tsx';
import { RadioGroup } from '#web/kit/ui/RadioGroup.tsx';
import { SelectField } from '#web/kit/ui/Field.tsx';
import type { RowData } from './column-def.ts';
import { chosenColumns, type ExportChoice, exportOf, FORMATS_OF_COLUMNS, needsLateValues } from './export-choice.ts';
import { type ExportScope, type ExportSource, offeredScopes, rowsOfScope, scopeTruncation } from './export-scope.ts';

const PREVIEW_ROWS = 5;
const PREVIEW_CHARACTERS = 4000;

const FORMATS: readonly { value: ExportFormat; label: string; hint: string }[] = [
  { value: 'csv', label: 'CSV', hint: 'For spreadsheets; times in ISO 8601 UTC' },
  { value: 'json', label: 'JSON', hint: 'One document, values as the service sent them' },
  { value: 'ndjson', label: 'NDJSON', hint: 'One record per line' },
  { value: 'cof', label: 'Passive DNS COF', hint: 'rrname, rrtype, rdata; one record per line' },
  { value: 'stix', label: 'STIX 2.1', hint: 'A bundle of observables, indicators and relationships' },
  { value: 'misp', label: 'MISP', hint: 'An event of attributes and objects' },
];
const PARQUET = { value: 'parquet', label: 'Parquet', hint: 'All results as a background job, up to 100,000' } as const;

function isOffered<Row extends RowData>(format: ExportFormat, { columns, target }: ExportSource<Row>): boolean {
  if (format === 'cof') return canBeCof(columns);
  return FORMATS_OF_COLUMNS.includes(format) || target.factsOf !== undefined;
}

const SCOPES: Record<ExportScope, string> = {
  selected: 'Selected rows',
  filtered: 'Filtered rows',
  loaded: 'All loaded rows',
  everything: 'All results',
};

/** The first lines of the file, for the loaded rows. */
function usePreview<Row extends RowData>(source: ExportSource<Row>, choice: ExportChoice): string {
  const { of: judgementsOf } = useTeam();
  const [text, setText] = useState('');
  useEffect(() => {
    let isCurrent = true;
    const rows = rowsOfScope(choice.scope, source).slice(0, PREVIEW_ROWS);
    void exportOf(source, choice, rows, { judgementsOf }).then((file) => {
      if (isCurrent) setText(file.text.slice(0, PREVIEW_CHARACTERS));
    });
    return () => {
      isCurrent = false;
    };
  }, [source, choice, judgementsOf]);
  return text;
}

function RunState({ run }: { run: ExportRun }) {
  if (run.step === 'fetching') {
    const ofTotal = run.total === null ? '' : ` of ${formatNumber(run.total)}`;
    return (
      <Progress
        label="Fetching rows"
        value={run.loaded}
        max={run.total ?? run.loaded + 1}
        valueText={`${formatNumber(run.loaded)}${ofTotal} rows`}
      />
    );
  }
  if (run.step === 'scoring')
    return (
      <Progress
        label="Fetching missing scores"
        value={run.told}
        max={run.total}
        valueText={`${formatNumber(run.told)} of ${formatNumber(run.total)} names and addresses`}
      />
    );
  if (run.step === 'failed') return <p className="text-danger">The rows could not be fetched: {run.reason}</p>;
  if (run.step !== 'done') return null;
  return (
    <p className="text-ok">
      Saved as {run.file.name}. {run.file.notes.join(' ')}
    </p>
  );
}

interface ExportDialogProps<Row extends RowData> {
  source: ExportSource<Row>;
  onClose: () => void;
}

/** The choice of rows, columns and format, with a preview of the first lines of the file. */
export function ExportDialog<Row extends RowData>({ source, onClose }: ExportDialogProps<Row>) {
  const [choice, setChoice] = useState<ExportChoice>({
    format: 'csv',
    isParquet: false,
    scope: offeredScopes(source)[0] ?? 'loaded',
    hasAllColumns: false,
    isRaw: false,
    hasBom: false,
    sharing: DEFAULT_SHARING,
  });
  const { run, start, cancel, skipScores } = useExport(source);
  const preview = usePreview(source, choice);
  const change = (part: Partial<ExportChoice>) => setChoice({ ...choice, ...part });
  const rowCount = rowsOfScope(choice.scope, source).length;
  const columnCount = chosenColumns(source, choice, rowsOfScope(choice.scope, source)).length;
  const truncation = choice.scope === 'everything' ? null : scopeTruncation(choice.scope, rowCount, source);
  const isFetching = run.step === 'fetching' || run.step === 'scoring';
  const takesColumns = FORMATS_OF_COLUMNS.includes(choice.format);
  return (
    <Dialog
      title="Export"
      isOpen
      onClose={() => {
        cancel();
        onClose();
      }}
      width="lg"
      footer={
        isFetching ? (
          <>
            {run.step === 'scoring' && <Button onClick={skipScores}>Export without the missing scores</Button>}
            <Button onClick={cancel}>Cancel</Button>
          </>
        ) : (
          <Button
            variant="primary"
            onClick={() => void start(choice)}
            disabledReason={rowCount === 0 ? 'There are no rows to export' : undefined}
          >
            <DownloadIcon />
            Download
          </Button>
        )
      }
    >
      <ChoiceFields source={source} choice={choice} onChange={change} />
      {!choice.isParquet && (
        <>
          <p className="mt-4 mb-1 text-sm text-muted">
            {choice.scope !== 'everything' && formatCount(rowCount, 'row')}
            {choice.scope !== 'everything' && takesColumns && ' by '}
            {takesColumns && formatCount(columnCount, 'column')}
          </p>
          <CodeBlock label="First lines of the file" code={preview} maxHeightPx={192} />
          {truncation && <p className="mt-2 text-warning">{truncation}</p>}
        </>
      )}
      <div className="mt-2" role="status">
        <RunState run={run} />
      </div>
    </Dialog>
  );
}

interface ChoiceFieldsProps<Row extends RowData> {
  readonly source: ExportSource<Row>;
  readonly choice: ExportChoice;
  readonly onChange: (part: Partial<ExportChoice>) => void;
}

/** Rows, format, and what the format allows to choose. */
function ChoiceFields<Row extends RowData>({ source, choice, onChange }: ChoiceFieldsProps<Row>) {
  const formats = [
    ...FORMATS.filter(({ value }) => isOffered(value, source)),
    ...(source.target.parquet ? [PARQUET] : []),
  ];
  const format = (
    <RadioGroup
      label="Format"
      value={choice.isParquet ? PARQUET.value : choice.format}
      choices={formats}
      onChange={(next) => onChange(next === PARQUET.value ? { isParquet: true } : { isParquet: false, format: next })}
    />
  );
  if (choice.isParquet)
    return (
      <div className="grid gap-4 sm:grid-cols-3">
        <p className="text-sm text-muted">
          All results of the search, also those that are not loaded, whatever is filtered or selected here. Fields are
          those of the service: scores and what the team says are not among them.
        </p>
        {format}
      </div>
    );
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <RadioGroup
        label="Rows"
        value={choice.scope}
        choices={offeredScopes(source).map((scope) => ({
          value: scope,
          label:
            scope === 'everything'
              ? SCOPES[scope]
              : `${SCOPES[scope]} (${formatNumber(rowsOfScope(scope, source).length)})`,
        }))}
        onChange={(scope) => onChange({ scope })}
      />
      {format}
      <div className="flex flex-col gap-3">
        {FORMATS_OF_COLUMNS.includes(choice.format) ? (
          <RadioGroup
            label="Columns"
            value={choice.hasAllColumns ? 'all' : 'shown'}
            choices={[
              { value: 'shown', label: `Shown columns (${source.shownColumnIds.length})` },
              { value: 'all', label: `All columns (${source.columns.length})` },
            ]}
            onChange={(columns) => onChange({ hasAllColumns: columns === 'all' })}
          />
        ) : (
          <p className="text-sm text-faint">This format exports every column it supports.</p>
        )}
        {(choice.format === 'stix' || choice.format === 'misp') && (
          <SharingFields
            format={choice.format}
            rows={rowsOfScope(choice.scope, source)}
            isPart={choice.scope === 'everything'}
            target={source.target}
            sharing={choice.sharing}
            onChange={(sharing) => onChange({ sharing })}
          />
        )}
        {choice.format === 'csv' && <CsvFields choice={choice} onChange={onChange} />}
      </div>
    </div>
  );
}

interface CsvFieldsProps {
  readonly choice: ExportChoice;
  readonly onChange: (part: Partial<ExportChoice>) => void;
}

function CsvFields({ choice: { hasBom, isRaw }, onChange }: CsvFieldsProps) {
  return (
    <div className="flex flex-col items-start gap-1">
      <Checkbox isChecked={hasBom} onChange={(next) => onChange({ hasBom: next })}>
        Byte order mark, for Excel
      </Checkbox>
      <Checkbox isChecked={isRaw} onChange={(next) => onChange({ isRaw: next })}>
        Raw cells
      </Checkbox>
      <p className="text-sm text-faint">
        {isRaw
          ? 'Cells are written unchanged. A spreadsheet may run those that begin like a formula.'
          : "Cells that begin like a formula get a leading ' so that spreadsheets do not run them."}
      </p>
    </div>
  );
}

const BANDS = SCORE_BANDS.filter(({ min }) => min > 0).toReversed();

interface SharingFieldsProps<Row extends RowData> {
  readonly format: 'stix' | 'misp';
  readonly rows: readonly Row[];
  /** More rows are exported, which are not loaded. */
  readonly isPart: boolean;
  readonly target: ExportSource<Row>['target'];
  readonly sharing: Sharing;
  readonly onChange: (sharing: Sharing) => void;
}

/** The columns that become indicators, and the sharing level of the file. */
function SharingFields<Row extends RowData>(props: SharingFieldsProps<Row>) {
  const { format, rows, isPart, target, sharing, onChange } = props;
  const { factsOf, late } = target;
  const scored = useMemo(
    () =>
      rows
        .flatMap((row) => factsOf?.(row) ?? [])
        .flatMap((fact) => (fact.is === 'seen' ? [[JSON.stringify(fact.what), fact.score] as const] : [])),
    [rows, factsOf],
  );
  const isPending = useMemo(() => late !== undefined && rows.some(late.isPending), [rows, late]);
  // the same name in several rows is one indicator
  const matching = new Set(scored.filter(([, score]) => isRisk(score, sharing.from)).map(([what]) => what)).size;
  const what = format === 'stix' ? plural(matching, 'indicator') : 'marked for detection (to_ids)';
  return (
    <>
      <SelectField
        label="Indicators from"
        value={sharing.from}
        choices={BANDS.map(({ name, word, min }) => ({ value: name, label: `${word} (score ${min} or more)` }))}
        onChange={(from) => onChange({ ...sharing, from })}
        hint={`${isPart ? 'Of the loaded rows at' : 'At'} most ${formatNumber(matching)} ${what}${isPending ? ' so far; missing scores are fetched before the file is written' : ''}. Only those that a list names.`}
      />
      <SelectField
        label="TLP"
        value={sharing.tlp}
        choices={Object.entries(TLP_LEVELS).map(([tlp, { name, who }]) => ({
          value: tlp as Tlp,
          label: `${name}: ${who}`,
        }))}
        onChange={(tlp) => onChange({ ...sharing, tlp })}
      />
    </>
  );
}

type ExportRun =
  | { step: 'idle' }
  | { step: 'fetching'; loaded: number; total: number | null }
  | { step: 'scoring'; told: number; total: number }
  | { step: 'done'; file: Pick<ExportFile, 'name' | 'notes'> }
  | { step: 'failed'; reason: string };

/** Makes the file of a choice and saves it; first fetches missing rows and values, with progress, until cancelled. */
function useExport<Row extends RowData>(source: ExportSource<Row>) {
  const client = useQueryClient();
  const team = useTeam();
  const [run, setRun] = useState<ExportRun>({ step: 'idle' });
  const controller = useRef<AbortController | null>(null);
  const scoring = useRef<AbortController | null>(null);
  const rowsOf = async (scope: ExportScope, signal: AbortSignal): Promise<readonly Row[]> => {
    const { fetchAll } = source.target;
    if (scope !== 'everything' || !fetchAll) return rowsOfScope(scope, source);
    setRun({ step: 'fetching', loaded: source.loadedRows.length, total: source.paging?.total ?? null });
    const onProgress = (loaded: number, total: number | null) => setRun({ step: 'fetching', loaded, total });
    return fetchAll({ signal, onProgress });
  };
  const completed = async (rows: readonly Row[], choice: ExportChoice): Promise<CompletedRows<Row>> => {
    const { late } = source.target;
    if (!late || !needsLateValues(source, choice) || !rows.some(late.isPending)) return { rows, missing: null };
    scoring.current = new AbortController();
    return late.complete(rows, {
      signal: scoring.current.signal,
      onProgress: (told, total) => setRun({ step: 'scoring', told, total: total ?? told }),
    });
  };
  const save = (name: string, content: BlobPart, mediaType: string, notes: readonly string[]) => {
    downloadFile(name, content, mediaType);
    setRun({ step: 'done', file: { name, notes } });
  };
  const start = async (choice: ExportChoice) => {
    const { signal } = (controller.current = new AbortController());
    try {
      const { parquet, view, subject } = source.target;
      if (choice.isParquet && parquet) {
        setRun({ step: 'fetching', loaded: 0, total: null });
        const onProgress = (loaded: number) => setRun({ step: 'fetching', loaded, total: null });
        const { file, notes } = await parquet({ signal, onProgress });
        return save(exportFileName(new Date(), view, subject, 'parquet'), file, file.type, notes);
      }
      const { rows, missing } = await completed(await rowsOf(choice.scope, signal), choice);
      signal.throwIfAborted();
      const askListings: AskListings = (kind, values) => fetchListings(client, kind, values);
      const all = [missing, unreadJudgements(team)].filter(Boolean).join(' ') || null;
      const file = await exportOf(source, choice, rows, { missing: all, askListings, judgementsOf: team.of });
      save(file.name, file.text, file.mediaType, file.notes);
    } catch (error) {
      setRun(signal.aborted ? { step: 'idle' } : { step: 'failed', reason: errorText(error) });
    }
  };
  const skipScores = () => scoring.current?.abort();
  const cancel = () => {
    controller.current?.abort();
    skipScores();
  };
  return { run, start, cancel, skipScores };
}
