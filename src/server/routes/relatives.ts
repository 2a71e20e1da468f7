import type { DomainSiblingsData } from '#contract/generated/types.gen.ts';
import { domainSiblings as siblingsQuery } from '#server/queries/certificates.ts';
import { readDomain } from './domain-input.ts';
import type { Handler } from './handler.ts';

/** C13 */
export const domainSiblings: Handler<DomainSiblingsData> = async ({ path, signal }, { engine }) => {
  const { domain, query } = readDomain('domain', path.domain);
  const [found] = await engine.query(siblingsQuery({ domain, query }), { signal });
  // no certificate: nothing is known; certificates with no other name: looked at, and there is none
  if (!found || found.certificates === 0) return { domain_siblings: { domain, query, error: 'Not found' } };
  return { domain_siblings: { domain, query, results: found.results, siblings: found.siblings } };
};
