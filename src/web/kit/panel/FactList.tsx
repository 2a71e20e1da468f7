import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { CoveringSource, EvidenceFact } from '#contract/generated/types.gen.ts';
import type { CoverageKind } from '#model/fact-kind.ts';
import { formatCount } from '#model/format.ts';
import type { EvidenceFields } from '#model/verdict-records.ts';
import { useCoverage } from '#web/api/use-coverage.ts';
import { isTracked, kindLabel, perSource } from '#web/kit/score/evidence-words.ts';
import { Badge, type Tone } from '#web/kit/ui/Badge.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';

/** A yes-or-no fact about a subject. */
export interface FactLine {
  readonly id: string;
  readonly label: string;
  readonly tone: Tone;
  /** The kinds of facts that decide the line; none where only a scan can. */
  readonly kinds: readonly CoverageKind[];
  /** From the fields of the interface; undefined where they do not say. */
  readonly holds?: boolean | undefined;
  /** Details from the fields of the interface; facts with a source take precedence. */
  readonly tags?: readonly string[];
  /** Shown instead of yes or no: the rank on a list. */
  readonly value?: ReactNode;
  /** Shown as "not given" when missing from the answer. */
  readonly isExpected?: boolean;
  /** Why the answer is not "no" although the kind is tracked: "Not observed". */
  readonly notLookedAt?: string | undefined;
}

interface FactListProps {
  readonly record: EvidenceFields;
  readonly lines: readonly FactLine[];
  /** The subject as text; facts about the subject itself omit it. */
  readonly subject: string;
}

/**
 * The facts about a subject, each with its source and day; other lines are grouped by kind of answer. "No" is shown
 * only where a source was checked.
 */
export function FactList({ record, lines, subject }: FactListProps) {
  const [isOpen, setIsOpen] = useState(false);
  const coverage = useCoverage(isOpen);
  const shownLines = lines.flatMap((line) => lineOf(line, { record, subject, coverage }));
  const of = (is: FactState['is']) => shownLines.filter((line) => line.is === is);
  const [holding, negative, untracked] = [of('holds'), of('no'), of('untracked')];
  return (
    <>
      {holding.length > 0 && <KeyValueList items={holding} />}
      <div className="flex flex-col gap-1 not-first:mt-2">
        {negative.length > 0 && (
          <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
            <summary className="w-fit cursor-pointer text-muted hover:text-text">
              {holding.length > 0 ? `${formatCount(negative.length, 'other')} negative` : `${negative.length} negative`}
            </summary>
            <KeyValueList items={negative} />
          </details>
        )}
        {[...byWords(of('not-looked'))].map(([words, labels]) => (
          <p key={words} className="text-muted">
            {words}: {labels.join(', ')}
          </p>
        ))}
        {untracked.length > 0 && (
          <p className="text-muted">
            <NotTracked />: {untracked.map(({ label }) => label).join(', ')}
          </p>
        )}
      </div>
    </>
  );
}

interface Known {
  readonly record: EvidenceFields;
  readonly subject: string;
  readonly coverage: ReturnType<typeof useCoverage>;
}

interface FactState {
  readonly key: string;
  readonly label: string;
  readonly is: 'holds' | 'no' | 'untracked' | 'not-looked';
  readonly value: ReactNode;
  /** Why the fact was not checked. */
  readonly words?: string;
}

/** The line of a fact; empty where the answer lacks it, which never means "no". */
function lineOf(line: FactLine, known: Known): FactState[] {
  const { kinds, holds, notLookedAt, value } = line;
  const state = (is: FactState['is'], shown: ReactNode, words?: string): FactState[] => [
    { key: line.id, label: line.label, is, value: shown, ...(words !== undefined && { words }) },
  ];
  const facts = (known.record.facts ?? []).filter(({ kind }) => kinds.some((each) => each === kind));
  if (holds || facts.length > 0) return state('holds', <Holds line={line} facts={facts} subject={known.subject} />);
  const tracked = kinds.length === 0 ? undefined : isTracked(known.record, ...kinds);
  if (tracked === false) return state('untracked', null);
  if (notLookedAt !== undefined) return state('not-looked', null, notLookedAt);
  if (tracked)
    return state('no', <No sources={kinds.flatMap((kind) => known.coverage(kind) ?? [])}>{value ?? 'No'}</No>);
  if (holds !== undefined) return state('no', value ?? 'No');
  return line.isExpected ? state('not-looked', null, 'Not given') : [];
}

function byWords(lines: readonly FactState[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { words = '', label } of lines) groups.set(words, [...(groups.get(words) ?? []), label]);
  return groups;
}

function Holds({ line, facts, subject }: { line: FactLine; facts: readonly EvidenceFact[]; subject: string }) {
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
      {line.value ?? <Badge tone={line.tone}>Yes</Badge>}
      {facts.length === 0 && line.tags?.map((tag) => <VisibleText key={tag} text={tag} className="text-muted" />)}
      {facts.map((fact, index) => (
        <FactSource key={index} fact={fact} subject={subject} isValueShown={line.value === undefined} />
      ))}
    </span>
  );
}

interface FactSourceProps {
  readonly fact: EvidenceFact;
  readonly subject: string;
  readonly isValueShown: boolean;
}

/** "Example Inc. · scanner · 192.0.2.0/24, per Known benign services of 2026-11-20" */
function FactSource({ fact, subject, isValueShown }: FactSourceProps) {
  const about = fact.subject === subject ? '' : (fact.subject ?? '');
  const details = [isValueShown ? fact.value : '', ...(fact.tags ?? []), about].filter(Boolean);
  return (
    <span className="w-full" title={fact.from ? `Since ${fact.from}` : undefined}>
      {details.length > 0 && <VisibleText text={`${details.join(' · ')}, `} />}
      <VisibleText text={perSource(fact)} className="text-muted" />
    </span>
  );
}

function No({ sources, children }: { sources: readonly CoveringSource[]; children: ReactNode }) {
  const [newest, ...others] = sources;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return (
    <>
      {children}
      {newest && (
        <span className="text-muted" title={sources.map(perSource).join('\n')}>
          , {perSource(newest)}
          {more}
        </span>
      )}
    </>
  );
}

/** Shown instead of "no" where no loaded source covers the fact. */
export function NotTracked({ children = 'Not tracked' }: { children?: ReactNode }) {
  return (
    <Link to={paths.sources()} className={linkClass} title="No loaded source covers this. Open the sources.">
      {children}
    </Link>
  );
}

/** A line per kind, for subjects without fields of their own. */
export function factLines(kinds: readonly CoverageKind[], tone: Tone = 'neutral'): readonly FactLine[] {
  return kinds.map((kind) => ({ id: kind, label: kindLabel(kind), tone, kinds: [kind] }));
}
