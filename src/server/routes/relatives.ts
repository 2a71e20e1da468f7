import type { DomainCousin } from '#contract/generated/types.gen.ts';
import { badInput } from '#server/http/api-error.ts';
import { domainSiblings as siblingsQuery } from '#server/queries/certificates.ts';
import { lookAlikes } from '#server/queries/look-alikes.ts';
import { toUnicodeName } from '#model/domain-name.ts';
import { readDomain, registrableDomain } from '#server/input/domain.ts';
import { labelLikeness, similarityOf } from '#model/look-alike.ts';
import type { Handler } from './handler.ts';

/** C13 */
export const domainSiblings: Handler<'domainSiblings'> = async ({ path, signal }, { engine }) => {
  const { domain, query } = readDomain('domain', path.domain);
  const [found] = await engine.query(siblingsQuery({ domain, query }), { signal });
  // no certificate: nothing is known; certificates with no other name: looked at, and there is none
  if (!found || found.certificates === 0) return { domain_siblings: { domain, query, error: 'Not found' } };
  return { domain_siblings: { domain, query, results: found.results, siblings: found.siblings } };
};

const mostCousins = 1000;

/** C14 */
export const domainCousins: Handler<'domainCousins'> = async ({ path, signal }, { engine }) => {
  const { domain, query } = readDomain('domain', path.domain);
  if (!domain.includes('.'))
    throw badInput(
      'domain',
      `"${domain}" is a zone. Send a domain such as example.com: its label is what others imitate.`,
    );
  const ascii = domain.slice(0, domain.indexOf('.'));
  const label = { ascii, unicode: toUnicodeName(ascii) };
  const rows = await engine.query(lookAlikes({ label, domain }), { signal });
  const cousins = new Map<string, Required<DomainCousin>>();
  for (const { name } of rows) {
    const cousin = cousinOf({ name, registrable: registrableDomain(name), original: domain, label: label.unicode });
    if (cousin && (cousins.get(cousin.domain)?.similarity ?? -1) < cousin.similarity)
      cousins.set(cousin.domain, cousin);
  }
  const nearestFirst = [...cousins.values()].sort(
    (a, b) => b.similarity - a.similarity || (a.domain < b.domain ? -1 : 1),
  );
  return {
    domain_cousins: { domain, query, results: nearestFirst.length, cousins: nearestFirst.slice(0, mostCousins) },
  };
};

interface CousinInput {
  /** A name that begins with the label that may look alike. */
  readonly name: string;
  /** Its registrable domain. */
  readonly registrable: string;
  /** The domain that is imitated, and its label in Unicode. */
  readonly original: string;
  readonly label: string;
}

// C14, similarity: what another zone and a place inside another domain take away
const otherZone = 2;
const inSubdomain = 10;

/** C14: what makes a name a cousin; null when it is none. */
function cousinOf({ name, registrable, original, label }: CousinInput): Required<DomainCousin> | null {
  const first = toUnicodeName(name.slice(0, name.indexOf('.')));
  const found = labelLikeness(label, first);
  if (!found) return null;
  const isBelow = name !== registrable;
  // one edit is soon found among all the labels of a name: typing errors are told of domains only
  if (isBelow && found.kind === 'typo') return null;
  const similarity =
    similarityOf(found.cost, label, first) -
    (isBelow ? inSubdomain : 0) -
    (name.slice(name.indexOf('.')) === original.slice(original.indexOf('.')) ? 0 : otherZone);
  return { domain: name, similarity: Math.max(0, similarity), kind: isBelow ? 'subdomain' : found.kind };
}
