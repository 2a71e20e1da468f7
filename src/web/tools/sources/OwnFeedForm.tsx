import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { ApiFailure } from '#web/api/failure.ts';
import { fetchAnswer } from '#web/api/query.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { FileButton } from '#web/kit/ui/FileButton.tsx';
import { CloseIcon, SearchIcon } from '#web/kit/ui/icons.ts';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { SelectField, TextArea, TextField } from '#web/kit/ui/Field.tsx';
import { toasts } from '#web/kit/ui/toast-queue.ts';
import { FeedPreview } from './FeedPreview.tsx';
import { FeedProblem } from './FeedProblem.tsx';
import {
  addProblems,
  categoryChoices,
  descriptionOf,
  emptyDraft,
  formatChoices,
  guessMapping,
  isMapped,
  mappingFields,
  type OwnFeedDraft,
  type OwnFeedField,
  ownFeedFields,
  previewProblems,
  type Problems,
  sampleOf,
} from './own-feed-form.ts';
import { useFeedChange } from './use-sources.ts';

/** The most bytes of a file that are sent for its preview. */
const sampleLength = 100_000;

interface OwnFeedFormProps {
  readonly isOffline: boolean;
  readonly onClose: () => void;
}

/** The form of an own feed: source, format, and a preview before it is added. */
export function OwnFeedForm({ isOffline, onClose }: OwnFeedFormProps) {
  const { form, draft, problems, preview, add, isPreviewed, change, startPreview, submit, text } = useOwnFeed(
    isOffline,
    onClose,
  );
  return (
    <Card
      title="Add a feed of your own"
      menu={
        <Button size="sm" variant="quiet" onClick={onClose}>
          <CloseIcon />
          Cancel
        </Button>
      }
    >
      <form ref={form} noValidate onSubmit={submit} aria-label="Own feed" className="flex flex-col gap-4">
        <SourceFields draft={draft} text={text} onChange={change} />
        {draft.from === 'folder' && (
          <SampleField
            value={draft.sample}
            error={problems.sample}
            onChange={(sample) => change({ sample: sample.slice(0, sampleLength) })}
          />
        )}
        {isMapped(draft) && (
          <MappingFields columns={preview.data?.answer.columns ?? []} fieldOf={(field) => text(field)} />
        )}
        <ListFields draft={draft} text={text} />
        {draft.from === 'url' && <KeyFields text={text} />}
        {preview.data && <FeedPreview preview={preview.data.answer} isStale={!isPreviewed} />}
        <FeedProblem error={withoutField(preview.error)} />
        <FeedProblem error={withoutField(add.error)} />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            onClick={() => void startPreview()}
            variant={isPreviewed ? 'secondary' : 'primary'}
            disabledReason={preview.isPending ? 'Reading …' : undefined}
          >
            <SearchIcon />
            {preview.isPending ? 'Reading …' : 'Preview'}
          </Button>
          <Button
            type="submit"
            variant={isPreviewed ? 'primary' : 'secondary'}
            disabledReason={add.isPending ? 'Adding …' : undefined}
          >
            {isPreviewed ? 'Add feed' : 'Add without preview'}
          </Button>
          <p className="text-sm text-faint">
            {draft.from === 'url'
              ? 'The preview fetches the address once and stores nothing.'
              : 'After it is added, its page says which folder its files go to.'}
          </p>
        </div>
      </form>
    </Card>
  );
}

/** The draft of an own feed with its preview, its problems, and the request that adds it. */
function useOwnFeed(isOffline: boolean, onClose: () => void) {
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<OwnFeedDraft>({ ...emptyDraft, ...(isOffline && { from: 'folder' }) });
  const [shown, setShown] = useState<Problems>({});
  const [previewed, setPreviewed] = useState('');
  const add = useFeedChange();
  const preview = useMutation({ mutationFn: previewOf });
  const isPreviewed = preview.isSuccess && previewed === JSON.stringify(sampleOf(draft));
  const problems = { ...shown, ...refusalOf(preview.error), ...refusalOf(add.error) };

  const change = (next: Partial<OwnFeedDraft>) => {
    setDraft({ ...draft, ...next });
    setShown(Object.fromEntries(Object.entries(shown).filter(([field]) => !(field in next))));
    add.reset();
    if (preview.isError) preview.reset();
  };
  /** Shows the problems and focuses the first. @returns whether there are none */
  const isFine = (found: Problems) => {
    setShown(found);
    const first = ownFeedFields.find((field) => found[field] !== undefined);
    const field = first && form.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) {
      field.closest('details')?.setAttribute('open', '');
      field.focus();
    }
    return first === undefined;
  };
  const startPreview = async () => {
    if (!isFine(previewProblems(draft))) return;
    const found = await preview.mutateAsync(draft).catch(() => undefined);
    if (!found) return;
    setDraft((latest) => (latest === draft ? found.draft : latest));
    setPreviewed(JSON.stringify(sampleOf(found.draft)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isFine(addProblems(draft))) return;
    add.mutate(
      { operationId: 'sourceAdd', body: descriptionOf(draft) },
      {
        onSuccess: ({ response }) => {
          toasts.add({ title: `${response.title ?? draft.title} is added`, tone: 'ok' });
          onClose();
        },
      },
    );
  };
  const text = (field: OwnFeedField) => ({
    name: field,
    value: draft[field],
    error: problems[field],
    onChange: (next: string) => change({ [field]: next }),
  });
  return { form, draft, problems, preview, add, isPreviewed, change, startPreview, submit, text };
}

type TextProps = ReturnType<typeof useOwnFeed>['text'];

interface PartProps {
  readonly draft: OwnFeedDraft;
  readonly text: TextProps;
}

/** Name, source and format. */
function SourceFields({
  draft,
  text,
  onChange,
}: PartProps & { readonly onChange: (next: Partial<OwnFeedDraft>) => void }) {
  return (
    <Fields>
      <TextField label="Name" {...text('title')} autoFocus placeholder="Block list of our CERT" />
      <div className="flex flex-col items-start gap-1">
        <span aria-hidden className="text-sm font-medium text-muted">
          Comes from
        </span>
        <SegmentedControl
          label="Comes from"
          value={draft.from}
          choices={[
            { value: 'url', label: 'An address' },
            { value: 'folder', label: 'Files in a drop folder' },
          ]}
          onChange={(from) => onChange({ from })}
        />
      </div>
      {draft.from === 'url' && (
        <TextField
          label="Address"
          isIndicator
          inputMode="url"
          placeholder="https://lists.example/block.csv"
          {...text('url')}
          hint="Its server learns the address of this machine and that it uses the list."
        />
      )}
      <SelectField label="Format" {...text('format')} choices={formatChoices} />
      {draft.format === 'csv' && (
        <TextField label="Column separator" placeholder="," hint="One character, or tab." {...text('delimiter')} />
      )}
    </Fields>
  );
}

/** How entries are listed, weighed and refreshed. */
function ListFields({ draft, text }: PartProps) {
  return (
    <Fields>
      <SelectField label="Category" {...text('category')} choices={categoryChoices} hint="For entries without one." />
      <SelectField
        label="What it lists"
        {...text('mode')}
        choices={[
          { value: 'snapshot', label: 'The whole list each time' },
          { value: 'events', label: 'Events, each for some days' },
        ]}
        hint={
          draft.mode === 'snapshot'
            ? 'An entry that disappears from it ends that day.'
            : 'An entry counts for its lifetime after it was last seen.'
        }
      />
      {draft.mode === 'events' && <TextField label="Lifetime in days" inputMode="numeric" {...text('lifetime_days')} />}
      {draft.from === 'url' && <TextField label="Hours between fetches" inputMode="numeric" {...text('every_hours')} />}
      <TextField
        label="Confidence, 0 to 100"
        inputMode="numeric"
        {...text('confidence')}
        hint="For entries without one. Low values weigh little in scores."
      />
    </Fields>
  );
}

/** The request header of an address that requires a key. */
function KeyFields({ text }: Pick<PartProps, 'text'>) {
  return (
    <details>
      <summary className="w-fit cursor-pointer text-muted hover:text-text">The address asks for a key</summary>
      <div className="mt-2">
        <Fields>
          <TextField
            label="Request header"
            isIndicator
            placeholder="Authorization"
            {...text('auth_header')}
            hint="The name of the header."
          />
          <TextField
            label="Value of the header"
            isIndicator
            type="password"
            {...text('key')}
            hint="Kept on the server, sent to this address only and never shown again."
          />
        </Fields>
      </div>
    </details>
  );
}

function Fields({ children }: { readonly children: ReactNode }) {
  return <div className="grid items-start gap-3 md:grid-cols-2 xl:grid-cols-3">{children}</div>;
}

interface SampleFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}

/** The first lines of a file, pasted or read from it; the file is not uploaded. */
function SampleField({ value, error, onChange }: SampleFieldProps) {
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        label="Sample for the preview"
        name="sample"
        rows={4}
        wrap="off"
        value={value}
        onChange={onChange}
        error={error}
        hint="The first lines of a file as it will lie in the folder. Nothing of the sample is stored."
      />
      <FileButton
        size="sm"
        className="self-start"
        fileLabel="File for the preview"
        onChoose={([file]) => void file?.slice(0, sampleLength).text().then(onChange)}
      >
        Choose a file …
      </FileButton>
    </div>
  );
}

/** Previews the sample. Columns that were not set are guessed from their names and read again. */
async function previewOf(draft: OwnFeedDraft) {
  const ask = (asked: OwnFeedDraft) => fetchAnswer({ operationId: 'sourcePreview', body: sampleOf(asked) });
  const { response: answer } = await ask(draft);
  if (!isMapped(draft) || draft.map_indicator !== '') return { draft, answer };
  const guessed = { ...draft, ...guessMapping(answer.columns ?? []) };
  if (guessed.map_indicator === '') return { draft, answer };
  return { draft: guessed, answer: (await ask(guessed)).response };
}

/** The refusal of the service at the field that it names. */
function refusalOf(error: unknown): Problems {
  const field = fieldOf(error);
  return field && error instanceof ApiFailure ? { [field]: error.message } : {};
}

function withoutField(error: unknown): unknown {
  return fieldOf(error) ? undefined : error;
}

function fieldOf(error: unknown): OwnFeedField | undefined {
  return error instanceof ApiFailure ? ownFeedFields.find((field) => field === error.parameter) : undefined;
}

interface MappingFieldsProps {
  /** Of the previewed file; without any, columns are typed. */
  readonly columns: readonly string[];
  readonly fieldOf: (field: OwnFeedField) => {
    readonly name: string;
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (next: string) => void;
  };
}

/** The meaning of columns or fields, chosen from those of the previewed file. */
function MappingFields({ columns, fieldOf }: MappingFieldsProps) {
  return (
    <fieldset className="min-w-0 rounded-md border border-border px-3 pt-1 pb-3">
      <legend className="px-1 text-sm font-medium text-muted">Columns</legend>
      <p className="mb-2 text-sm text-faint">
        {columns.length > 0
          ? 'Which column of the file holds what.'
          : 'The preview finds the columns of the file. A column can be named, or given by its number from 1.'}
      </p>
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-6">
        {mappingFields.map(({ field, label }) => {
          const props = { label, ...fieldOf(field) };
          if (columns.length === 0) return <TextField key={field} isIndicator {...props} />;
          // a value that was typed before stays a choice
          const names = [...new Set(['', props.value, ...columns])];
          const choices = names.map((value) => ({
            value,
            label: value || (field === 'map_indicator' ? 'Choose …' : 'none'),
          }));
          return <SelectField key={field} {...props} choices={choices} />;
        })}
      </div>
    </fieldset>
  );
}
