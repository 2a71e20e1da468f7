import type { ReactNode } from 'react';
import { formatCount, formatNumber, plural } from '#model/format.ts';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { ShortList } from '#web/kit/ui/ShortList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { RejectExamples } from './FeedDetails.tsx';
import { fileWords, type Findings } from './log-import.ts';

interface LogReportProps {
  /** The file of the report, for screen readers. */
  readonly name: string;
  readonly findings: Findings;
  readonly isDryRun: boolean;
}

/** The findings in a log, and the rejected lines with reasons. Texts of a log are untrusted and shown as plain text only. */
export function LogReport({ name, findings, isDryRun }: LogReportProps) {
  const { skipped, rejected, rejects, examples } = findings;
  return (
    <div className="grid gap-x-8 gap-y-4 @3xl:grid-cols-2">
      <section aria-label={`${isDryRun ? 'Dry run' : 'Report'} of ${name}`}>
        <h5 className="font-semibold">{isDryRun ? 'Dry run: nothing is written yet' : 'Report'}</h5>
        <KeyValueList items={factsOf(findings)} />
      </section>
      <section aria-label={`Left out of ${name}`} className="flex min-w-0 flex-col gap-3">
        <div>
          <h5 className="font-semibold">Left out</h5>
          <KeyValueList
            items={[
              { key: 'Skipped', value: <Reasons total={sumOf(skipped)} counts={skipped} label="Skipped, by reason" /> },
              { key: 'Rejected', value: <Reasons total={rejected} counts={rejects} label="Rejected, by reason" /> },
            ]}
          />
        </div>
        {examples.length > 0 && (
          <details>
            <summary className="w-fit cursor-pointer text-muted hover:text-text">
              {formatCount(examples.length, 'rejected line')} as {plural(examples.length, 'an example', 'examples')}
            </summary>
            <RejectExamples examples={examples} />
          </details>
        )}
      </section>
      {findings.fileCount > 0 && <ArchiveFiles name={name} findings={findings} />}
    </div>
  );
}

const shownFiles = 12;

/** The logs of an archive with what they hold, and the other files with the reason why they are not read. */
function ArchiveFiles({ name, findings }: Pick<LogReportProps, 'name' | 'findings'>) {
  const { files, fileCount } = findings;
  return (
    <section aria-label={`Files in ${name}`} className="min-w-0 @3xl:col-span-2">
      <h5 className="font-semibold">{formatCount(fileCount, 'file')} in the archive</h5>
      <div className="text-sm">
        <ShortList items={files} itemKey={(file) => file.key} shownAtMost={shownFiles} label={`Files in ${name}`}>
          {(file) => (
            <>
              <VisibleText text={file.name} foldAt={Infinity} />{' '}
              <span className="text-muted">
                <VisibleText text={fileWords(file) || 'not read'} />
              </span>
              {file.problem !== '' && (
                <span className={file.title === '' ? 'text-muted' : 'text-warning'}>
                  {': '}
                  <VisibleText text={file.problem} foldAt={Infinity} />
                </span>
              )}
            </>
          )}
        </ShortList>
        {files.length < fileCount && (
          <p className="text-muted">{formatNumber(fileCount - files.length)} more files are not listed.</p>
        )}
      </div>
    </section>
  );
}

function factsOf(findings: Findings) {
  const { title, lines, isWhole, cutOff, seen, byType, rows, newRows, evidence, from, to, days, fileCount } = findings;
  return [
    { key: 'Format', value: title ? <VisibleText text={title} /> : null },
    {
      key: 'Lines read',
      value: (
        <>
          {formatNumber(lines)}
          {!isWhole && cutOff === '' && (
            <span className="text-muted">
              {' '}
              ({fileCount > 0 ? 'beginning of each log' : 'beginning of the file only'})
            </span>
          )}
          {cutOff !== '' && (
            <span className="block text-warning">
              <VisibleText text={cutOff} />
            </span>
          )}
        </>
      ),
    },
    {
      key: 'DNS answers',
      value: (
        <>
          {formatNumber(seen)}
          <Counts counts={byType} />
        </>
      ),
    },
    {
      key: 'Distinct records',
      value: (
        <>
          {formatNumber(rows)}
          {newRows !== null && <span className="text-muted"> ({formatNumber(newRows)} new)</span>}
        </>
      ),
    },
    {
      key: 'Other evidence',
      value: evidence.length === 0 ? 'none' : <Counts counts={evidence} />,
    },
    {
      key: 'Time span',
      value:
        from === '' ? (
          'none'
        ) : (
          <>
            <TimeText value={from} /> to <TimeText value={to} />
          </>
        ),
    },
    { key: 'Days from', value: days || null },
  ];
}

/** Counts on one line, the name of each after its number. */
function Counts({ counts }: { readonly counts: Findings['byType'] }): ReactNode {
  if (counts.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-3 text-sm text-muted">
      {counts.map(({ name, count }) => (
        <li key={name} className="min-w-0">
          <span className="text-text">{formatNumber(count)}</span> <VisibleText text={name} />
        </li>
      ))}
    </ul>
  );
}

interface ReasonsProps {
  readonly total: number;
  readonly counts: Findings['skipped'];
  readonly label: string;
}

function Reasons({ total, counts, label }: ReasonsProps) {
  if (total === 0) return 'none';
  return (
    <>
      {formatNumber(total)}
      {counts.length > 0 && (
        <div className="text-sm text-muted">
          <ShortList items={counts} itemKey={({ name }) => name} shownAtMost={6} label={label}>
            {({ name, count }) => (
              <>
                <span className="text-text">{formatNumber(count)}</span> <VisibleText text={name} />
              </>
            )}
          </ShortList>
        </div>
      )}
    </>
  );
}

function sumOf(counts: Findings['skipped']): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
