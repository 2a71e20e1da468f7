import { useRef } from 'react';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';

const spans = { time: ['-24h', '-7d', '-30d'], day: ['-1d', '-7d', '-30d'] } as const;
const labels = ['24 h', '7 d', '30 d'] as const;

interface TimePresetsProps {
  /** Name and label of the field at the start of the window. */
  readonly name: string;
  readonly label: string;
  readonly kind: keyof typeof spans;
  /** What represents any time: '' unless the service takes its own window then. */
  readonly any: string;
  readonly after: string;
  /** '' where the window has no field for its end. */
  readonly before: string;
  readonly onChoose: (after: string) => void;
}

/** The windows that are requested most, alongside the fields that take any other. */
export function TimePresets({ name, label, kind, any, after, before, onChoose }: TimePresetsProps) {
  const choices = [
    { value: any, label: 'Any' },
    ...spans[kind].map((value, index) => ({ value: value as string, label: labels[index] ?? value })),
    { value: 'custom', label: 'Custom' },
  ];
  const isPreset = before === '' && choices.some(({ value }) => value === after);
  const box = useRef<HTMLDivElement>(null);
  const typeAnother = () => {
    const field = box.current?.closest('form')?.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.select();
  };
  return (
    <div ref={box}>
      <SegmentedControl
        label={`${label}: presets`}
        value={isPreset ? after : 'custom'}
        choices={choices}
        onChange={(value) => (value === 'custom' ? typeAnother() : onChoose(value))}
      />
    </div>
  );
}
