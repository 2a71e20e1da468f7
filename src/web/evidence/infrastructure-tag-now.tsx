import { useAnswer } from '#web/api/use-answer.ts';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { type PanelSetting, pressed } from '#web/kit/panel/panel-source.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { storedTagQuestion, tagMatch, tagState } from './infrastructure-tag.tsx';
import { TagElements } from './TagElements.tsx';

/** C5 in live mode, on a press: the tag from current DNS, compared with the collected tag. */
export const InfrastructureTagNow = defineCard(
  pressed(
    ({ value }: Entity, { choice }) => ({
      operationId: 'domainInfratag',
      path: { domain: value },
      query: { mode: 'live', match: choice === 'full' ? 'full' : 'self' },
    }),
    {
      about: ({ value }) => value,
      label: 'Query DNS now',
      words:
        'Looks up mail servers, name servers and addresses of the domain through the resolver of the service. The queries reach the domain’s own name servers, so the target may notice.',
    },
  ),
  {
    title: 'Infrastructure tag now',
    caption: ({ value }) => `Infrastructure tag of ${value} now`,
    choice: { ...tagMatch, isControlElsewhere: true },
    read: tagState,
    show: (tag, entity, setting) => <ComparedTag tag={tag} entity={entity} setting={setting} />,
    textLines: 6,
  },
);

interface ComparedTagProps {
  readonly tag: string;
  readonly entity: Entity;
  readonly setting: PanelSetting;
}

function ComparedTag({ tag, entity, setting }: ComparedTagProps) {
  const stored = useAnswer(storedTagQuestion(entity, setting), { title: `Infrastructure tag of ${entity.value}` });
  return <TagElements domain={entity.value} tag={tag} comparedTag={stored.response?.infratag?.tag} />;
}
