import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { SingleBar } from 'cli-progress';
import { chunksOf } from '#model/chunks.ts';
import { errorText } from '#model/errors.ts';
import { extractIndicators } from '#model/extract-indicators.ts';
import { formatCount } from '#model/format.ts';
import { indicatorText } from '#model/indicator-of.ts';
import { judgementSentence } from '#model/judgement-words.ts';
import { recogniseValue } from '#model/recognise-value.ts';
import { visibleText } from '#model/visible-text.ts';
import { judgementsOf, type Team } from '#web/api/team.ts';
import { withTeam } from '#web/kit/records/team-column.tsx';
import { askBulk } from '#web/tools/bulk-triage/bulk-answer.ts';
import { type BulkInput, bulkInput, type RefusedEntry } from '#web/tools/bulk-triage/bulk-plan.ts';
import type { BulkRow } from '#web/tools/bulk-triage/bulk-row.ts';
import { BulkRun } from '#web/tools/bulk-triage/bulk-run.ts';
import { resultColumns } from '#web/tools/bulk-triage/result-columns.tsx';
import { reasonOf } from '#web/tools/bulk-triage/row-reason.ts';
import { subjectPath } from '#web/url/subject-path.ts';
import { print, type RowOptions, rowPrinter, say, table } from './output.ts';
import { baseOf, CommandFailure, connect } from './service.ts';
import { teamJudgements } from './team.ts';

/** `sightline lookup VALUE ...`: the verdict on each value, as the dashboard's bulk triage gives it. */
export async function lookup(values: readonly string[], options: RowOptions): Promise<void> {
  const readings = values.map((value, index) => ({ value, line: index + 1, ...recogniseValue(value) }));
  for (const { value, interpretations, problem } of readings)
    if (interpretations.length === 0)
      throw new CommandFailure(`${visibleText(value)}: ${problem?.message ?? 'empty'}`, 2);
  const indicators = readings.flatMap(({ interpretations, line }) => {
    const [first] = interpretations;
    // a host that may be a name server is a domain, as in bulk triage
    const chosen = first?.kind === 'name-server' ? interpretations.find(({ kind }) => kind === 'domain') : first;
    return chosen ? [{ ...chosen, line, occurrences: 1 }] : [];
  });
  const input = bulkInput({ indicators, invalid: [] });
  for (const { text: value, reason } of input.refused) throw new CommandFailure(`${visibleText(value)}: ${reason}`, 2);
  await giveVerdicts(input, options, {
    textOf: (rows, of) => rows.map((row) => aboutOne(row, baseOf(options.url), of)).join(''),
    placeOf: (line) => `value ${line}`,
  });
}

/** `sightline bulk [FILE ...]`: the verdicts on all indicators in a text. Without files, the standard input is read. */
export async function bulk(files: readonly string[], options: RowOptions): Promise<void> {
  if (files.length === 0 && process.stdin.isTTY)
    throw new CommandFailure(
      'Name a file, or send a text: sightline bulk ticket.txt, or: cat ticket.txt | sightline bulk',
      2,
    );
  const names = files.length === 0 ? ['-'] : files;
  const texts = await Promise.all(names.map((file) => (file === '-' ? text(process.stdin) : readText(file))));
  const input = bulkInput(extractIndicators(texts.join('\n')));
  if (input.entries.length === 0) say('The text has no indicators.');
  await giveVerdicts(input, options, { textOf: inColumns, placeOf: placeIn(names, texts) });
}

/** Where a line of the joined texts is: "line 3", with the file if there are several. */
function placeIn(files: readonly string[], texts: readonly string[]): (line: number) => string {
  const lengths = texts.map((each) => each.split('\n').length);
  return (line) => {
    let [file, rest] = [0, line];
    while (file < files.length - 1 && rest > (lengths[file] ?? 0)) {
      rest -= lengths[file] ?? 0;
      file += 1;
    }
    return files.length > 1 ? `${files[file] ?? ''} line ${rest}` : `line ${rest}`;
  };
}

async function readText(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandFailure(errorText(error), 2);
  });
}

/** Indicators that are looked up before their rows are printed. */
const rowsAtOnce = 1000;

interface Words {
  readonly textOf: (rows: readonly BulkRow[], of: Team['of']) => string;
  /** Where the value of a line of the input is. */
  readonly placeOf: (line: number) => string;
}

async function giveVerdicts(
  { entries, refused }: BulkInput,
  options: RowOptions,
  { textOf, placeOf }: Words,
): Promise<void> {
  connect(options);
  const of = judgementsOf(await teamJudgements());
  const isJudged = entries.some((entry) => of(indicatorText(entry)).length > 0);
  const { format, raw } = options;
  const printRows =
    format === 'text'
      ? (rows: readonly BulkRow[]) => print(rows.length === 0 ? '' : textOf(rows, of))
      : rowPrinter(isJudged ? withTeam(resultColumns, of, true) : resultColumns, { format, raw });
  tellRefused(refused, placeOf);
  let open = 0;
  const bar = new SingleBar({ format: '{bar} {value} of {total}', clearOnComplete: true, hideCursor: true });
  if (!process.stdout.isTTY) bar.start(entries.length, 0);
  // without entries, a CSV file still has its header
  for (const some of entries.length === 0 ? [[]] : chunksOf(entries, rowsAtOnce)) {
    const run = await finished({ entries: some, refused: [] });
    const lists = run.lists();
    await printRows(lists.results);
    bar.increment(some.length);
    tellRefused(lists.refused, placeOf);
    // a wrong key or a service that is gone would fail for the rest as well
    const { haltedBy } = run.runner;
    if (haltedBy instanceof Error) {
      bar.stop();
      throw haltedBy;
    }
    for (const { entry, reason } of lists.open) say(`${entry.display}: ${reason}`);
    open += lists.open.length;
  }
  bar.stop();
  if (open > 0) throw new CommandFailure(`${formatCount(open, 'indicator')} got no answer.`);
}

function tellRefused(refused: readonly RefusedEntry[], placeOf: Words['placeOf']): void {
  for (const { line, text: entry, reason } of refused) say(`${placeOf(line)}: ${visibleText(entry)}: ${reason}`);
}

/** Looks everything up, with the retries of bulk triage. Resolves when nothing more can be asked. */
async function finished(input: BulkInput): Promise<BulkRun> {
  const changes = new EventEmitter();
  const run = new BulkRun(input, {
    ask: askBulk,
    onAnswers: () => undefined,
    onRemoved: () => undefined,
    onChange: () => changes.emit('change'),
  });
  run.runner.resume();
  while (run.runner.phase === 'running' || run.runner.outCount > 0) await once(changes, 'change');
  return run;
}

const verdictOf = ({ verdict, sp_risk_score: score }: BulkRow) =>
  score === undefined || score === 0 ? verdict : `${verdict} ${score}`;

/** A block about one subject. */
function aboutOne(row: BulkRow, base: string, of: Team['of']): string {
  const { entry, record, tags } = row;
  const subject = indicatorText(entry);
  const facts = [
    ...of(subject).map((each) => ['Team', judgementSentence(each, subject)]),
    ['Owner', entry.kind === 'domain' ? record.registrar : record.asname],
    ['Tags', tags.map(({ label }) => label).join(', ')],
    ['Lists', record.listed_by],
    ['Page', base + subjectPath(entry.kind, entry.value)],
  ].flatMap(([label = '', value]) => (value ? [`  ${label.padEnd(6)} ${visibleText(value)}\n`] : []));
  return `${entry.display}\n  ${verdictOf(row)}: ${visibleText(reasonOf(row))}\n${facts.join('')}\n`;
}

const inColumns = (rows: readonly BulkRow[]): string =>
  table(rows.map((row) => [row.entry.display, verdictOf(row), visibleText(reasonOf(row))]));
