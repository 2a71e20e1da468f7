import { useMemo } from 'react';
import type { Indicator } from '#model/indicator-of.ts';
import type { SubjectTag } from '#model/subject-tags.ts';
import { readVerdictState } from '#model/verdict.ts';
import { batchedEvidenceOptions } from '#web/api/bulk-records.ts';
import type { EvidenceRecord } from '#web/api/indicator-score.ts';
import { useEach } from '#web/api/use-each.ts';
import { cardVerdict } from '#web/kit/indicator/card-verdict.ts';
import type { JudgedRow } from './record-columns.tsx';
import { type Scored, scoredKind } from './use-late-facts.ts';

/** A row whose tags may still arrive. */
export type Tagged<Row> = Row & { readonly tags?: readonly SubjectTag[] };

interface DecidedRow extends JudgedRow {
  readonly decider?: string;
}

/**
 * Adds to rows the tags of their subjects, those of the hover cards, in batches. Rows are shown immediately; `tags` is absent until
 * they arrive. @param subjectOf the domain or address of a row; a function of module scope
 */
export function useTaggedRows<Row extends DecidedRow>(
  rows: readonly Row[],
  subjectOf: (row: Row) => Indicator | null,
): readonly Tagged<Row>[] {
  const subjects = useMemo(() => rows.map(subjectOf), [rows, subjectOf]);
  const values = useMemo(() => {
    const of = (kind: Scored) => [
      ...new Set(subjects.flatMap((each) => (each && scoredKind(each) === kind ? each.value : []))),
    ];
    return { ipv4: of('ipv4'), ipv6: of('ipv6'), domain: of('domain') };
  }, [subjects]);
  const ipv4 = useEvidence('ipv4', values.ipv4);
  const ipv6 = useEvidence('ipv6', values.ipv6);
  const domain = useEvidence('domain', values.domain);
  return useMemo(() => {
    const found = { ipv4, ipv6, domain };
    return rows.map((row, index) => {
      const subject = subjects[index] ?? null;
      const kind = scoredKind(subject);
      const record = kind && subject && found[kind].get(subject.value);
      if (!record) return row;
      const { risk_score: score = null, verdict, decider = '' } = row;
      const judged = { state: readVerdictState(verdict), score, ...(decider && { decider }) };
      const { tags } = cardVerdict(kind, subject.value, judged, record) ?? {};
      return tags ? { ...row, tags } : row;
    });
  }, [rows, subjects, ipv4, ipv6, domain]);
}

function useEvidence(kind: Scored, values: readonly string[]): ReadonlyMap<string, EvidenceRecord | null> {
  return useEach(`indicatorEvidence ${kind}`, values, (client, value) =>
    client.fetchQuery(batchedEvidenceOptions(kind, value)),
  ).answers;
}
