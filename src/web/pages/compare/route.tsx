import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { EnrichDomainAnswer, EnrichIpv4Answer, EnrichIpv6Answer } from '#contract/generated/types.gen.ts';
import { recogniseValue } from '#model/recognise-value.ts';
import type { Indicator } from '#model/indicator-of.ts';
import { headerQuestion } from '#web/api/header-questions.ts';
import { type Answer, useAnswer } from '#web/api/use-answer.ts';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { Examples } from '#web/kit/ask/ExplorerStart.tsx';
import { addressVerdict } from '#web/kit/score/address-verdict.ts';
import { domainVerdict } from '#web/kit/score/domain-verdict.ts';
import { SentenceText } from '#web/kit/score/SentenceText.tsx';
import { SubjectTags } from '#web/kit/score/TagRow.tsx';
import { shownSentence, type Verdict } from '#web/kit/score/verdict.ts';
import { VerdictBadge } from '#web/kit/score/VerdictBadge.tsx';
import { NotAsOf } from '#web/kit/time/NotAsOf.tsx';
import { addressPanelState } from '#web/evidence/address-record.ts';
import { domainState } from '#web/evidence/domain-record.ts';
import { useRecentSubjects } from '#web/stores/recent-subjects.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { DifferentIcon, TransferIcon, UnchangedIcon } from '#web/kit/ui/icons.ts';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { TextField } from '#web/kit/ui/Field.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { isComparable } from '#web/url/subject-path.ts';
import {
  addressFacts,
  domainFacts,
  type FactPair,
  factPairs,
  type FactValue,
  type SubjectFacts,
} from './compare-facts.ts';
import { SharedByBoth } from './SharedByBoth.tsx';

export const handle: RouteHandle = { title: 'Compare', asks: ['subjects'] };

const pairs = [
  { says: 'Two hosts of one operator', subjects: ['203.0.113.66', '192.0.2.77'] },
  {
    says: 'A look-alike and the brand it imitates',
    subjects: ['xn--harborlne-bank-cbm.example', 'harborline-bank.example'],
  },
  { says: 'A C2 domain and its host', subjects: ['update-telemetry.test', '203.0.113.66'] },
];

const examples = pairs.map(({ says, subjects }) => ({
  says,
  href: paths.compare(subjects),
  subject: subjects.join(' · '),
}));

/** Two domains or addresses side by side: verdicts, differing facts, and shared attributes. The URL holds both subjects. */
export function Component() {
  const [params] = useSearchParams();
  const texts = params.getAll('subjects').flatMap((text) => text.split(','));
  const [first, second] = [subjectOf(texts[0] ?? ''), subjectOf(texts[1] ?? '')];
  return (
    <div className="flex flex-col gap-3">
      <h1 className="text-xl font-semibold break-words">
        {first && second ? `Compare ${first.value} with ${second.value}` : 'Compare'}
      </h1>
      {!(first && second) && (
        <p className="max-w-prose text-muted">
          Two domains or addresses side by side: their verdicts, the facts that differ, and every attribute that both
          share.
        </p>
      )}
      <SubjectForm texts={texts} />
      {first && second ? (
        <Comparison key={`${first.value},${second.value}`} subjects={[first, second]} />
      ) : (
        <Examples examples={examples} />
      )}
    </div>
  );
}

/** Parses a domain or address in any notation; null for anything else. */
function subjectOf(text: string): Indicator | null {
  const found = recogniseValue(text).interpretations.find(({ kind }) => isComparable(kind));
  return found ? { kind: found.kind, value: found.value } : null;
}

function SubjectForm({ texts }: { readonly texts: readonly string[] }) {
  const navigate = useNavigate();
  const recent = useRecentSubjects().filter(({ kind }) => isComparable(kind));
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const [wasAsked, setWasAsked] = useState(false);
  // not a key of the form: a new form would lose the focus
  const [shown, setShown] = useState<string>();
  if (shown !== texts.join()) {
    setShown(texts.join());
    setFirst(texts[0] ?? recent[0]?.value ?? '');
    setSecond(texts[1] ?? '');
    setWasAsked(texts.length > 0);
  }
  const problem = (text: string) => (wasAsked && !subjectOf(text) ? 'Enter a domain or an IP address.' : undefined);
  const compare = (a: string, b: string) => {
    const subjects = [subjectOf(a), subjectOf(b)];
    setWasAsked(true);
    if (subjects.every((subject) => subject !== null)) void navigate(paths.compare(subjects.map(({ value }) => value)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    compare(first, second);
  };
  return (
    <form onSubmit={submit} aria-label="Subjects to compare" className="flex flex-wrap items-start gap-2">
      <TextField
        label="First domain or address"
        isIndicator
        list="compare-recent"
        value={first}
        onChange={setFirst}
        error={problem(first)}
        className="min-w-[min(14rem,100%)] flex-1 sm:max-w-md"
      />
      <TextField
        label="Second domain or address"
        isIndicator
        list="compare-recent"
        value={second}
        onChange={setSecond}
        error={problem(second)}
        className="min-w-[min(14rem,100%)] flex-1 sm:max-w-md"
      />
      <datalist id="compare-recent">
        {recent.map(({ kind, value }) => (
          <option key={`${kind} ${value}`} value={value} />
        ))}
      </datalist>
      <span className="flex gap-2 sm:pt-5">
        <Button type="submit" variant="primary">
          Compare
        </Button>
        <Button onClick={() => compare(second, first)}>
          <TransferIcon />
          Swap
        </Button>
      </span>
    </form>
  );
}

type Record = EnrichDomainAnswer | EnrichIpv4Answer | EnrichIpv6Answer;

interface Side {
  readonly subject: Indicator;
  readonly answer: Answer<Record>;
  /** undefined until the answer arrives. */
  readonly facts: SubjectFacts | undefined;
}

function Comparison({ subjects }: { readonly subjects: readonly [Indicator, Indicator] }) {
  const [first, second] = [useSide(subjects[0]), useSide(subjects[1])];
  return (
    <>
      <NotAsOf what="A comparison" />
      <div className="grid gap-3 sm:grid-cols-2">
        <VerdictPanel {...first} />
        <VerdictPanel {...second} />
      </div>
      <Facts first={first} second={second} />
      <SharedByBoth subjects={subjects} />
    </>
  );
}

function useSide(subject: Indicator): Side {
  const { kind, value } = subject;
  const question =
    kind === 'domain'
      ? headerQuestion.domain(value)
      : kind === 'ipv4'
        ? headerQuestion.ipv4(value)
        : headerQuestion.ipv6(value);
  const answer = useAnswer<'enrichDomain' | 'enrichIpv4' | 'enrichIpv6'>(question, { title: `Facts about ${value}` });
  return { subject, answer, facts: answer.response && factsOf(subject, answer.response) };
}

/** The facts of a subject; empty where nothing is known. */
function factsOf({ kind, value }: Indicator, response: Record): SubjectFacts {
  if (kind === 'domain') {
    const state = domainState(response as EnrichDomainAnswer);
    return state.is === 'data' ? domainFacts(value, state.data) : new Map();
  }
  const state = addressPanelState(response as EnrichIpv4Answer);
  return state.is === 'data' ? addressFacts(state.data) : new Map();
}

function VerdictPanel({ subject, answer }: Side) {
  const read = (response: Record): PanelState<Verdict> => {
    if (subject.kind === 'domain') return { is: 'data', data: domainVerdict(response as EnrichDomainAnswer) };
    return { is: 'data', data: addressVerdict((response as EnrichIpv4Answer).ip2asn?.[0]) };
  };
  return (
    <Panel title={subject.value} answer={answer} read={read} skeleton={{ shape: 'block', heightPx: 112 }}>
      {(verdict) => (
        <div className="flex min-h-28 flex-col gap-1">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <VerdictBadge state={verdict.state} score={verdict.score} size="lg" />
          </p>
          <p className="flex flex-wrap gap-1 empty:hidden">
            <SubjectTags tags={verdict.tags} />
          </p>
          <p>
            <SentenceText text={shownSentence(verdict)} />
          </p>
        </div>
      )}
    </Panel>
  );
}

function Facts({ first, second }: { readonly first: Side; readonly second: Side }) {
  const { pairs, leftOut = 0 } = (first.facts && second.facts && factPairs(first.facts, second.facts)) ?? {};
  const isOneKind = (first.subject.kind === 'domain') === (second.subject.kind === 'domain');
  const isUnanswered = [first, second].some(({ answer }) => answer.status === 'failed');
  return (
    <Card
      title="Facts"
      meta={pairs && differenceWords(pairs)}
      isBusy={!pairs && !isUnanswered}
      footer={leftOut > 0 && `${leftOut} facts that apply only to domains or only to addresses are not shown.`}
    >
      {isUnanswered ? (
        <p className="text-muted">Facts are compared once both subjects have answered.</p>
      ) : !pairs ? (
        // a fact takes two lines on a phone
        <Skeleton shape="rows" count={isOneKind ? 14 : 7} className="max-sm:min-h-84" />
      ) : pairs.length === 0 ? (
        <p className="text-muted">No data about either subject.</p>
      ) : (
        <table aria-label="Facts" className="w-full table-fixed max-sm:block">
          <thead className="max-sm:block">
            <tr className="text-left text-sm text-muted max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-3 max-sm:pb-1">
              <th scope="col" className="w-44 font-normal max-sm:sr-only">
                Fact
              </th>
              <th scope="col" className="w-24 font-normal max-sm:sr-only">
                Compared
              </th>
              {[first, second].map(({ subject }) => (
                <th key={subject.value} scope="col" className="truncate font-normal">
                  <IndicatorLink {...subject} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {pairs.map((pair) => (
              <FactLine key={pair.label} pair={pair} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function differenceWords(pairs: readonly FactPair[]): string {
  const [differing, open] = [false, null].map((wanted) => pairs.filter(({ isSame }) => isSame === wanted).length);
  if (open === pairs.length) return 'none known for all';
  return `${differing} of ${pairs.length} differ${open ? `, ${open} not known for all` : ''}`;
}

function FactLine({ pair: { label, values, isSame } }: { readonly pair: FactPair }) {
  return (
    <tr
      data-same={isSame ?? undefined}
      className="border-t border-border align-baseline max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-3 max-sm:py-1"
    >
      <th scope="row" className="py-1 text-left font-normal text-muted max-sm:py-0">
        {label}
      </th>
      <td className="py-1 text-sm max-sm:py-0 max-sm:text-right">
        <Mark isSame={isSame} />
      </td>
      {values.map((value, place) => (
        <td
          key={place}
          className={`min-w-0 py-1 pr-3 break-words max-sm:py-0 ${isSame === false ? 'font-medium' : ''}`}
        >
          <Value value={value} />
        </td>
      ))}
    </tr>
  );
}

/** A shape and a word, so that colour is never the only sign. */
function Mark({ isSame }: Pick<FactPair, 'isSame'>) {
  if (isSame === null) return <span className="sr-only">not comparable</span>;
  return (
    <span className={`whitespace-nowrap ${isSame ? 'text-muted' : 'text-warning'}`}>
      <span className="mr-1 inline-flex align-[-0.125em]">{isSame ? <UnchangedIcon /> : <DifferentIcon />}</span>
      {isSame ? 'same' : 'differs'}
    </span>
  );
}

function Value({ value }: { readonly value: FactValue | null }) {
  if (value === null) return <span className="text-faint">not known</span>;
  const { text, indicators } = value;
  if (!indicators) return <VisibleText text={text} />;
  const links = indicators.map((indicator) => (
    <span key={indicator.value} className="mr-2 inline-block max-w-full">
      <IndicatorLink {...indicator} />
    </span>
  ));
  // the AS name follows its number
  const rest = indicators[0]?.kind === 'asn' ? text.replace(/^AS\d+ ?/, '') : '';
  return (
    <>
      {links}
      {rest && <VisibleText text={rest} className="text-muted" />}
    </>
  );
}
