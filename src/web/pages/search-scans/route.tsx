import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useEffect, useRef, type RefObject } from 'react';
import { useLoaderData, useNavigate } from 'react-router';
import { ExplorerHeading } from '#web/components/ask/ExplorerHeading.tsx';
import { NotAsked } from '#web/components/ask/NotAsked.tsx';
import { NotAsOf } from '#web/components/time/NotAsOf.tsx';
import { loadParameterBook, type ParameterBook } from '#web/components/ask/parameter-book.ts';
import {
  questionParams,
  questionProblems,
  readQuestion,
  type ParameterQuestion,
} from '#web/components/ask/parameter-question.ts';
import { ParameterForm } from '#web/components/ask/ParameterForm.tsx';
import { scanKinds, scanNames, scanOperations, type ScanKind } from '#web/components/ask/scan-kind.ts';
import { useQuestionUrl } from '#web/components/ask/use-question-url.ts';
import { WaysToAsk } from '#web/components/ask/WaysToAsk.tsx';
import { examples } from '#web/features/scan-form/scan-examples.ts';
import { kindMeanings, scanFields } from '#web/features/scan-form/scan-fields.ts';
import {
  isAsked,
  missingOf,
  questionTitle,
  searchOf,
  subjectOf,
  type ScanQuestion,
} from '#web/features/scan-form/scan-question.ts';
import { ScansPanel } from '#web/features/scans/ScansPanel.tsx';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const loader = (): Promise<ParameterBook> => loadParameterBook();

export const handle: RouteHandle = {
  title: 'Scans',
  asks: ['fingerprint_sha1', 'mmh3', 'md5', 'jarm_hash', 'header_search', 'filename'],
};

const kindParser = parseAsStringLiteral(scanKinds).withDefault('certificates');
const kindChoices = scanKinds.map((value) => ({ value, label: scanNames[value] }));

/** The scan explorer: A3 to A7. Kind and question stand in the URL and are asked from there; the form only writes them. */
export function Component() {
  const [kind] = useQueryState('what', kindParser);
  // the form of another kind is another form: the focus goes on in its choice, so that arrow keys walk through all of them
  const isKindChosenRef = useRef(false);
  return (
    <div className="flex flex-col gap-4">
      <Explorer key={kind} kind={kind} isKindChosenRef={isKindChosenRef} />
    </div>
  );
}

const pathOfKind = Object.fromEntries(
  scanKinds.map((what) => [what, (params: Readonly<Record<string, string>>) => paths.scans({ what, ...params })]),
) as Record<ScanKind, (params: Readonly<Record<string, string>>) => string>;

interface KindProps {
  readonly kind: ScanKind;
  /** True from the choice of a kind until its form has the focus. */
  readonly isKindChosenRef: RefObject<boolean>;
}

function Explorer({ kind, isKindChosenRef }: KindProps) {
  const book = useLoaderData<ParameterBook>();
  const operationId = scanOperations[kind];
  const { question: texts, key, ask } = useQuestionUrl(scanFields[kind], operationId, pathOfKind[kind]);
  const question = { kind, texts };
  const problems = problemsOf(question, book);
  const isReady = isAsked(question) && problems.length === 0;
  const params = { what: kind, ...questionParams(scanFields[kind], texts) };
  return (
    <>
      <ExplorerHeading
        title="Scans"
        explorer={paths.scans()}
        asked={isReady ? { words: questionTitle(question), params } : null}
      />
      <NotAsOf what="What scans saw" />
      <ParameterForm
        label="Scan search"
        fields={scanFields[kind]}
        operationId={operationId}
        book={book}
        question={texts}
        callOf={(draft) => searchOf({ kind, texts: draft })}
        missingOf={(draft) => missingOf({ kind, texts: draft })}
        onAsk={ask}
        head={(draft) => <KindChoice {...{ kind, isKindChosenRef, draft }} />}
      />
      {!isAsked(question) && <WaysToAsk ways={ways} />}
      {isAsked(question) && !isReady && <NotAsked problems={problems} />}
      {isReady && <Result key={key} question={question} />}
    </>
  );
}

/** Another kind keeps the place: from the JARMs of a network to its icons. */
function KindChoice({ kind, isKindChosenRef, draft }: KindProps & { readonly draft: ParameterQuestion }) {
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isKindChosenRef.current) box.current?.querySelector<HTMLElement>('input:checked')?.focus();
    isKindChosenRef.current = false;
  }, [isKindChosenRef]);
  const place = Object.entries(draft).filter(([name, text]) => (name === 'ipv4' || name === 'netmask') && text !== '');
  return (
    <div ref={box} className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <SegmentedControl
        label="What scans saw"
        value={kind}
        choices={kindChoices}
        onChange={(next) => {
          isKindChosenRef.current = true;
          void navigate(pathOfKind[next](Object.fromEntries(place)));
        }}
      />
      <p className="text-muted">{kindMeanings[kind]}</p>
    </div>
  );
}

/** Why a question cannot be asked. */
function problemsOf(question: ScanQuestion, book: ParameterBook) {
  const { kind, texts } = question;
  return Object.entries({
    ...missingOf(question),
    ...questionProblems(scanFields[kind], texts, (name) => book.find(scanOperations[kind], name)),
  });
}

function Result({ question }: { question: ScanQuestion }) {
  const { skip = '' } = question.texts;
  return (
    <ScansPanel
      search={searchOf(question)}
      title={questionTitle(question)}
      subject={subjectOf(question) || question.kind}
      emptyMessage={
        Number(skip) > 0
          ? `There are no more than the first ${skip} addresses, which are skipped.`
          : 'No scan saw this. That says nothing about addresses that were never scanned.'
      }
      urlPrefix="t."
    />
  );
}

const ways = examples.map(({ says, kind, params }) => ({
  says,
  href: pathOfKind[kind](params),
  subject: subjectOf({ kind, texts: readQuestion(scanFields[kind], params) }),
}));
