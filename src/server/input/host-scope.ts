import type { HostScope } from '#server/queries/host-scope.ts';
import { readOwnerName, registrableDomain } from './name.ts';

/**
 * The hosts that a scope of E6 and E7 covers. Decision: `domain` is every host at or below the registrable domain,
 * `subdomain` every host with the same name above it (directly below the domain when the domain itself is asked for).
 * @throws ApiError 400
 */
export function readHostScope(parameter: string, text: string, scope: 'host' | 'domain' | 'subdomain'): HostScope {
  const name = readOwnerName(parameter, text);
  const domain = registrableDomain(name);
  if (scope === 'host') return { kind: 'host', name };
  if (scope === 'domain') return { kind: 'domain', name: domain };
  return { kind: 'level', name: name === domain ? domain : name.slice(name.indexOf('.') + 1) };
}
