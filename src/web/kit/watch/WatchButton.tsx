import { useState } from 'react';
import { useTeam } from '#web/api/team.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import type { ButtonSize, ButtonVariant } from '#web/kit/ui/class-names.ts';
import { WatchIcon } from '#web/kit/ui/icons.ts';
import type { Watched } from './watched.ts';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

const WatchDialog = lazyPart(async () => (await import('./WatchDialog.tsx')).default);

interface WatchButtonProps {
  /** null: there is nothing to watch yet. */
  readonly watched: Watched | null;
  /** Why there is nothing. */
  readonly reason?: string;
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** Beside other buttons of this kind: 'Watch connections'. */
  readonly label?: string;
}

/** Opens the dialog that previews and saves a watch. */
export function WatchButton({ watched, reason = 'Run a search first.', variant, size, label }: WatchButtonProps) {
  const { may } = useTeam();
  const [isOpen, setIsOpen] = useState(false);
  if (!may('watch')) return null;
  return (
    <>
      <Button
        {...(variant && { variant })}
        {...(size && { size })}
        aria-label={label}
        disabledReason={watched ? undefined : reason}
        onClick={() => setIsOpen(true)}
      >
        <WatchIcon />
        Watch
      </Button>
      {isOpen && watched && <WatchDialog watched={watched} onClose={() => setIsOpen(false)} />}
    </>
  );
}
