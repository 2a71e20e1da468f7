import { parseAsStringLiteral, useQueryState } from 'nuqs';
import type { PanelChoice } from '#web/kit/panel/panel-description.tsx';
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
const choices = spans.map((value) => ({ value, label: words[value] }));

/** How recently records must have been seen: the choice for the panels below the control. */
export const seenWithin: PanelChoice = {
  parameter: 'seen',
  label: 'Last seen within',
  choices,
  defaultValue: 'any',
  isControlElsewhere: true,
};

/** The choice as parameters of E1 and E2; the “as of” day of the session overrides it. */
export function seenAfter(choice: string, asOf: string | null): { readonly last_seen_after?: string } {
  return choice === 'any' || asOf !== null ? {} : { last_seen_after: `-${choice}` };
}

/** The control, shown above its panels. */
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
        choices={choices}
        onChange={(next) => void setSeen(next)}
      />
    </span>
  );
}
