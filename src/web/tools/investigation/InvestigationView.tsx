import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import { useNavigate } from 'react-router';
import { formatNumber } from '#model/format.ts';
import { useTrace } from '#web/kit/indicator/TraceButton.tsx';
import { branchRemoval, byTime, pinChange } from '#web/stores/investigation/investigation-edits.ts';
import {
  hasNote,
  isMarked,
  stepHref,
  type StepNode,
  type StepNodes,
  stepTitle,
} from '#web/stores/investigation/investigation-node.ts';
import { continueFrom, lastNode } from '#web/stores/investigation/investigation-recorder.ts';
import {
  editInvestigation,
  type InvestigationState,
  useInvestigation,
} from '#web/stores/investigation/investigation-store.ts';
import { connectionType } from '#web/kit/indicator/trace-connections.ts';
import { announce } from '#web/kit/ui/announcer.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { GraphIcon, PinIcon, TableIcon, TreeIcon, WarningIcon } from '#web/kit/ui/icons.ts';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { SHORTCUTS } from '#web/kit/ui/shortcuts.ts';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { TextField } from '#web/kit/ui/Field.tsx';
import { ExpandDialog } from './ExpandDialog.tsx';
import { type FindingsOf, offersOf } from './expansion-list.ts';
import { investigationRows, isFiltering } from './investigation-rows.ts';
import { InvestigationDetail, noteFieldId } from './InvestigationDetail.tsx';
import { InvestigationGraph } from './InvestigationGraph.tsx';
import { InvestigationList } from './InvestigationList.tsx';
import { InvestigationToolbar, redoAloud, undoAloud } from './InvestigationToolbar.tsx';
import { InvestigationTree, type NodeActions, SeenScore } from './InvestigationTree.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';

interface InvestigationViewProps {
  /** What its searches can be expanded by. A stable function. */
  readonly findingsOf: FindingsOf;
}

/** The investigation of this browser as tree, graph and list, with the details of the selected step. */
export function InvestigationView({ findingsOf }: InvestigationViewProps) {
  const state = useInvestigation();
  const { nodes } = state.history;
  const headingRef = useRef<HTMLHeadingElement>(null);
  const hasSteps = nodes.size > 0;
  useEffect(() => {
    if (!hasSteps) return;
    // the last step was deleted, and the focus with it
    const heading = headingRef.current;
    return () => void (document.activeElement === document.body && heading?.focus());
  }, [hasSteps]);
  useHotkeys([...SHORTCUTS.investigationUndo.keys], undoAloud, { preventDefault: true });
  useHotkeys([...SHORTCUTS.investigationRedo.keys], redoAloud, { preventDefault: true });
  return (
    <div className="flex flex-col gap-3" onClickCapture={goOn}>
      <div>
        <h1 ref={headingRef} tabIndex={-1} data-focus-quiet="" className="text-xl font-semibold">
          Investigation
        </h1>
        <Keeping isKept={state.isKept} />
      </div>
      <InvestigationToolbar state={state} />
      {!state.isReady ? (
        <Skeleton shape="block" heightPx={360} />
      ) : !hasSteps ? (
        <EmptyState kind="empty" word="No steps yet">
          Look an indicator up and follow what you find: every pivot is added here automatically. Go back and pivot
          elsewhere, and the investigation branches. The menu of any indicator pins it here without opening it.
        </EmptyState>
      ) : (
        <Steps state={state} findingsOf={findingsOf} />
      )}
    </div>
  );
}

function Keeping({ isKept }: { readonly isKept: boolean }) {
  if (isKept)
    return (
      <p className="text-sm text-muted">
        Kept in this browser only; nothing of it is sent anywhere, except its name and subjects to the service when you
        seal it. After twelve hours without a step a new investigation begins, unless you gave this one a name.
      </p>
    );
  return (
    <p role="status" className="flex items-center gap-1.5 text-warning">
      <WarningIcon />
      This browser does not keep the investigation: its storage is blocked or full. It is lost when this tab closes;
      export it as JSON.
    </p>
  );
}

function Steps({ state, findingsOf }: InvestigationViewProps & { readonly state: InvestigationState }) {
  const { nodes } = state.history;
  const [view, setView] = useInvestigationView();
  const [expanding, setExpanding] = useState<string>();
  const { q, marked, closed } = view;
  const filter = useMemo(() => ({ text: q, isMarkedOnly: marked }), [q, marked]);
  const rows = useMemo(() => investigationRows(nodes, new Set(closed), filter), [nodes, closed, filter]);
  const chosen = nodes.get(view.node ?? '') ?? nodes.get(lastNode() ?? '') ?? rows[0]?.node;
  const choose = useCallback((id: string) => void setView({ node: id }), [setView]);
  const fold = useCallback(
    (id: string, isClosed: boolean) =>
      void setView(({ closed }) => ({ closed: isClosed ? [...closed, id] : closed.filter((each) => each !== id) })),
    [setView],
  );
  const actions = useActions(state, findingsOf, choose, setExpanding);
  const expanded = nodes.get(expanding ?? '');
  const tree = (
    <InvestigationTree
      label={`Steps of ${state.open.name}`}
      rows={rows}
      chosen={chosen?.id ?? null}
      onChoose={choose}
      onFold={fold}
      actions={actions}
    />
  );
  const markedCount = [...nodes.values()].filter(isMarked).length;
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Card
        title="Steps"
        meta={`${formatNumber(nodes.size)}, ${markedCount} pinned or noted`}
        actions={
          <SegmentedControl
            label="View of the investigation"
            value={view.view}
            choices={[
              { value: 'tree', label: 'Tree', icon: TreeIcon },
              { value: 'graph', label: 'Graph', icon: GraphIcon },
              { value: 'list', label: 'List', icon: TableIcon },
            ]}
            onChange={(next) => void setView({ view: next })}
          />
        }
        isFlush
      >
        {view.view === 'tree' && (
          <>
            <Filter
              view={view}
              onChange={(next) => void setView(next)}
              found={isFiltering(filter) ? found(rows) : null}
            />
            {/* scrolls inside its box, so that the chosen step stays beside it */}
            <div data-scroll="" className="max-h-[50vh] overflow-auto lg:max-h-[calc(100dvh-17rem)]">
              {tree}
            </div>
          </>
        )}
        {view.view === 'graph' && (
          <InvestigationGraph nodes={nodes} chosen={chosen?.id ?? null} onChoose={choose} instead={tree} />
        )}
        {view.view === 'list' && (
          <div className="px-3 py-2">
            <InvestigationList name={state.open.name} nodes={nodes} />
          </div>
        )}
      </Card>
      {chosen && (
        <div className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-16">
          <InvestigationDetail node={chosen} nodes={nodes} onChoose={choose} actions={actions} />
          <MarkedSteps nodes={nodes} chosen={chosen.id} onChoose={choose} />
        </div>
      )}
      {expanded && (
        <ExpandDialog node={expanded} nodes={nodes} findingsOf={findingsOf} onClose={() => setExpanding(undefined)} />
      )}
    </div>
  );
}

interface FilterProps {
  readonly view: { readonly q: string; readonly marked: boolean };
  readonly onChange: (next: { q?: string | null; marked?: boolean | null }) => void;
  readonly found: number | null;
}

function Filter({ view, onChange, found }: FilterProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-border px-2 py-1.5">
      <TextField
        label="Find a step"
        isLabelHidden
        type="search"
        placeholder="Find in steps and notes"
        className="w-64 max-w-full"
        value={view.q}
        onChange={(q) => onChange({ q: q || null })}
      />
      <Button
        size="sm"
        variant="quiet"
        aria-pressed={view.marked}
        onClick={() => onChange({ marked: !view.marked || null })}
      >
        <PinIcon />
        Pinned or noted
      </Button>
      <span role="status" className="text-sm text-muted">
        {found !== null && `${found} found`}
      </span>
    </div>
  );
}

function found(rows: ReturnType<typeof investigationRows>): number {
  return rows.filter(({ isContext }) => !isContext).length;
}

function useActions(
  { history }: InvestigationState,
  findingsOf: FindingsOf,
  choose: (id: string) => void,
  setExpanding: (id: string) => void,
): NodeActions {
  const navigate = useNavigate();
  const [trace] = useTrace();
  const canExpand = ({ subject }: StepNode) => offersOf(subject, findingsOf).length > 0;
  return {
    canExpand,
    open: (node) => {
      continueFrom(node.id);
      void navigate(stepHref(node.subject));
    },
    pin: (node) => {
      const patch = pinChange(node, !node.isPinned);
      editInvestigation(() => patch);
      announce(`${patch.words}.`);
    },
    note: (node) => {
      choose(node.id);
      document.querySelector<HTMLElement>(`#${noteFieldId} textarea`)?.focus();
    },
    expand: (node) => {
      if (canExpand(node)) setExpanding(node.id);
    },
    trace: ({ id, subject }) => {
      if (connectionType(subject) !== undefined) trace(id);
    },
    remove: (node) => {
      const rows = investigationRows(history.nodes, new Set());
      const at = rows.findIndex((row) => row.node.id === node.id);
      const patch = branchRemoval(history.nodes, node.id);
      const gone = new Set(patch.changes.map(({ id }) => id));
      const next = rows.slice(at).find((row) => !gone.has(row.node.id)) ?? rows.slice(0, at).at(-1);
      if (next) choose(next.node.id);
      editInvestigation(() => patch);
      announce(`${patch.words}. Ctrl Z brings it back.`);
    },
  };
}

/** A link to the page of a step; pages opened from there become steps below it. */
function goOn(event: { readonly target: EventTarget }): void {
  const step =
    event.target instanceof Element && event.target.closest('a')
      ? event.target.closest('[data-investigation-node]')
      : null;
  if (step instanceof HTMLElement && step.dataset['investigationNode']) continueFrom(step.dataset['investigationNode']);
}

const investigationViews = ['tree', 'graph', 'list'] as const;

const parsers = {
  view: parseAsStringLiteral(investigationViews).withDefault('tree'),
  node: parseAsString,
  /** Folded nodes. */
  closed: parseAsArrayOf(parseAsString, '.').withDefault([]),
  q: parseAsString.withDefault(''),
  marked: parseAsBoolean.withDefault(false),
};

/** The state of the view in the URL: view, selected node, folded nodes and filter. */
function useInvestigationView() {
  return useQueryStates(parsers, { history: 'replace' });
}

interface MarkedStepsProps {
  readonly nodes: StepNodes;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** Steps that are pinned or have a note, beside every view. */
function MarkedSteps({ nodes, chosen, onChoose }: MarkedStepsProps) {
  const marked = [...nodes.values()].filter(isMarked).sort(byTime);
  return (
    <Card title="Notes and pins" meta={marked.length > 0 && formatNumber(marked.length)}>
      {marked.length === 0 ? (
        <p className="text-sm text-muted">Pin a step or write a note on it, and it is listed here.</p>
      ) : (
        <ul data-scroll="" className="flex max-h-[40vh] flex-col gap-2 overflow-auto">
          {marked.map((node) => (
            <li key={node.id} className="min-w-0">
              <div className="flex items-baseline gap-1.5">
                {node.isPinned && (
                  <span className="flex shrink-0 self-center text-accent">
                    <PinIcon />
                    <span className="sr-only">pinned</span>
                  </span>
                )}
                <button
                  type="button"
                  aria-current={node.id === chosen}
                  onClick={() => onChoose(node.id)}
                  className={`min-w-0 text-left font-mono text-[0.95em] break-all ${linkClass}`}
                >
                  <VisibleText text={stepTitle(node.subject)} />
                </button>
                <span className="ml-auto shrink-0 text-sm">
                  <SeenScore node={node} />
                </span>
              </div>
              {hasNote(node) && (
                <p className="border-l-2 border-border-strong pl-2 text-sm break-words whitespace-pre-line text-muted">
                  <VisibleText text={node.note.trim()} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
