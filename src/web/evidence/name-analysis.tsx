import type { DomainStringFrequency } from '#contract/generated/types.gen.ts';
import { toUnicodeName } from '#model/domain-name.ts';
import { formatNumber } from '#model/format.ts';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { given } from '#web/kit/panel/panel-source.tsx';
import { partOf } from '#web/kit/panel/panel-state.ts';
import { ScoreBadge } from '#web/kit/score/VerdictBadge.tsx';
import { KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { type Domain, domainState } from './domain-record.ts';

/** G1: whether the name looks like chosen words or like generated text. */
export const NameAnalysis = defineCard(
  given(({ header }: Domain) => header),
  {
    title: 'Name analysis',
    read: (response) =>
      partOf(domainState(response), ({ domain_string_frequency_probability: frequency }) =>
        frequency ? { is: 'data', data: frequency } : { is: 'unknown', message: 'The answer has no name analysis.' },
      ),
    show: (frequency) => <Frequency frequency={frequency} />,
    expectedRows: 6,
    footer: 'For information only: not part of the risk score.',
  },
);

function Frequency({ frequency }: { frequency: DomainStringFrequency }) {
  const { domain = '', avg_probability: average, domain_string_freq_probabilities: probabilities = [] } = frequency;
  const pairs = namePairs(toUnicodeName(domain).split('.')[0] ?? '', probabilities);
  return (
    <>
      <KeyValueList
        items={[
          { key: 'dga', label: 'DGA likelihood', value: <ScoreBadge score={frequency.dga_probability_score} /> },
          { key: 'avg_probability', label: 'Bigram likelihood', value: formatNumber(average) },
        ]}
      />
      {pairs.length > 0 && <PairBars pairs={pairs} />}
    </>
  );
}

const barHeightPx = 40;

/** One bar per pair of letters; low bars are pairs that are rare in words. */
function PairBars({ pairs }: { pairs: readonly NamePair[] }) {
  const highest = Math.max(...pairs.map(({ probability }) => probability), Number.MIN_VALUE);
  return (
    <ol aria-label="Probability of each pair of letters" className="mt-2 flex flex-wrap gap-x-px gap-y-2">
      {pairs.map(({ text, probability }, index) => (
        <li key={index} title={`${text}: ${probability}`} className="flex w-5 flex-col items-center">
          <span className="flex items-end" style={{ height: barHeightPx }} aria-hidden="true">
            <span className="w-3 bg-accent/60" style={{ height: Math.max(1, (barHeightPx * probability) / highest) }} />
          </span>
          <span className="font-mono text-xs text-muted">{text}</span>
          <span className="sr-only">{probability}</span>
        </li>
      ))}
    </ol>
  );
}

/** Two neighbouring characters of a name and how likely the second follows the first in ordinary words. */
interface NamePair {
  readonly text: string;
  /** 0 to 1. */
  readonly probability: number;
}

/**
 * The pairs that `domain_string_freq_probabilities` covers (G1). A deployment does not say how it splits a name into pairs: when
 * the number of pairs inside the words of the label differs from that of the probabilities, they are numbered instead.
 */
export function namePairs(label: string, probabilities: readonly number[]): readonly NamePair[] {
  const texts = label
    .split(/[-_]+/)
    .flatMap((word) => Array.from(word.slice(1), (next, index) => `${word[index] ?? ''}${next}`));
  const isSameCut = texts.length === probabilities.length;
  return probabilities.map((probability, index) => ({
    text: (isSameCut && texts[index]) || String(index + 1),
    probability,
  }));
}
