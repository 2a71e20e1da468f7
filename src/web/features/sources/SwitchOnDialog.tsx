import { type FormEvent, useId, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import type { Feed } from './feed.ts';
import { FeedProblem } from './FeedProblem.tsx';
import { OutLink } from './OutLink.tsx';
import { useFeedChange } from './use-sources.ts';

interface SwitchOnDialogProps {
  readonly feed: Feed;
  readonly onClose: () => void;
}

/** What a feed needs before it can be fetched: terms that are read and accepted, a key of the publisher. */
export function SwitchOnDialog({ feed, onClose }: SwitchOnDialogProps) {
  const { id, title, publisher, licence, licenceUrl, learns } = feed;
  const formId = useId();
  const asksTerms = feed.terms !== '' && !feed.isAccepted;
  const asksKey = feed.needsKey && !feed.hasKey;
  const [isAccepted, setIsAccepted] = useState(false);
  const [key, setKey] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const change = useFeedChange();
  const problems = {
    terms: asksTerms && !isAccepted ? 'It can be switched on only with its terms accepted.' : undefined,
    key: asksKey && key.trim() === '' ? `Enter the key that ${publisher} gave you.` : undefined,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    if (problems.terms ?? problems.key) return;
    const terms = asksTerms ? ({ accept_terms: 1 } as const) : {};
    const body = { enabled: 1, ...terms, ...(asksKey && { key: key.trim() }) } as const;
    change.mutate({ operationId: 'sourceChange', path: { source_id: id }, body }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={`Switch on ${title}`}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabledReason={change.isPending ? 'Being switched on …' : undefined}
          >
            Switch on and fetch
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {learns !== '' && <p>{learns}</p>}
        {asksTerms && (
          <div className="flex flex-col gap-2">
            <h3 className="font-semibold">Terms of {publisher}</h3>
            <p className="rounded-md border border-border bg-sunken px-3 py-2">
              <VisibleText text={feed.terms} foldAt={2000} />
            </p>
            <p className="text-sm text-muted">
              Licence: <OutLink href={licenceUrl}>{licence || 'as the publisher states it'}</OutLink>
            </p>
            <Checkbox isChecked={isAccepted} onChange={setIsAccepted} className="w-fit justify-start">
              I have read and accept these terms
            </Checkbox>
            {hasTried && problems.terms && (
              <p role="alert" className="text-sm text-danger">
                {problems.terms}
              </p>
            )}
          </div>
        )}
        {asksKey && (
          <TextField
            label={`Key of ${publisher}`}
            type="password"
            isIndicator
            value={key}
            onChange={setKey}
            error={hasTried ? problems.key : undefined}
            hint="Kept on the server and sent to this publisher only. It is never shown again."
          />
        )}
        <FeedProblem error={change.error} />
      </form>
    </Dialog>
  );
}
