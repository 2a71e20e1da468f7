import { SegmentedControl } from '#web/ui/RadioGroup.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { DIVERSITY_DAYS, type useDiversity } from './use-diversity.ts';

type Chosen = Omit<ReturnType<typeof useDiversity>, 'answer' | 'askLive'>;

const days = DIVERSITY_DAYS.map((count) => ({ value: String(count), label: `last ${count} days` }));

const host = { value: 'host', label: 'This name' } as const;
const wider = [
  { value: 'subdomain', label: 'Same level' },
  { value: 'domain', label: 'Whole domain' },
] as const;
const live = { value: 'live', label: 'DNS now' } as const;

/** What of E7 an analyst chooses. AAAA has no wider scope. */
export function DiversityControls({ chosen }: { readonly chosen: Chosen }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SegmentedControl
        label="Record type"
        value={chosen.type}
        choices={[
          { value: 'a', label: 'IPv4' },
          { value: 'aaaa', label: 'IPv6' },
        ]}
        onChange={chosen.chooseType}
      />
      <SegmentedControl
        label="Scope"
        value={chosen.scope}
        choices={chosen.type === 'a' ? [host, ...wider, live] : [host, live]}
        onChange={chosen.chooseScope}
      />
      <SelectField
        label="Seen in"
        isLabelHidden
        value={String(chosen.windowDays)}
        choices={days}
        onChange={(value) => {
          const wanted = DIVERSITY_DAYS.find((count) => String(count) === value);
          if (wanted) chosen.chooseWindow(wanted);
        }}
      />
    </div>
  );
}
