import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useServiceState } from '#web/api/service-state.ts';
import { paths } from '#web/url/paths.ts';
import { KeyRequest } from './KeyRequest.tsx';
import { LoadProgress } from './LoadProgress.tsx';

/** Shows the page once the service can answer it, else what is missing. The settings are always there. */
export function ServiceGate({ children }: { children: ReactNode }) {
  const state = useServiceState();
  const isSettings = useLocation().pathname === paths.settings();
  if (isSettings) return children;
  if (state === 'key') return <KeyRequest />;
  if (state === 'loading') return <LoadProgress />;
  return children;
}
