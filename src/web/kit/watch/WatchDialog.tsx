import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Link } from 'react-router';
import type { Watch, WatchPreview, WatchPreviewPart, WatchRequest } from '#contract/generated/types.gen.ts';
import { formatCount } from '#model/format.ts';
import { errorText } from '#model/errors.ts';
import { fetchAnswer, operationKey } from '#web/api/query.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { CodeBlock } from '#web/kit/ui/CodeBlock.tsx';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { TextField } from '#web/kit/ui/Field.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { toasts } from '#web/kit/ui/toast-queue.ts';
import { paths } from '#web/url/paths.ts';
import type { Watched } from './watched.ts';

interface WatchDialogProps {
  readonly watched: Watched;
  readonly onClose: () => void;
}

/** Shows what a watch would read and how often it would have told, then saves it. A default export, because it is loaded when first opened. */
export default function WatchDialog({ watched, onClose }: WatchDialogProps) {
  const form = useId();
  const [title, setTitle] = useState(watched.title);
  const [webhook, setWebhook] = useState('');
  const [network, setNetwork] = useState(watched.network ?? '');
  const client = useQueryClient();
  const target = { ...watched, ...(watched.what === 'finding' && { network: network.trim() }) };
  const preview = useQuery({
    queryKey: ['watch preview', target],
    queryFn: ({ signal }) => fetchAnswer({ operationId: 'watchPreview', body: target }, signal),
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const add = useMutation({
    mutationFn: (body: WatchRequest) => fetchAnswer({ operationId: 'watchAdd', body }),
    onSuccess: ({ response }) => {
      void client.invalidateQueries({ queryKey: operationKey('watches') });
      if (response.webhook_secret) return;
      toasts.add({ title: 'Watch saved', body: response.title ?? '', tone: 'ok' });
      onClose();
    },
  });
  const made = add.data?.response;
  if (made?.webhook_secret) return <SecretDialog watch={made} onClose={onClose} />;
  const problem = add.error ?? preview.error;
  const cannot = isUnreadable(preview.data?.response.parts ?? []) ? 'This cannot be watched.' : undefined;
  const whyNot = add.isPending ? 'Saving…' : cannot;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (whyNot === undefined)
      add.mutate({ ...target, title: title.trim(), webhook: webhook.trim(), dashboard: location.origin });
  };
  return (
    <Dialog
      title="Watch"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabledReason={whyNot}>
            {add.isPending ? 'Saving…' : 'Save watch'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <TextField label="Name" value={title} maxLength={120} autoComplete="off" onChange={setTitle} />
        {watched.what === 'finding' && (
          <TextField
            label="Only in this network (optional)"
            isIndicator
            value={network}
            maxLength={60}
            placeholder="192.0.2.0/24"
            hint="Findings whose subject or evidence is in it."
            onChange={setNetwork}
          />
        )}
        <TextField
          label="Webhook (optional)"
          isIndicator
          value={webhook}
          maxLength={2048}
          placeholder="https://hooks.example/sightline"
          hint="Each event is sent there by POST, signed as Standard Webhooks."
          onChange={setWebhook}
        />
        <div role="status" className="flex flex-col gap-2">
          {problem && (
            <p className="text-danger">
              <VisibleText text={errorText(problem)} />
            </p>
          )}
          {preview.isPending && <p className="text-muted">Reading what would be watched…</p>}
          {preview.data && <Preview preview={preview.data.response} />}
        </div>
      </form>
    </Dialog>
  );
}

function Preview({
  preview: { words = '', entries = 0, times, days = 30, parts = [] },
}: {
  readonly preview: WatchPreview;
}) {
  const unknown = parts.filter(({ told_days: told }) => told === null);
  if (isUnreadable(parts))
    return (
      <p className="text-warning">
        This cannot be watched. <VisibleText text={parts[0]?.reason ?? ''} />
      </p>
    );
  return (
    <>
      <p>
        You watch <VisibleText text={words} />: {formatCount(entries, 'record')} now. Each run tells what appeared, is
        gone or changed since the last one; a record that is only seen again stays silent.
      </p>
      <p className="font-semibold">
        {typeof times === 'number'
          ? `It would have told something on ${unknown.length > 0 ? 'at least ' : ''}${times} of the last ${days} days.`
          : `How often it would have told something in the last ${days} days cannot be known from this data.`}
      </p>
      <ul className="flex flex-col gap-1 text-sm">
        {parts.map((part) => (
          <PreviewPart key={part.part} part={part} />
        ))}
      </ul>
    </>
  );
}

function PreviewPart({
  part: { part = '', entries, reason = '', told_days: told, why_unknown: why = '' },
}: {
  readonly part: WatchPreviewPart;
}) {
  const isWatched = typeof entries === 'number';
  return (
    <li className={isWatched ? 'text-muted' : 'text-warning'}>
      <span className="font-semibold text-text">{part}</span>{' '}
      {isWatched ? (
        <>
          {formatCount(entries, 'record')}
          {typeof told === 'number' ? `, new ones on ${formatCount(told, 'day')}` : `. ${why}`}
        </>
      ) : (
        <>
          cannot be watched now: <VisibleText text={reason} />
        </>
      )}
    </li>
  );
}

/** Whether no part can be compared. */
function isUnreadable(parts: readonly WatchPreviewPart[]): boolean {
  return parts.length > 0 && parts.every(({ entries }) => entries === null);
}

/** The key of the signatures, which the service answers once. */
function SecretDialog({ watch, onClose }: { readonly watch: Watch; readonly onClose: () => void }) {
  return (
    <Dialog
      title="Watch saved"
      isOpen
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <p>
          The receiver checks the signature with this secret. Copy it now: it is not shown again. To get another one,
          remove the watch and make it again.
        </p>
        <CodeBlock label="Webhook secret" code={watch.webhook_secret ?? ''} isWrapped />
        <p>
          <Link to={paths.watches()} onClick={onClose} className={linkClass}>
            All watches
          </Link>
        </p>
      </div>
    </Dialog>
  );
}
