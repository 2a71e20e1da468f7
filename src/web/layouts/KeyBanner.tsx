import { useQueryClient } from '@tanstack/react-query';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import { useKeyEntry } from './use-key-entry.ts';

/** The key that worked is refused now: takes another one without leaving the page, and asks anew what was refused. */
export function KeyBanner() {
  const queryClient = useQueryClient();
  const { key, setKey, problem, disabledReason, onSubmit } = useKeyEntry(() => {
    void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  });
  return (
    <ConnectionBar words="The service no longer accepts the API key. What is on screen stays as it is.">
      <form onSubmit={onSubmit} className="flex flex-wrap items-end gap-2 text-text">
        <TextField
          label="New API key"
          isLabelHidden
          placeholder="New API key"
          type="password"
          autoComplete="off"
          isIndicator
          value={key}
          onChange={setKey}
          error={problem || undefined}
        />
        <Button type="submit" disabledReason={disabledReason}>
          Use this key
        </Button>
      </form>
    </ConnectionBar>
  );
}
