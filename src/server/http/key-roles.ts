import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { type KeyRole, keyRoles } from '#model/api-key.ts';

/** What a key may be used for. */
type KeyUse = 'look up' | 'see settings' | 'collect' | 'seal' | 'manage' | 'push';

const usesOf: Readonly<Record<KeyRole, readonly KeyUse[]>> = {
  reader: ['look up', 'see settings'],
  analyst: ['look up', 'see settings', 'collect', 'seal'],
  admin: ['look up', 'see settings', 'collect', 'seal', 'manage', 'push'],
  ingest: ['push'],
  feed: [],
  assistant: ['look up'],
};

/** Operations that are not what their method suggests: a GET looks up, a POST manages. */
const exceptions: Readonly<Partial<Record<string, KeyUse>>> = {
  ...{ sources: 'see settings', logImports: 'see settings', logImport: 'see settings', upstreamStatus: 'see settings' },
  ...{ upstreamCost: 'see settings', sourceRemoval: 'manage', logImportRemoval: 'manage' },
  ...{ collectNow: 'collect', domainWhoisLive: 'collect', evidenceSeal: 'seal', ingest: 'push', elastic: 'push' },
  ...{ ipv4RiskScoreBulk: 'look up', ipv4InfoBulk: 'look up', ipv4HistoryBulk: 'look up', ipv6InfoBulk: 'look up' },
  ...{ ipv6RiskScoreBulk: 'look up', asnSubnetsBulk: 'look up', asnSubnetsHistoryBulk: 'look up', hosting: 'look up' },
  ...{ domainRiskScoreBulk: 'look up', domainInfoBulk: 'look up', domainInfratagBulk: 'look up' },
  ...{ aliasDomainAsns: 'look up', aliasBulkSummary: 'look up' },
} satisfies Partial<Record<OperationId | 'elastic' | 'aliasDomainAsns' | 'aliasBulkSummary', KeyUse>>;

/** The roles that may call an operation, or a path for existing clients. */
export function rolesFor(operationId: string): readonly KeyRole[] {
  const isRead = operationId in operations && operations[operationId as OperationId].method === 'GET';
  const use = exceptions[operationId] ?? (isRead ? 'look up' : 'manage');
  return keyRoles.filter((role) => usesOf[role].includes(use));
}
