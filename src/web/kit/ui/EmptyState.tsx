import type { ComponentType, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Title } from './VisibleText.tsx';
import { EmptyIcon, ErrorIcon, JobIcon, NotFoundIcon, UntrackedIcon } from './icons.ts';

/**
 * unknown: no data in the collection · untracked: no loaded source covers it · empty: searched, nothing found · failed: no answer ·
 * running: the job has not finished.
 */
type EmptyKind = 'unknown' | 'untracked' | 'empty' | 'failed' | 'running';

// Each kind differs in icon, word, colour and line, so that none is mistaken for another.
const looks: Record<EmptyKind, { icon: ComponentType; word: string; tone: string; line: string }> = {
  unknown: { icon: NotFoundIcon, word: 'Unknown', tone: 'text-warning', line: 'border-dashed border-warning/60' },
  untracked: {
    icon: UntrackedIcon,
    word: 'Not tracked',
    tone: 'text-muted',
    line: 'border-dotted border-border-strong',
  },
  empty: { icon: EmptyIcon, word: 'None found', tone: 'text-muted', line: 'border-border-strong' },
  failed: { icon: ErrorIcon, word: 'Failed', tone: 'text-danger', line: 'border-double border-l-4 border-danger' },
  running: {
    icon: JobIcon,
    word: 'Still running',
    tone: 'text-accent',
    line: 'border-dotted border-l-4 border-accent',
  },
};

interface EmptyStateProps {
  kind: EmptyKind;
  /** Replaces the default word of the kind: "Not listed". */
  word?: string;
  /** The meaning here, in a plain sentence. */
  children: ReactNode;
  /** A remedy: retry, widen the window, open the job. */
  action?: ReactNode;
  className?: string;
}

/** The reason on the line of a panel's title. The sentence alone says that nothing was found; other kinds keep their word. */
export function BriefEmptyState({ kind, word, children }: Pick<EmptyStateProps, 'kind' | 'word' | 'children'>) {
  const look = looks[kind];
  const Icon = look.icon;
  return (
    <div data-kind={kind} className="flex items-baseline gap-2">
      <span className={classNames('flex self-center', look.tone)}>
        <Icon />
      </span>
      <div className="text-muted">
        <span
          className={word === undefined && kind === 'empty' ? 'sr-only' : classNames('mr-1 font-medium', look.tone)}
        >
          {word ?? look.word}
        </span>{' '}
        {children}
      </div>
    </div>
  );
}

/** Fills a panel without rows, with the reason. A failure is announced as an alert, a running job as a status. */
export function EmptyState({ kind, word, children, action, className }: EmptyStateProps) {
  const look = looks[kind];
  const Icon = look.icon;
  return (
    <div
      data-kind={kind}
      role={kind === 'failed' ? 'alert' : kind === 'running' ? 'status' : undefined}
      className={classNames('flex items-start gap-3 border-l-2 py-1 pl-3', look.line, className)}
    >
      <span className={classNames('mt-0.5 flex [&_svg.lucide]:text-[1.125rem]', look.tone)}>
        <Icon />
      </span>
      <div className="min-w-0 flex-1">
        <p className={classNames('font-semibold', look.tone)}>
          <Title title={word ?? look.word} />
        </p>
        <div className="max-w-prose text-muted">{children}</div>
        {action && <div className="mt-2 flex flex-wrap items-center gap-2">{action}</div>}
      </div>
    </div>
  );
}
