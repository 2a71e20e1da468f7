import { type FormEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import {
  attributeWord,
  type Connection,
  connectionAttributes,
  isConnectionAttribute,
  parseConnection,
  sameWords,
} from '#model/connection.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { WatchButton } from '#web/kit/watch/WatchButton.tsx';
import { type Watched, watchedSearch } from '#web/kit/watch/watched.ts';
import { PanelStack } from '#web/kit/panel/PanelGrid.tsx';
import { NotAsOf } from '#web/kit/time/NotAsOf.tsx';
import { ConnectionValue } from '#web/evidence/ConnectionValue.tsx';
import { membersQuestion } from '#web/evidence/connection-question.ts';
import { ConnectedAddresses, ConnectedNames } from '#web/evidence/connection-members.tsx';
import { ExplorerStart } from '#web/kit/ask/ExplorerStart.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { CloseIcon } from '#web/kit/ui/icons.ts';
import { SelectField, TextField } from '#web/kit/ui/Field.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = {
  title: 'Connections',
  asks: ['with'],
  wordsOf: (text) => pairWords(parseConnection(text)),
};

/** 'JARM 2ad2ad16d2ad' */
function pairWords(pair: Connection | null): string | undefined {
  return pair ? `${attributeWord(pair.attribute)} ${pair.value}` : undefined;
}

/** The most attributes that one request accepts. */
const mostAttributes = 5;

const shared: readonly { readonly says: string; readonly pairs: readonly Connection[] }[] = [
  {
    says: 'Hosts with the same JARM fingerprint',
    pairs: [{ attribute: 'jarm', value: '2ad2ad16d2ad2ad22c2ad2ad2ad2adc1a3c0d5e7f94b6e0a5dfe7ac41b5c94' }],
  },
  { says: 'Hosts whose page has the same title', pairs: [{ attribute: 'html-title', value: 'Amber Console' }] },
  {
    says: 'Hosts with the same favicon and page title',
    pairs: [
      { attribute: 'favicon', value: '-1507567067' },
      { attribute: 'html-title', value: 'Amber Console' },
    ],
  },
  {
    says: 'Domains of one registrant',
    pairs: [{ attribute: 'registrant-email', value: 'kaori.sandoval-reyes@quick-post.test' }],
  },
  {
    says: 'Domains of a registrar on the same address',
    pairs: [
      { attribute: 'registrar', value: 'bargain bin domains' },
      { attribute: 'address', value: '198.18.100.22' },
    ],
  },
];

const examples = shared.map(({ says, pairs }) => ({
  says,
  href: paths.connections(pairs),
  subject: pairs.map(({ value }) => value).join(' · '),
}));

const holds = [
  ['names', 'names, by their records'],
  ['scans', 'scans of hosts'],
  ['whois_records', 'whois records'],
  ['certificates', 'certificates'],
] as const;

/** The names and addresses that share all given attributes. The URL holds the attributes. */
export function Component() {
  const [params] = useSearchParams();
  const texts = params.getAll('with');
  const pairs = pairsIn(params);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold">{headingOf(pairs)}</h1>
          <p className="max-w-3xl text-muted">
            Find everything with the same certificate, JARM, favicon, name servers, registrant and so on. Combine
            attributes to narrow the result.
          </p>
        </div>
        <WatchButton watched={watchedMembers(pairs)} />
      </div>
      {pairs.length < texts.length && (
        <EmptyState kind="failed" word="Part of the link is not valid">
          Each attribute reads name:value, such as jarm:27d40d40…. At most {mostAttributes} are taken.
        </EmptyState>
      )}
      <Attributes pairs={pairs} />
      {pairs.length > 0 ? (
        <Members key={texts.join('\n')} pairs={pairs} />
      ) : (
        <ExplorerStart explorer={paths.connections()} examples={examples} holds={holds} />
      )}
    </div>
  );
}

function pairsIn(params: URLSearchParams): readonly Connection[] {
  const pairs = params.getAll('with').flatMap((text) => parseConnection(text) ?? []);
  return pairs.slice(0, mostAttributes);
}

/** Those of the URL, which may be newer than what is drawn: two presses can follow each other before the page is drawn again. */
function currentPairs(): readonly Connection[] {
  return pairsIn(new URLSearchParams(location.search));
}

function headingOf(pairs: readonly Connection[]): string {
  if (pairs.length === 0) return 'Connections';
  return `S${sameWords(pairs.map(({ attribute }) => attribute)).slice(1)}`;
}

function Attributes({ pairs }: { readonly pairs: readonly Connection[] }) {
  const navigate = useNavigate();
  const [attribute, setAttribute] = useState<Connection['attribute']>('jarm');
  const [value, setValue] = useState('');
  const group = useRef<HTMLDivElement>(null);
  const remove = (pair: Connection) => {
    // the focus would be lost with the button
    group.current?.focus();
    const others = currentPairs().filter((each) => each.attribute !== pair.attribute || each.value !== pair.value);
    void navigate(paths.connections(others));
  };
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() === '') return;
    setValue('');
    void navigate(paths.connections([...currentPairs(), { attribute, value: value.trim() }]));
  };
  const choices = Object.keys(connectionAttributes)
    .filter(isConnectionAttribute)
    .map((each) => ({ value: each, label: attributeWord(each) }));
  return (
    <div ref={group} role="group" aria-label="Attributes" tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {pairs.length > 0 && (
        <ul aria-label="Shared attributes" className="flex flex-wrap gap-2">
          {pairs.map((pair) => (
            <li
              key={`${pair.attribute}:${pair.value}`}
              className="flex max-w-full min-w-0 items-center gap-2 rounded-md border border-border-strong bg-raised py-0.5 pr-0.5 pl-2"
            >
              <span className="shrink-0 text-muted">{attributeWord(pair.attribute)}</span>
              <span className="min-w-0 truncate">
                <ConnectionValue {...pair} label="" />
              </span>
              <Button
                size="sm"
                variant="quiet"
                isIconOnly
                aria-label={`Remove ${attributeWord(pair.attribute)} ${pair.value}`}
                onClick={() => remove(pair)}
              >
                <CloseIcon />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {pairs.length < mostAttributes && (
        <form onSubmit={add} aria-label="Add an attribute" className="flex flex-wrap items-end gap-2">
          <SelectField label="Attribute" value={attribute} choices={choices} onChange={setAttribute} className="w-56" />
          <TextField
            label="Value"
            isIndicator
            value={value}
            onChange={setValue}
            className="min-w-[min(12rem,100%)] flex-1 sm:max-w-lg"
          />
          <Button type="submit" variant={pairs.length === 0 ? 'primary' : 'secondary'}>
            {pairs.length === 0 ? 'Search' : 'Add'}
          </Button>
        </form>
      )}
    </div>
  );
}

function watchedMembers(pairs: readonly Connection[]): Watched | null {
  if (pairs.length === 0) return null;
  const values = pairs.map(pairWords).join(' · ');
  return watchedSearch(membersQuestion(pairs), values, paths.connections(pairs));
}

function Members({ pairs }: { readonly pairs: readonly Connection[] }) {
  const title = headingOf(pairs);
  const question = membersQuestion(pairs);
  const answer = useAnswer(question, { title });
  const subject = pairs.map(pairWords).join(' · ').slice(0, 80);
  const hasAddresses = pairs.some(({ attribute }) => connectionAttributes[attribute] === 'address');
  return (
    <PanelStack>
      <NotAsOf what="Connections" />
      {hasAddresses && <ConnectedAddresses answer={answer} subject={subject} />}
      <ConnectedNames answer={answer} subject={subject} />
    </PanelStack>
  );
}
