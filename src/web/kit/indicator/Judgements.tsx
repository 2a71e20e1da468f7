import type { ComponentType } from 'react';
import { type Indicator, indicatorText } from '#model/indicator-of.ts';
import type { Judgement, JudgementKind } from '#model/judgement.ts';
import {
  judgedWords,
  judgementLabel,
  judgementOrigin,
  judgementSentence,
  judgementWords,
} from '#model/judgement-words.ts';
import { visibleText } from '#model/visible-text.ts';
import { useTeam } from '#web/api/team.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { BadIcon, NeverFlagIcon, TagIcon, TrustedIcon } from '#web/kit/ui/icons.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

const icons: Readonly<Record<JudgementKind, ComponentType>> = {
  tag: TagIcon,
  trusted: TrustedIcon,
  bad: BadIcon,
  'never-flag': NeverFlagIcon,
};

const tones: Readonly<Record<JudgementKind, string>> = {
  tag: 'text-accent',
  trusted: 'text-ok',
  bad: 'text-danger',
  'never-flag': 'text-muted',
};

/** One icon for each kind of judgement of an indicator, before its text; nothing when the team says nothing. */
export function JudgementMarks(indicator: Indicator) {
  const { of } = useTeam();
  const about = indicatorText(indicator);
  const held = of(about);
  if (held.length === 0) return null;
  return [...new Set(held.map(({ kind }) => kind))].map((kind) => {
    const Icon = icons[kind];
    const sentences = held
      .filter((each) => each.kind === kind)
      .map((each) => visibleText(judgementSentence(each, about)));
    return (
      <span
        key={kind}
        role="img"
        aria-label={`Team: ${sentences.join(', ')}`}
        title={sentences.join('\n')}
        className={classNames('mr-1 inline-flex shrink-0 align-[-0.15em] [&>svg]:size-3.5', tones[kind])}
      >
        <Icon />
      </span>
    );
  });
}

/** A judgement as a badge with an icon and its word. */
export function JudgementBadge({ kind, text }: Pick<Judgement, 'kind' | 'text'>) {
  const Icon = icons[kind];
  return (
    <span className="inline-flex max-w-full align-middle [&_svg]:size-3.5">
      <Badge tone={judgementWords[kind].tone} icon={<Icon />}>
        <VisibleText text={judgementLabel({ kind, text })} />
      </Badge>
    </span>
  );
}

/** What the team says about an indicator: each judgement with its reason, author and end. Stands beside the score. */
export function JudgementList(indicator: Indicator) {
  const { of, problem } = useTeam();
  const about = indicatorText(indicator);
  const held = of(about);
  if (problem !== undefined)
    return <span className="text-sm text-warning">What the team says is not known: {problem}</span>;
  if (held.length === 0) return null;
  return (
    // elements of text: a card of a link may stand in a paragraph
    <span role="list" aria-label="Judgement of the team" className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
      {held.map((judgement) => (
        <span
          role="listitem"
          key={`${judgement.subject} ${judgement.kind} ${judgement.text} ${judgement.configured}`}
          className="flex max-w-full min-w-0 items-baseline gap-1.5"
        >
          <span className="shrink-0 self-start">
            <JudgementBadge {...judgement} />
          </span>
          <span className="min-w-0">
            {judgement.reason && (
              <>
                <VisibleText text={judgement.reason} foldAt={200} />{' '}
              </>
            )}
            <span className="text-sm text-muted">
              {judgement.subject !== about && <>of {judgedWords(judgement)}, </>}
              <span className="sm:whitespace-nowrap">{judgementOrigin(judgement)}</span>
            </span>
          </span>
        </span>
      ))}
    </span>
  );
}
