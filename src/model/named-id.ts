import canonicalize from 'canonicalize';
import { v5 } from 'uuid';

/** The namespace of STIX 2.1 for the ids of cyber observables (section 2.9); nothing else may use it. */
export const OBSERVABLE_NAMESPACE = '00abedb4-aa42-466c-9c01-fed23315a9b7';

/** The namespace of everything else that Sightline names. */
const OWN_NAMESPACE = '83467552-6111-44e7-a503-0096a01de7cd';

/** The same UUID (version 5, over canonical JSON, RFC 8785) for the same content, on every machine. */
export function namedId(content: object, namespace = OWN_NAMESPACE): string {
  return v5(canonicalize(content) ?? '', namespace);
}
