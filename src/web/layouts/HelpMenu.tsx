import { NotFoundIcon } from '#web/ui/icons.ts';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { helpEntries } from './help-entries.ts';

export function HelpMenu() {
  return <MenuButton label="Help" icon={NotFoundIcon} entries={helpEntries} />;
}
