import type { DomainCousin } from '#contract/generated/types.gen.ts';
import { toUnicodeName } from '#model/domain-name.ts';
import { labelLikeness, similarityOf } from '#model/look-alike.ts';

export interface CousinInput {
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
export function cousinOf({ name, registrable, original, label }: CousinInput): Required<DomainCousin> | null {
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
