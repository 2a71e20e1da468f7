import { InfratagClusters, LiveInfratag, StoredInfratag } from '#web/evidence/infratag/InfratagClusters.tsx';
import { Cousins, Siblings, useRelativeNames } from '#web/evidence/relatives/Cousins.tsx';

/** What the domain stands on, which names belong to it or pass for it, and which of them stand on the same. */
export function DomainRelated({ domain }: { readonly domain: string }) {
  return (
    <>
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <StoredInfratag domain={domain} />
        <LiveInfratag domain={domain} />
      </div>
      <Cousins domain={domain} />
      <Siblings domain={domain} />
      <InfratagClusters domain={domain} relatives={useRelativeNames(domain)} />
    </>
  );
}
