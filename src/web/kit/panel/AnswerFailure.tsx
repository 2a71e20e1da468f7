import { Link } from 'react-router';
import { formatCount, formatNumber } from '#model/format.ts';
import { ownValue } from '#model/own-value.ts';
import type { ApiFailure, FailureKind } from '#web/api/failure.ts';
import type { FieldProblem } from '#web/api/read-by-shape.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { RetryIcon, WarningIcon } from '#web/kit/ui/icons.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';

interface AnswerFailureProps {
  readonly failure: ApiFailure;
  /** What failed, in the analyst's words: the panel's title. */
  readonly what: string;
  readonly onRetry: () => void;
}

const words: Readonly<Record<FailureKind, string>> = {
  offline: 'No connection',
  key: 'Not allowed',
  input: 'Refused',
  'not-found': 'Not found',
  'not-implemented': 'Not supported here',
  limit: 'Too many requests',
  loading: 'Collection is loading',
  unreadable: 'Unreadable',
  service: 'Failed',
};

const advice: Readonly<Partial<Record<FailureKind, string>>> = {
  'not-implemented': 'This deployment lacks the operation. Everything else works without it.',
  unreadable: 'That is not the same as an empty answer. “API request” shows the raw answer.',
};

/** A failure in plain words, with status and remedy. Shown in place, so that the rest of the page stays usable. */
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
      <p>
        <VisibleText text={message} />
      </p>
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

/** Shown in panels that use the header's answer when that failed: the header has the reason and the retry button. */
export function NotAnswered() {
  return (
    <EmptyState kind="unknown" word="Not answered">
      This panel needs the answer of the page header, which failed.
    </EmptyState>
  );
}

/** The word and the advice for a failed live look-up. */
interface LiveFailureWords {
  readonly word: string;
  readonly advice: string;
  /** A retry may succeed. */
  readonly mayHeal: boolean;
}

const failureWords: Readonly<Record<string, LiveFailureWords>> = {
  offline: {
    word: 'No outbound traffic',
    advice: 'This service runs offline (SIGHTLINE_OFFLINE). Collected data can still be searched.',
    mayHeal: false,
  },
  refused_target: {
    word: 'Target refused',
    advice: 'The service does not connect to private networks or unusual ports.',
    mayHeal: false,
  },
  refused_referral: {
    word: 'Target refused',
    advice: 'The service does not connect to private networks. The collected data is still available.',
    mayHeal: false,
  },
  unknown_target: {
    word: 'No such target',
    advice: 'Check the spelling, or use the collected data.',
    mayHeal: true,
  },
  live_timeout: {
    word: 'No answer in time',
    advice: 'The remote server is slow or does not respond. Try again later, or use the collected data.',
    mayHeal: true,
  },
  live_failed: {
    word: 'No answer',
    advice: 'The remote server could not be reached or did not respond. The collected data is still available.',
    mayHeal: true,
  },
  upstream_failed: {
    word: 'Provider failed',
    advice: 'No cached answer is available, so the result is unknown, not empty.',
    mayHeal: true,
  },
  upstream_over_quota: {
    word: 'Provider over quota',
    advice: 'No cached answer is available, so the result is unknown, not empty.',
    mayHeal: true,
  },
  live_too_large: {
    word: 'Answer too large',
    advice: 'The remote server sent more than the service accepts.',
    mayHeal: false,
  },
};

/** By the `code` of the failure; undefined for any other failure. */
function liveFailureWords(code: string): LiveFailureWords | undefined {
  return ownValue(failureWords, code);
}

/** Lists the fields of an answer that do not match the contract. The other fields are shown. */
export function FieldProblems({ problems }: { problems: readonly FieldProblem[] | undefined }) {
  if (!problems || problems.length === 0) return null;
  return (
    <details className="mt-2 text-sm text-warning">
      <summary className="flex cursor-pointer items-center gap-1">
        <WarningIcon />
        {formatCount(problems.length, 'field could not be read', 'fields could not be read')}
      </summary>
      <ul className="mt-1 list-disc pl-6 text-muted">
        {problems.map(({ path, message, count }) => (
          <li key={path}>
            <VisibleText text={path} className="font-mono break-all" />: {message}
            {count > 1 && `, ${formatNumber(count)} times`}
          </li>
        ))}
      </ul>
    </details>
  );
}
