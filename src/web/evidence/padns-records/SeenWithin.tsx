import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { useAsOf } from '#web/url/as-of.ts';

const spans = ['any', '24h', '7d', '30d'] as const;
const words: Readonly<Record<(typeof spans)[number], string>> = {
  any: 'Any time',
  '24h': '24 h',
  '7d': '7 d',
  '30d': '30 d',
};
const parser = parseAsStringLiteral(spans).withDefault('any').withOptions({ history: 'replace' });

/** How lately records must have been seen (`seen` of the URL), as parameters of E1 and E2. A day of the past decides by itself. */
export function useSeenWithin(): { readonly last_seen_after?: string } {
  const [seen] = useQueryState('seen', parser);
  const [asOf] = useAsOf();
  return seen === 'any' || asOf !== null ? {} : { last_seen_after: `-${seen}` };
}

/** The choice of it. */
export function SeenWithin() {
  const [seen, setSeen] = useQueryState('seen', parser);
  const [asOf] = useAsOf();
  if (asOf !== null) return null;
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className="text-sm text-muted">
        Last seen
      </span>
      <SegmentedControl
        label="Last seen within"
        value={seen}
        choices={spans.map((value) => ({ value, label: words[value] }))}
        onChange={(next) => void setSeen(next)}
      />
    </span>
  );
}
