import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { useAnswer } from '#web/api/use-answer.ts';
import { emptyFindings, notJudged } from '#web/evidence/finding-words.ts';
import { findingsQuestion, findingStates } from '#web/evidence/findings-question.ts';
import { FindingsTable } from '#web/evidence/findings-table.tsx';
import { HiddenFindings } from '#web/evidence/HiddenFindings.tsx';
import { AnswerFailure } from '#web/kit/panel/AnswerFailure.tsx';
import { NotAsOf } from '#web/kit/time/NotAsOf.tsx';
import { WatchButton } from '#web/kit/watch/WatchButton.tsx';
import type { Watched } from '#web/kit/watch/watched.ts';
import { paths } from '#web/url/paths.ts';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { SelectField } from '#web/kit/ui/Field.tsx';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { DetectorLines } from './DetectorLines.tsx';

export const handle: RouteHandle = { title: 'Findings' };

const title = 'Findings';
const detectorParser = parseAsString.withDefault('');
const stateParser = parseAsStringLiteral(findingStates).withDefault('current');
const states = [
  { value: 'current', label: 'Current' },
  { value: 'gone', label: 'Gone' },
  { value: 'all', label: 'All' },
] as const;

/** What the detectors found in the collection, and how each detector is doing. */
export function Component() {
  const [chosen, setDetector] = useQueryState('detector', detectorParser);
  const [state, setState] = useQueryState('state', stateParser);
  // every answer lists all detectors: those of this one stay on screen while a filtered answer loads
  const { response: all } = useAnswer(findingsQuestion('', 'current'), { title });
  const detector = all?.detectors?.some(({ id }) => id === chosen) ? chosen : '';
  const { response, failure, refetch } = useAnswer(findingsQuestion(detector, state), { title });
  const detectors = (response ?? all)?.detectors ?? [];
  const empty = response && emptyFindings(response, detector, state);
  const { title: chosenTitle = '' } = detectors.find(({ id }) => id === detector) ?? {};
  const watched: Watched | null =
    detector === ''
      ? null
      : { what: 'finding', detector, title: `Findings: ${chosenTitle}`, page: paths.findings({ detector }) };
  const named = detectors.map(({ id = '', title: name = id }) => ({ value: id, label: name }));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold">Findings</h1>
          <p className="max-w-3xl text-muted">
            Patterns that detectors saw in the collection, with the evidence. {notJudged}{' '}
            {response && <HiddenFindings answer={response} />}
          </p>
        </div>
        <div className="flex flex-wrap items-end gap-2">
          <SelectField
            label="Detector"
            isLabelHidden
            value={detector}
            choices={[{ value: '', label: 'All detectors' }, ...named]}
            onChange={(next) => void setDetector(next)}
          />
          <WatchButton watched={watched} reason="Choose a detector first." />
          <SegmentedControl label="Findings" value={state} choices={states} onChange={(next) => void setState(next)} />
        </div>
      </div>
      <NotAsOf what="Findings" />
      {failure && <AnswerFailure failure={failure} what={title} onRetry={refetch} />}
      {!response && !failure && <Skeleton shape="rows" count={22} />}
      {empty && (
        <EmptyState kind={empty.is} word={empty.word}>
          {empty.sentence}
        </EmptyState>
      )}
      {response && !empty && <FindingsTable detector={detector} state={state} />}

      {response && detectors.length > 0 && <DetectorLines detectors={detectors} />}
    </div>
  );
}
