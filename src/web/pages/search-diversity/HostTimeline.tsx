import { useMemo } from 'react';
import { DiversityTimeline } from '#web/charts/DiversityTimeline.tsx';
import { SelectField } from '#web/kit/ui/Field.tsx';
import { diversityItems } from '#web/evidence/diversity-rows.ts';
import type { FoundHost } from '#web/evidence/found-hosts.tsx';

interface HostTimelineProps {
  readonly hosts: readonly FoundHost[];
  readonly chosen: FoundHost;
  readonly onChoose: (host: string) => void;
}

const words = { item: ['address', 'addresses'], group: ['AS', 'AS'] } as const;

/** The addresses of one of the found hosts over time (E8, timeline). */
export function HostTimeline({ hosts, chosen, onChoose }: HostTimelineProps) {
  const items = useMemo(() => diversityItems(chosen.timeline, false), [chosen]);
  return (
    <div className="mt-3 flex flex-col gap-2">
      <SelectField
        label="Timeline of"
        className="max-w-md"
        value={chosen.host}
        choices={hosts.map(({ host }) => ({ value: host, label: host }))}
        onChange={onChoose}
        hint="Or press Enter on a row of the table."
      />
      <DiversityTimeline
        key={chosen.host}
        label={`IP diversity of ${chosen.host}`}
        urlPrefix="host."
        items={items}
        words={words}
        maxHeightPx={560}
      />
    </div>
  );
}
