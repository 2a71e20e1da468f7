import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatNumber } from '#model/format.ts';
import { connection } from '#web/api/connection.ts';
import { answerOptions } from '#web/api/query.ts';
import { indicatorScoreName, indicatorScoreOptions } from '#web/api/indicator-score.ts';
import { addition, childIndex, lineOf, nodeOf, verdictChange } from '#web/stores/investigation/investigation-edits.ts';
import {
  newInvestigationId,
  stepHref,
  type StepNode,
  type StepNodes,
  type StepSubject,
  stepTitle,
} from '#web/stores/investigation/investigation-node.ts';
import { amendInvestigation, editInvestigation } from '#web/stores/investigation/investigation-store.ts';
import { connectionType } from '#web/kit/indicator/trace-connections.ts';
import { datedRelation } from '#model/record-relation.ts';
import { announce } from '#web/kit/ui/announcer.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import {
  connectionOffers,
  type ExpansionOffer,
  type FindingsOf,
  type Found,
  offersOf,
  operatorOffers,
} from './expansion-list.ts';
import { viaWords } from './investigation-words.ts';

/** More children than this are hard to see at a glance in a tree. */
const expansionCap = 25;

interface ExpandDialogProps {
  readonly node: StepNode;
  readonly nodes: StepNodes;
  readonly findingsOf: FindingsOf;
  readonly onClose: () => void;
}

/** Offers the expansions of a step with the number of results for each, and adds the results of the chosen one. */
export function ExpandDialog({ node, nodes, findingsOf, onClose }: ExpandDialogProps) {
  const client = useQueryClient();
  const [asOf] = useAsOf();
  const { type, connections, choices, chosen, setWanted } = useExpansions(node, nodes, findingsOf);
  const add = () => {
    if (!chosen) return;
    const taken = chosen.fresh.slice(0, expansionCap);
    const added = taken.map((subject) => childOf(node, subject, chosen.expansion, chosen.found));
    editInvestigation(() => addition(`Expand ${stepTitle(node.subject)}: ${chosen.expansion.label}`, added));
    announce(`${formatCount(added.length, 'step')} added below ${stepTitle(node.subject)}.`);
    for (const child of added) void seeScore(child, client);
    onClose();
  };
  const count = Math.min(chosen?.fresh.length ?? 0, expansionCap);
  return (
    <Dialog
      title={`Expand ${stepTitle(node.subject)}`}
      isOpen
      onClose={onClose}
      width="sm"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            onClick={add}
            disabledReason={count === 0 ? 'There is nothing new to add here.' : undefined}
          >
            Add {count === 0 ? 'steps' : formatCount(count, 'step')}
          </Button>
        </>
      }
    >
      <fieldset>
        <legend className="mb-2 text-muted">
          What to look up{asOf === null ? '' : ` as of ${asOf}`}. At most {expansionCap} results become steps below it,{' '}
          {node.subject.is === 'search' ? 'in the order of the answer' : 'the latest seen first'}.
        </legend>
        {choices.map((choice) => (
          <ExpansionChoice
            key={choice.expansion.id}
            choice={choice}
            isChosen={choice === chosen}
            onChoose={() => setWanted(choice.expansion.id)}
          />
        ))}
        {type !== undefined && connections.isPending && (
          <p className="flex min-h-row items-center px-1 text-sm text-muted">Looking for connections …</p>
        )}
        {connections.isError && <p className="px-1 text-sm text-danger">Connections: {connections.error.message}</p>}
      </fieldset>
    </Dialog>
  );
}

/** The expansions of a step, each with its results once they have arrived, and the chosen one. */
function useExpansions(node: StepNode, nodes: StepNodes, findingsOf: FindingsOf) {
  const client = useQueryClient();
  const [asOf] = useAsOf();
  const [wanted, setWanted] = useState<string>();
  const type = connectionType(node.subject);
  const subject = node.subject.is === 'subject' ? node.subject.value : '';
  const connections = useQuery({
    ...answerOptions({ operationId: 'connections', path: { type: type ?? 'ip', subject } }),
    enabled: type !== undefined,
    retry: false,
  });
  const { connections: rows = [], related = [] } = connections.data?.response ?? {};
  const offered = [
    ...offersOf(node.subject, findingsOf),
    ...operatorOffers(related),
    ...connectionOffers(rows, subject),
  ];
  const answers = useQueries({
    queries: offered.map((expansion) => ({
      queryKey: ['expansion', connection().baseUrl, expansion.id, stepHref(node.subject), asOf],
      queryFn: ({ signal }: { signal: AbortSignal }) => expansion.ask({ client, asOf, signal }),
      retry: false,
      enabled: !expansion.isCommon && (expansion.count === undefined || expansion.id === wanted),
    })),
  });
  const choices = offered.map((expansion, place) => {
    const answer = answers[place];
    const isCounting = answer?.isFetching === true && answer.data === undefined;
    return {
      expansion,
      isCounting,
      error: answer?.error,
      found: answer?.data,
      fresh: freshOf(answer?.data, node, nodes),
    };
  });
  // the first with something new, once no count before it can still arrive: a choice made for the analyst never moves
  const first = choices.find(({ isCounting, fresh }) => isCounting || fresh.length > 0);
  const chosen =
    choices.find(({ expansion }) => expansion.id === wanted) ?? (first?.isCounting === true ? undefined : first);
  return { type, connections, choices, chosen, setWanted };
}

interface ExpansionChoiceProps {
  readonly choice: ReturnType<typeof useExpansions>['choices'][number];
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function ExpansionChoice({ choice, isChosen, onChoose }: ExpansionChoiceProps) {
  const { expansion, error, found, fresh } = choice;
  return (
    <label
      className={`flex min-h-row items-center gap-2 rounded-md px-1 pointer-coarse:min-h-10 ${expansion.isCommon ? 'text-muted' : 'hover:bg-hover'}`}
    >
      <input
        type="radio"
        name="expansion"
        value={expansion.id}
        checked={isChosen}
        onChange={onChoose}
        disabled={expansion.isCommon}
        className="accent-(--accent)"
      />
      <span className="min-w-0 flex-1 break-words">
        <VisibleText text={expansion.label} />
      </span>
      <span className={`shrink-0 text-sm tabular-nums ${error ? 'text-danger' : 'text-muted'}`}>
        {error ? error.message : countHint(found, fresh.length, expansion)}
      </span>
    </label>
  );
}

/** Subjects that are neither below the node already nor on the path to it. */
function freshOf(found: Found | undefined, node: StepNode, nodes: StepNodes): readonly StepSubject[] {
  const there = [...(childIndex(nodes).get(node.id) ?? []), ...lineOf(nodes, node.id)];
  const known = new Set(there.map(({ subject }) => stepHref(subject)));
  return (found?.subjects ?? []).filter((subject) => !known.has(stepHref(subject)));
}

/** "358", "at least 100", "12, 3 of them new". */
function countHint(found: Found | undefined, fresh: number, { count, isCommon }: ExpansionOffer): string {
  if (!found) {
    if (count === undefined) return 'counting …';
    return `${formatNumber(count)}${isCommon ? ', too common' : ''}`;
  }
  const total = found.subjects.length;
  if (total === 0) return 'none known';
  const words = `${found.isMore ? 'at least ' : ''}${formatNumber(total)}`;
  return fresh === total ? words : `${words}, ${fresh === 0 ? 'none' : fresh} of them new`;
}

function childOf(
  node: StepNode,
  subject: StepSubject,
  { via, why: shared }: ExpansionOffer,
  found: Found | undefined,
): StepNode {
  const href = stepHref(subject);
  const relation = shared ?? viaWords({ via, parent: node.id });
  const why = found?.why?.get(href) ?? datedRelation(relation, found?.seen?.get(href) ?? {});
  return nodeOf({ id: newInvestigationId(), parent: node.id, subject, via, why, at: Date.now() });
}

/** Requests the risk score of an added step. Reputations of networks and servers would be one call each and wait until their page is opened. */
async function seeScore({ id, subject }: StepNode, client: ReturnType<typeof useQueryClient>): Promise<void> {
  if (subject.is !== 'subject' || !['ipv4', 'ipv6', 'domain'].includes(subject.kind)) return;
  if (indicatorScoreName(subject.kind, subject.value) === null) return;
  const seen = await client.fetchQuery(indicatorScoreOptions(subject.kind, subject.value)).catch(() => null);
  if (!seen) return;
  amendInvestigation((nodes) => {
    const node = nodes.get(id);
    const state = seen.state ?? (seen.score === null ? 'unknown' : 'scored');
    return node ? verdictChange(node, { ...seen, state, decider: seen.decider ?? '', at: Date.now() }) : null;
  });
}
