import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { isServiceThere } from '#web/api/service-probe.ts';
import { noteServiceBack, useServiceState } from '#web/api/service-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { WarningIcon } from '#web/ui/icons.ts';

const longestPauseSeconds = 30;

/** Says that the service does not answer, tries again by itself, and asks anew what failed meanwhile once it is back. */
export function OfflineBanner() {
  return useServiceState() === 'offline' ? <Banner /> : null;
}

function Banner() {
  const queryClient = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(1);
  const tryNow = useCallback(async () => {
    if (await isServiceThere()) {
      noteServiceBack();
      void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
      return;
    }
    setAttempt((count) => count + 1);
    setSecondsLeft(Math.min(2 ** (attempt + 1), longestPauseSeconds));
  }, [attempt, queryClient]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (secondsLeft > 1) setSecondsLeft(secondsLeft - 1);
      else void tryNow();
    }, 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft, attempt, tryNow]);
  return (
    <section
      aria-label="Connection"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-danger/60 bg-surface px-3 py-1 text-danger sm:px-4"
    >
      <WarningIcon />
      <p role="alert">The service does not answer. What is on screen stays usable.</p>
      <p className="text-muted tabular-nums">Next try in {secondsLeft} s.</p>
      <Button size="sm" onClick={() => void tryNow()}>
        Try now
      </Button>
    </section>
  );
}
