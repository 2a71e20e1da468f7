import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { askReadiness, isServiceThere, testConnection } from '#web/api/service-probe.ts';
import { noteServiceBack, useServiceState } from '#web/api/service-state.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { WarningIcon } from '#web/kit/ui/icons.ts';
import { TextField } from '#web/kit/ui/Field.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { connection, dismissOfferedKey, saveConnection, useOfferedKey } from '#web/api/connection.ts';

const longestPauseSeconds = 30;

/**
 * Shows why the service does not answer, and retries failed requests once it does; or asks whether the key of a link replaces the
 * stored one. The page stays unchanged.
 */
export function ConnectionBanner() {
  const state = useServiceState();
  const offered = useOfferedKey();
  if (offered !== null) return <OfferedKeyBanner offered={offered} />;
  if (state === 'expired') return <KeyBanner />;
  if (state === 'offline') return <Retrying key={state} isBack={isServiceThere} words={offlineWords} />;
  if (state === 'restarting') return <Retrying key={state} isBack={isReady} words={() => restartingWords} />;
  return null;
}

const restartingWords = 'The service has restarted and is loading its collection. What is on screen stays usable.';

function offlineWords(): string {
  const why = navigator.onLine ? 'The service is not responding.' : 'This browser is offline.';
  return `${why} What is on screen stays usable.`;
}

async function isReady(): Promise<boolean> {
  const readiness = await askReadiness();
  // without a readiness report the only check is to repeat the request
  return readiness === null || readiness.state === 'ready';
}

interface RetryingProps {
  readonly isBack: () => Promise<boolean>;
  readonly words: () => string;
}

function Retrying({ isBack, words }: RetryingProps) {
  const queryClient = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(1);
  const tryNow = useCallback(async () => {
    if (await isBack()) {
      noteServiceBack();
      void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
      return;
    }
    setAttempt((count) => count + 1);
    setSecondsLeft(Math.min(2 ** (attempt + 1), longestPauseSeconds));
  }, [attempt, queryClient, isBack]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (secondsLeft > 1) setSecondsLeft(secondsLeft - 1);
      else void tryNow();
    }, 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft, attempt, tryNow]);
  useEffect(() => {
    const onOnline = () => void tryNow();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, [tryNow]);
  return (
    <ConnectionBar words={words()}>
      <p className="text-muted tabular-nums">Next try in {secondsLeft} s.</p>
      <Button size="sm" onClick={() => void tryNow()}>
        Try now
      </Button>
    </ConnectionBar>
  );
}

/** Shown when a key that worked is refused: accepts another one in place, then retries the refused requests. */
function KeyBanner() {
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

/** Shown when a link brings another API key: whoever sent the link could otherwise read the searches made with that key. */
function OfferedKeyBanner({ offered }: { readonly offered: string }) {
  const queryClient = useQueryClient();
  const useIt = () => {
    saveConnection({ ...connection(), apiKey: offered });
    dismissOfferedKey();
    void queryClient.resetQueries();
  };
  return (
    <ConnectionBar
      words={
        <>
          The link contains another API key (ending in <VisibleText text={offered.slice(-4)} />
          ). The stored key stays in use unless you switch.
        </>
      }
    >
      <Button size="sm" onClick={dismissOfferedKey}>
        Keep the stored key
      </Button>
      <Button size="sm" onClick={useIt}>
        Use the key of the link
      </Button>
    </ConnectionBar>
  );
}

/** The bar above every page that reports a connection problem and offers a remedy. */
function ConnectionBar({ words, children }: { readonly words: ReactNode; readonly children: ReactNode }) {
  return (
    <section
      aria-label="Connection"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-danger/60 bg-surface px-3 py-1 text-danger sm:px-4"
    >
      <WarningIcon />
      <p role="alert">{words}</p>
      {children}
    </section>
  );
}

/** A field for an API key that is tested before it is saved. */
export function useKeyEntry(onKept?: () => void) {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() === '' || isAsking) return;
    const candidate = { ...connection(), apiKey: key.trim() };
    setIsAsking(true);
    const { result, message } = await testConnection(candidate);
    setIsAsking(false);
    // any other problem is not about the key: the key is saved, and the pages show the problem
    if (result === 'refused' || result === 'offline') setProblem(message);
    else {
      saveConnection(candidate);
      onKept?.();
    }
  };
  const disabledReason = key.trim() === '' ? 'Paste the key first.' : isAsking ? 'Contacting the service …' : undefined;
  return { key, setKey, problem, disabledReason, onSubmit: (event: FormEvent) => void submit(event) };
}
