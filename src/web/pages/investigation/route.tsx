import { InvestigationView } from '#web/features/investigation/InvestigationView.tsx';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { findingsOf } from './search-findings.ts';

export const handle: RouteHandle = { title: 'Investigation' };

/** The investigation: every pivot of this browser, with notes, pins and the verdicts as they were seen. */
export function Component() {
  return <InvestigationView findingsOf={findingsOf} />;
}
