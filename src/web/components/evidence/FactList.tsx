import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CoveringSource, EvidenceFact } from '#contract/generated/types.gen.ts';
import type { CoverageKind } from '#model/fact-kind.ts';
import { useCoverage } from '#web/api/use-coverage.ts';
import { type EvidenceFields, isTracked, kindLabel, perSource } from '#web/components/score/evidence-words.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { linkClass } from '#web/ui/class-names.ts';
import { KeyValueList } from '#web/ui/KeyValueList.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';

/** Something that holds or does not hold for a subject. */
export interface FactLine {
  readonly id: string;
  readonly label: string;
  readonly tone: Tone;
  /** The kinds of facts that say so; none for what only a scan can tell. */
  readonly kinds: readonly CoverageKind[];
  /** As the fields of the interface say; undefined where they do not. */
  readonly holds?: boolean | undefined;
  /** Who and what, where the fields of the interface say so; facts with a source say it better. */
  readonly tags?: readonly string[];
  /** Shown in place of yes and no: the rank on a list. */
  readonly value?: ReactNode;
  /** It stands there as "not given" where the answer leaves it out. */
  readonly isExpected?: boolean;
  /** Why "no" cannot be said although the kind is tracked: "Not observed". */
  readonly notLookedAt?: string | undefined;
}

interface FactListProps {
  readonly record: EvidenceFields;
  readonly lines: readonly FactLine[];
  /** The subject in text: facts about it need not name it. */
  readonly subject: string;
}

/** What is known about a subject, each with who says so and as of when. "No" is said only where a source was looked at. */
export function FactList({ record, lines, subject }: FactListProps) {
  const isLooked = lines.some((line) => isTracked(record, ...line.kinds) && !line.holds);
  const coverage = useCoverage(isLooked);
  const shown = lines.flatMap((line) => {
    const facts = (record.facts ?? []).filter(({ kind }) => line.kinds.some((each) => each === kind));
    const value = lineValue(line, facts, { record, subject, coverage });
    return value === undefined && !line.isExpected ? [] : [{ key: line.id, label: line.label, value }];
  });
  return <KeyValueList items={shown} />;
}

interface Known {
  readonly record: EvidenceFields;
  readonly subject: string;
  readonly coverage: ReturnType<typeof useCoverage>;
}

/** Nothing where the answer does not say, which is never "no". */
function lineValue(line: FactLine, facts: readonly EvidenceFact[], known: Known): ReactNode {
  const { kinds, holds, notLookedAt, value } = line;
  if (holds || facts.length > 0) return <Holds line={line} facts={facts} subject={known.subject} />;
  const tracked = kinds.length === 0 ? undefined : isTracked(known.record, ...kinds);
  if (tracked === false) return <NotTracked />;
  if (notLookedAt !== undefined) return <span className="text-muted">{notLookedAt}</span>;
  if (tracked) return <No sources={kinds.flatMap((kind) => known.coverage(kind) ?? [])}>{value ?? 'No'}</No>;
  return holds === undefined ? undefined : (value ?? 'No');
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

/** In place of "no" for what no loaded source covers. */
export function NotTracked({ children = 'Not tracked' }: { children?: ReactNode }) {
  return (
    <Link to={paths.sources()} className={linkClass} title="No loaded source covers this. Open the sources.">
      {children}
    </Link>
  );
}

/** A line for each kind, where there is nothing but facts to say so. */
export function factLines(kinds: readonly CoverageKind[], tone: Tone = 'neutral'): readonly FactLine[] {
  return kinds.map((kind) => ({ id: kind, label: kindLabel(kind), tone, kinds: [kind] }));
}
