import { parseAsString, useQueryState } from 'nuqs';
import type { FoundHost } from './found-hosts.ts';

/** The host whose timeline is shown, in the URL; the first one unless chosen. */
export function useChosenHost(
  hosts: readonly FoundHost[],
): [chosen: FoundHost | undefined, choose: (host: string) => void] {
  const [name, setName] = useQueryState('host', parseAsString.withOptions({ history: 'replace' }));
  return [hosts.find(({ host }) => host === name) ?? hosts[0], (host) => void setName(host)];
}
