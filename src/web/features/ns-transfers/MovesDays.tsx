import { SelectField } from '#web/ui/SelectField.tsx';
import { movesDays, useMovesDays } from './use-moves-days.ts';

/** The choice of how far back transfers are looked for. @param label tells two of them on one page apart */
export function MovesDays({ label }: { readonly label: string }) {
  const [days, setDays] = useMovesDays();
  return (
    <SelectField
      label={label}
      isLabelHidden
      value={String(days)}
      choices={movesDays.map((count) => ({ value: String(count), label: `${count} days` }))}
      onChange={(value) => void setDays(movesDays.find((count) => String(count) === value) ?? null)}
    />
  );
}
