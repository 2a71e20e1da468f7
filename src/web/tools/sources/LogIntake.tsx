import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCount } from '#model/format.ts';
import { connection } from '#web/api/connection.ts';
import { announce } from '#web/kit/ui/announcer.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { CopyButton } from '#web/kit/ui/CopyButton.tsx';
import { FileButton } from '#web/kit/ui/FileButton.tsx';
import { ImportIcon } from '#web/kit/ui/icons.ts';
import { TextField } from '#web/kit/ui/Field.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { sensorProblem } from './log-import.ts';
import type { LogFormat } from './LogFormatChoice.tsx';
import { addUploads } from './log-uploads.ts';

interface LogIntakeProps {
  readonly formats: readonly LogFormat[];
  /** '' without one. */
  readonly inbox: string;
  /** '' without one. */
  readonly bucket: string;
  readonly pieceBytes: number;
  /** Files are being dragged over the page. */
  readonly isOver: boolean;
  readonly onOver: (isOver: boolean) => void;
  /** Files were dropped somewhere on the page. */
  readonly onDropped: () => void;
}

/** Accepts log files, dropped anywhere on the page or chosen, and lists the formats and other ways to import. */
export function LogIntake({ formats, inbox, bucket, pieceBytes, isOver, onOver, onDropped }: LogIntakeProps) {
  const [source, setSource] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const sensorError = sensorProblem(source.trim());
  const take = ({ files, refused }: Dropped) => {
    if (sensorError !== undefined) return setProblems(['Not uploaded: correct the sensor name first.']);
    const empty = files.filter(({ size }) => size === 0);
    const full = files.filter(({ size }) => size > 0);
    setProblems([...refused, ...empty.map(({ name }) => `${name} is empty.`)]);
    if (full.length === 0) return;
    addUploads(full, { source: source.trim(), pieceBytes });
    announce(`Uploading ${formatCount(full.length, 'file')}`);
  };
  useDroppedFiles((dropped) => {
    take(dropped);
    onDropped();
  }, onOver);
  return (
    <div className="flex flex-col gap-3">
      <div className="grid items-start gap-x-4 gap-y-3 @3xl:grid-cols-[minmax(0,1fr)_16rem]">
        <div
          className={classNames(
            'flex min-h-20 flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-dashed px-4 py-3',
            isOver ? 'border-accent bg-selected' : 'border-control',
          )}
        >
          <span className={classNames('flex [&_svg.lucide]:text-[1.375rem]', isOver ? 'text-accent' : 'text-muted')}>
            <ImportIcon />
          </span>
          <p className="min-w-[min(12rem,100%)] flex-1">
            Drop logs of Zeek, Suricata, DNS-collector and others, packet captures or dnstap files here: plain or
            packed, or a folder as zip or tar.
            <span className="block text-sm text-muted">
              Each file is checked first; nothing is written before you import it.
            </span>
          </p>
          <FileButton
            variant="primary"
            fileLabel="Log files"
            isMultiple
            onChoose={(files) => take({ files, refused: [] })}
          >
            Choose files …
          </FileButton>
        </div>
        <TextField
          label="Sensor (optional)"
          name="sensor"
          value={source}
          onChange={setSource}
          maxLength={64}
          autoComplete="off"
          error={sensorError}
          hint="Where the logs are from. Set it before choosing files."
        />
      </div>
      {problems.length > 0 && (
        <ul role="alert" className="text-danger">
          {problems.map((problem) => (
            <li key={problem}>
              <VisibleText text={problem} />
            </li>
          ))}
        </ul>
      )}
      <OtherWays formats={formats} inbox={inbox} bucket={bucket} />
      {isOver && (
        <p className="pointer-events-none fixed inset-x-4 bottom-6 z-50 mx-auto w-fit rounded-md border border-accent bg-raised px-4 py-2 font-semibold shadow-popup">
          Drop the files anywhere on this page to upload them
        </p>
      )}
    </div>
  );
}

function OtherWays({ formats, inbox, bucket }: Pick<LogIntakeProps, 'formats' | 'inbox' | 'bucket'>) {
  return (
    <details>
      <summary className="w-fit cursor-pointer text-muted hover:text-text">Formats and other ways in</summary>
      <div className="mt-2 grid grid-cols-1 gap-x-8 gap-y-4 @3xl:grid-cols-2">
        <div>
          <h3 className="font-semibold">Formats</h3>
          <p className="text-sm text-muted">Recognised by their content, and named in commands and URLs as follows.</p>
          <ul aria-label="Formats" className="mt-1">
            {formats.map(({ format = '', title = format }) => (
              <li key={format} className="flex flex-wrap gap-x-2 border-b border-border py-1 last:border-b-0">
                <span className="min-w-0 flex-1">{title}</span>
                <code className="font-mono text-[0.95em] text-muted">{format}</code>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3 className="font-semibold">Other ways in</h3>
          <dl className="flex flex-col gap-2">
            <Way title="Command line, in the folder of Sightline" code="npx sightline import FILE" />
            <Way title="Inbox" code={inbox}>
              {inbox === ''
                ? 'Set SIGHTLINE_INBOX to a folder; files in it are imported automatically.'
                : 'Files in this folder of the service are imported automatically. Folders in it and links are not read.'}
            </Way>
            <Way title="Bucket, over the S3 interface" code={bucket}>
              {bucket === ''
                ? 'Set SIGHTLINE_S3_URL to a bucket; objects in it are imported automatically.'
                : 'Objects whose names begin like this are imported automatically.'}
            </Way>
            <Way title="Push, for shippers" code={`POST ${connection().baseUrl}/ingest/{format}?source=SENSOR`}>
              The format may be auto. A key with the role ingest can only push.
            </Way>
          </dl>
        </div>
      </div>
    </details>
  );
}

function Way({
  title,
  code,
  children,
}: {
  readonly title: string;
  readonly code: string;
  readonly children?: ReactNode;
}) {
  return (
    <div>
      <dt className="text-muted">{title}</dt>
      <dd>
        {code !== '' && (
          <span className="flex items-start gap-1">
            <VisibleText text={code} className="font-mono text-[0.95em]" />
            <CopyButton text={code} label={`Copy: ${title}`} />
          </span>
        )}
        {children && <span className="block text-sm text-muted">{children}</span>}
      </dd>
    </div>
  );
}

interface Dropped {
  readonly files: readonly File[];
  /** Why others of what was dropped are not among them. */
  readonly refused: readonly string[];
}

/** Takes files dropped anywhere on the page: otherwise a drop beside the panel would replace the page by the file. */
function useDroppedFiles(onDrop: (dropped: Dropped) => void, onOver: (isOver: boolean) => void): void {
  const latest = useRef({ onDrop, onOver });
  useEffect(() => {
    latest.current = { onDrop, onOver };
  });
  useEffect(() => {
    const show = (isOver: boolean) => latest.current.onOver(isOver);
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      const isTaken = isForLogs(event);
      event.dataTransfer.dropEffect = isTaken ? 'copy' : 'none';
      show(isTaken);
    };
    // still inside the page: the pointer only moved to another element
    const leave = (event: DragEvent) => event.relatedTarget === null && show(false);
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      show(false);
      if (isForLogs(event)) latest.current.onDrop(droppedOf(event.dataTransfer));
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
}

/** False while a form takes the file itself, or while a dialog is open. */
function isForLogs({ target }: DragEvent): boolean {
  return !(target instanceof Element && target.closest('form, dialog'));
}

function droppedOf({ items, files }: DataTransfer): Dropped {
  const folders = new Set(
    [...items].flatMap((item) => {
      const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
      return entry?.isDirectory ? [entry.name] : [];
    }),
  );
  return {
    files: [...files].filter(({ name }) => !folders.has(name)),
    refused: [...folders].map((name) => `${name} is a folder: pack it as zip or tar, or drop the files in it.`),
  };
}
