import { type FormEvent, useState } from 'react';
import type { Outfeeds } from '#contract/generated/types.gen.ts';
import { failureText } from '#web/api/failure.ts';
import { arrive } from '#web/api/prefetch.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { SelectField, TextField } from '#web/kit/ui/Field.tsx';
import { CloseIcon } from '#web/kit/ui/icons.ts';
import { toasts } from '#web/kit/ui/toast-queue.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import {
  bandChoices,
  categoryChoices,
  emptyDraft,
  entriesWords,
  holdsChoices,
  kindChoices,
  leftOutWords,
  type OutfeedDraft,
  tlpChoices,
} from './outfeed.ts';
import { paths } from '#web/url/paths.ts';
import { useOutfeedChange } from './use-outfeeds.ts';

interface OutfeedFormProps {
  readonly outfeeds: Outfeeds;
  readonly onClose: () => void;
}

/** The form of a feed, with how many entries it would hold. */
export function OutfeedForm({ outfeeds: { sources = [], detectors = [], tags = [] }, onClose }: OutfeedFormProps) {
  const [draft, setDraft] = useState(emptyDraft);
  // typing does not search
  const [searched, setSearched] = useState('');
  const add = useOutfeedChange();
  const search = () => void requestOf(draft.request).then(setSearched);
  const change = (next: Partial<OutfeedDraft>) => {
    setDraft({ ...draft, ...next });
    if (!('request' in next)) search();
    add.reset();
  };
  const field = <Name extends keyof OutfeedDraft>(name: Name) => ({
    name,
    value: draft[name],
    onChange: (next: OutfeedDraft[Name]) => change({ [name]: next }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const publish = (request: string) =>
      add.mutate(
        { operationId: 'outfeedAdd', body: { ...draft, request } },
        {
          onSuccess: () => {
            toasts.add({ title: `${draft.name} is published`, tone: 'ok' });
            onClose();
          },
        },
      );
    void requestOf(draft.request).then(publish);
  };
  const { holds } = draft;
  const named = (all: string, list: Outfeeds['sources'] = []) => [
    { value: '', label: all },
    ...list.map(({ id = '', title = id }) => ({ value: id, label: title })),
  ];
  return (
    <Card
      title="Publish a feed"
      menu={
        <Button size="sm" variant="quiet" onClick={onClose}>
          <CloseIcon />
          Cancel
        </Button>
      }
    >
      <form noValidate onSubmit={submit} aria-label="Published feed" className="flex flex-col gap-4">
        <div className="grid items-start gap-3 md:grid-cols-2 xl:grid-cols-3">
          <TextField
            label="Name"
            {...field('name')}
            autoFocus
            isIndicator
            placeholder="phishing-domains"
            hint="Part of its address: lower-case letters, digits and hyphens."
            error={add.error ? failureText(add.error) : undefined}
          />
          <SelectField label="Holds" {...field('holds')} choices={holdsChoices} />
          <SelectField label="Kind" {...field('kind')} choices={kindChoices} />
          {holds === 'finding' && (
            <SelectField
              label="Detector"
              {...field('detector')}
              choices={named('All detectors', detectors)}
              hint="A finding may be about a victim, such as a domain with dangling records. Check the entries before you block them."
            />
          )}
          {holds === 'judged' && (
            <SelectField
              label="Judgement"
              {...field('tag')}
              choices={named(
                'Bad',
                tags.map((tag) => ({ id: tag, title: `Tag: ${tag}` })),
              )}
            />
          )}
          {holds === 'search' && (
            <TextField
              label="Address of the search"
              {...field('request')}
              isIndicator
              maxLength={2048}
              placeholder={`${location.origin}${paths.padns({ mode: 'forward', qname: '*.bad.example' })}`}
              hint="Of its page here, or its API URL."
              onBlur={search}
            />
          )}
          {(holds === 'listing' || holds === 'score') && (
            <>
              <SelectField label="Category" {...field('category')} choices={categoryChoices} />
              <SelectField label="Source" {...field('source')} choices={named('All sources', sources)} />
            </>
          )}
          {holds === 'score' && (
            <SelectField
              label="Risk score"
              {...field('band')}
              choices={bandChoices}
              hint="Networks have no risk score and are not included."
            />
          )}
          <SelectField label="Marking" {...field('tlp')} choices={tlpChoices} hint="Of the indicators in TAXII." />
        </div>
        {holds === 'search' && searched === '' ? (
          <p className="min-h-16 text-muted">Paste the address of a search to see what the feed would hold.</p>
        ) : (
          <Preview draft={{ ...draft, request: searched }} />
        )}
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          disabledReason={add.isPending ? 'Contacting the service …' : undefined}
        >
          Publish
        </Button>
      </form>
    </Card>
  );
}

/** The search of a page as the service takes it; any other text as it is, about which the service says what is wrong. */
async function requestOf(address: string): Promise<string> {
  const { searchOfPage } = await arrive(() => import('./search-of-page.ts'));
  return (await searchOfPage(address)) ?? address;
}

/** How many entries the feed would hold now, and some of them. */
function Preview({ draft }: { readonly draft: OutfeedDraft }) {
  const { name: _, tlp: __, ...query } = draft;
  const { response, failure } = useAnswer({ operationId: 'outfeedPreview', query }, { title: 'Preview of the feed' });
  if (failure) return <p role="alert">{failure.message}</p>;
  const { is_estimate = false, examples = [] } = response ?? {};
  const left = response ? leftOutWords(response) : '';
  return (
    <dl aria-busy={!response} className="grid min-h-16 gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-muted">Entries now</dt>
      <dd>
        {response ? `${is_estimate ? 'About ' : ''}${entriesWords({ kind: draft.kind, ...response })}` : 'Counting …'}
      </dd>
      {examples.length > 0 && (
        <>
          <dt className="text-muted">For example</dt>
          <dd>
            <VisibleText text={examples.join(', ')} />
          </dd>
        </>
      )}
      {left !== '' && (
        <>
          <dt className="text-muted">Left out</dt>
          <dd>
            <VisibleText text={left} />
          </dd>
        </>
      )}
    </dl>
  );
}
