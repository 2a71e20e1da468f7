import { Link } from 'react-router';
import type { ApiFailure, FailureKind } from '#web/api/failure.ts';
import { paths } from '#web/url/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { RetryIcon } from '#web/ui/icons.ts';
import { linkClass } from '#web/ui/link-class.ts';
import { liveFailureWords } from './live-failure.ts';

interface AnswerFailureProps {
  readonly failure: ApiFailure;
  /** What failed, as the analyst calls it: the panel's title. */
  readonly what: string;
  readonly onRetry: () => void;
}

const words: Readonly<Record<FailureKind, string>> = {
  offline: 'No connection',
  key: 'Not allowed',
  input: 'Refused',
  'not-found': 'Not there',
  'not-implemented': 'Not offered here',
  limit: 'Too many requests',
  loading: 'Collection is loading',
  unreadable: 'Unreadable',
  service: 'Failed',
};

const advice: Readonly<Partial<Record<FailureKind, string>>> = {
  'not-implemented': 'This deployment lacks the operation. Everything else works without it.',
  unreadable: 'That is not the same as an empty answer. “API request” shows what came.',
};

/** What failed in plain words, the status, and what can be done: in place, so that the rest of the page stays usable. */
export function AnswerFailure({ failure, what, onRetry }: AnswerFailureProps) {
  const { kind, status, message, requestId } = failure;
  const live = liveFailureWords(failure.code);
  const mayHeal = live?.mayHeal ?? true;
  return (
    <EmptyState
      kind="failed"
      word={`${what}: ${live?.word ?? words[kind]}`}
      action={
        kind === 'key' ? (
          <Link to={paths.settings()} className={linkClass}>
            Check the API key in the settings
          </Link>
        ) : (
          mayHeal && (
            <Button size="sm" onClick={onRetry}>
              <RetryIcon />
              Try again
            </Button>
          )
        )
      }
    >
      <p>{message}</p>
      {(live?.advice ?? advice[kind]) && <p>{live?.advice ?? advice[kind]}</p>}
      {status > 0 && (
        <p className="text-sm text-faint">
          Status {status}
          {requestId && <> · request {requestId}</>}
        </p>
      )}
    </EmptyState>
  );
}
