import type { FindingEvidence } from '#contract/generated/types.gen.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { ShortList } from '#web/kit/ui/ShortList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { evidenceDays, evidenceIndicator, evidenceText } from './finding-words.ts';

interface FindingEvidenceListProps {
  readonly evidence: readonly FindingEvidence[];
  readonly shownAtMost: number;
}

/** What a finding rests on: one line for each name, address or other value, with its days. */
export function FindingEvidenceList({ evidence, shownAtMost }: FindingEvidenceListProps) {
  return (
    <ShortList
      label="Evidence"
      items={evidence.map((row, at) => ({ row, at }))}
      itemKey={({ at, row }) => `${at} ${evidenceText(row)}`}
      shownAtMost={shownAtMost}
    >
      {({ row }) => <EvidenceLine row={row} />}
    </ShortList>
  );
}

function EvidenceLine({ row }: { readonly row: FindingEvidence }) {
  const { what = '', note = '' } = row;
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 py-0.5">
      <span className="w-28 shrink-0 text-muted">
        <VisibleText text={what} />
      </span>
      <span className="min-w-0 break-words">
        <LinkOrText row={row} />
      </span>
      {note && (
        <span className="min-w-0">
          <LinkOrText row={{ value: note }} />
        </span>
      )}
      <span className="text-muted tabular-nums">{evidenceDays(row)}</span>
    </span>
  );
}

function LinkOrText({ row }: { readonly row: FindingEvidence }) {
  const { value = '' } = row;
  const indicator = evidenceIndicator(row);
  if (!indicator) return <VisibleText text={value} />;
  return <IndicatorLink {...indicator} display={indicator.kind === 'asn' ? undefined : value} />;
}
