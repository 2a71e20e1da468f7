import { Link } from 'react-router';
import type { Connections as ConnectionsAnswer } from '#contract/generated/types.gen.ts';
import { withoutEqualParts } from '#model/connection.ts';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import type { Entity } from '#web/kit/subject/entity.ts';
import { type AttributeRow, type ConnectionLists, ConnectionTable } from './ConnectionTable.tsx';
import { buttonClass } from '#web/kit/ui/class-names.ts';
import { TreeIcon } from '#web/kit/ui/icons.ts';
import { paths } from '#web/url/paths.ts';
import { WatchButton } from '#web/kit/watch/WatchButton.tsx';
import { watchedSearch } from '#web/kit/watch/watched.ts';
import { subjectPath } from '#web/url/subject-path.ts';
import { RelatedSubjects } from './RelatedSubjects.tsx';

/** The type of the subject as the operation spells it. */
function typeOf(kind: Entity['kind']): 'ip' | 'domain' | 'nameserver' {
  if (kind === 'name-server') return 'nameserver';
  return kind === 'domain' ? 'domain' : 'ip';
}

/** The campaign around the subject; undefined for a name server, which serves many. */
function campaignOf({ kind, value }: Pick<Entity, 'kind' | 'value'>): string | undefined {
  const type = typeOf(kind);
  return type === 'nameserver' ? undefined : paths.campaign(type, value);
}

/** The request of the panel. */
export function connectionsQuestion({ kind, value }: Pick<Entity, 'kind' | 'value'>) {
  return { operationId: 'connections', path: { type: typeOf(kind), subject: value } } as const;
}

/** What the subject shares with others: one row per attribute. Combining rows narrows the result. */
export const Connections = defineCard(asked(connectionsQuestion), {
  title: 'Connections',
  caption: ({ value }) => `Connections of ${value}`,
  Controls: ({ kind, value }) => {
    const campaign = campaignOf({ kind, value });
    return (
      <>
        {campaign && (
          <Link to={campaign} className={buttonClass('quiet', 'sm')}>
            <TreeIcon />
            Campaign
          </Link>
        )}
        <WatchButton
          variant="quiet"
          size="sm"
          label="Watch connections"
          watched={watchedSearch(
            connectionsQuestion({ kind, value }),
            `Connections of ${value}`,
            subjectPath(kind, value),
          )}
        />
      </>
    );
  },
  read: readLists,
  show: (lists, { kind, value }) => (
    <div className="@container flex flex-col gap-3">
      <RelatedSubjects related={lists.related} campaign={campaignOf({ kind, value })} />
      <ConnectionTable key={`table ${value}`} shared={lists.shared} own={lists.own} />
    </div>
  ),
  footer:
    'Weight: how telling the value is, in bits. It is 0 when everybody has the value, and one bit more each time half as many have it.',
});

function readLists({ connections, related = [] }: ConnectionsAnswer): PanelState<ConnectionLists> {
  const known = (connections ?? []).flatMap((row): AttributeRow[] => {
    const { attribute, value, shared_by } = row;
    return attribute === undefined || value === undefined
      ? []
      : [{ ...row, attribute, value, shared_by: shared_by ?? 0 }];
  });
  const rows = withoutEqualParts(known);
  const shared = rows.filter(({ shared_by }) => shared_by > 0);
  if (rows.length === 0)
    return {
      is: 'unknown',
      word: 'Nothing to compare',
      message: 'The collection holds no DNS record, registration or scan of this subject.',
    };
  return {
    is: 'data',
    data: { related, shared, own: rows.filter(({ shared_by }) => shared_by === 0) },
    count: shared.length,
  };
}
