import type { DomainInfratagAnswer } from '#contract/generated/types.gen.ts';
import { withDay } from '#web/api/query.ts';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import type { PanelChoice } from '#web/kit/panel/panel-description.tsx';
import { asked, type PanelSetting } from '#web/kit/panel/panel-source.tsx';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import type { Entity } from '#web/kit/subject/entity.ts';
import { TagElements } from './TagElements.tsx';

/** How the tag (C5) writes servers of the domain itself; the choice applies to all tags of the view. */
export const tagMatch = {
  parameter: 'tag.match',
  label: 'Own servers',
  choices: [
    { value: 'self', label: 'Collapse own servers' },
    { value: 'full', label: 'Show names' },
  ],
  defaultValue: 'self',
  isSegmented: true,
} as const satisfies PanelChoice;

/** C5 from the collection, for the “as of” day; the request sends nothing to third parties. */
export function storedTagQuestion({ value }: Entity, { choice, asOf }: PanelSetting) {
  const query = { mode: 'padns', match: choice === 'full' ? 'full' : 'self' } as const;
  return withDay({ operationId: 'domainInfratag', path: { domain: value }, query }, asOf);
}

/** C5 in padns mode: the observed infrastructure of the domain, also as of another day. */
export const InfrastructureTag = defineCard(asked(storedTagQuestion), {
  title: 'Infrastructure tag',
  caption: ({ value }) => `Infrastructure tag of ${value}`,
  choice: tagMatch,
  read: tagState,
  show: (tag, { value }) => <TagElements domain={value} tag={tag} />,
  textLines: 11,
  footer: (_props, { asOf }) =>
    asOf === null ? 'Based on passive DNS and the newest stored whois record.' : `As of ${asOf}.`,
});

/** The tag; 'unknown' when none of its elements is known. */
export function tagState({ infratag }: DomainInfratagAnswer): PanelState<string> {
  if (infratag?.tag !== undefined) return { is: 'data', data: infratag.tag };
  if (infratag?.mode === 'live' && infratag.error === 'Not found')
    return {
      is: 'empty',
      message: 'DNS returns no mail server, name server or address for this domain now. It may not exist any more.',
    };
  return {
    is: 'unknown',
    message: 'Neither mail servers, name servers, hosting nor a registrar of this domain are known.',
  };
}
