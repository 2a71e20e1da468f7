import type { Certificate, Observable } from './fact.ts';
import { namedId, OBSERVABLE_NAMESPACE } from './named-id.ts';
import { type Tlp, TLP_LEVELS } from './tlp.ts';

export interface StixObject {
  readonly type: string;
  readonly spec_version: '2.1';
  readonly id: string;
  readonly [property: string]: unknown;
}

/** Epoch seconds as STIX writes them, to the millisecond. */
export function stixTime(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString();
}

/** A cyber observable; its id names its contributing properties (STIX 2.1, 2.9), so that all tools agree on it. */
function observable(type: string, contributing: object, more: object = {}): StixObject {
  const id = `${type}--${namedId(contributing, OBSERVABLE_NAMESPACE)}`;
  return { type, spec_version: '2.1', id, ...contributing, ...more };
}

export function stixObservable(what: Observable): StixObject {
  switch (what.kind) {
    case 'ipv4':
    case 'ipv6':
      return observable(`${what.kind}-addr`, { value: what.value });
    case 'domain':
      return observable('domain-name', { value: what.value });
    case 'url':
      return observable('url', { value: what.value });
    case 'asn':
      return observable('autonomous-system', { number: what.number }, what.name ? { name: what.name } : {});
    case 'certificate':
      return stixCertificate(what);
  }
}

function stixCertificate({ md5, sha1, sha256, serial, names = [], ...rest }: Certificate): StixObject {
  const hashes = { ...(md5 && { MD5: md5 }), ...(sha1 && { 'SHA-1': sha1 }), ...(sha256 && { 'SHA-256': sha256 }) };
  // of several hashes only the first counts, in this order (STIX 2.1, 2.9)
  const [first] = Object.entries(hashes);
  const { issuer, subject, notBefore, notAfter } = rest;
  return observable(
    'x509-certificate',
    { ...(first && { hashes: Object.fromEntries([first]) }), ...(serial && { serial_number: serial }) },
    {
      ...(first && { hashes }),
      ...(issuer && { issuer }),
      ...(subject && { subject }),
      ...(notBefore !== undefined && { validity_not_before: stixTime(notBefore) }),
      ...(notAfter !== undefined && { validity_not_after: stixTime(notAfter) }),
      ...(names.length > 0 && {
        x509_v3_extensions: { subject_alternative_name: names.map((name) => `DNS:${name}`).join(', ') },
      }),
    },
  );
}

const born = '2026-01-01T00:00:00.000Z';

/** The identity that creates every other object. */
export const CREATOR: StixObject = {
  type: 'identity',
  spec_version: '2.1',
  id: `identity--${namedId({ identity: 'Sightline' })}`,
  created: born,
  modified: born,
  name: 'Sightline',
  identity_class: 'system',
};

/** Defines the passive DNS members of observed-data, because STIX has no object for a DNS record. */
export const RECORD_EXTENSION: StixObject = {
  type: 'extension-definition',
  spec_version: '2.1',
  id: `extension-definition--${namedId({ extension: 'passive-dns-record', version: '1.0.0' })}`,
  created_by_ref: CREATOR.id,
  created: born,
  modified: born,
  name: 'Passive DNS record',
  description: 'The resource record that an observed-data object stands for.',
  schema:
    'rrname (string, required): owner name. rrtype (string, required): record type in capitals. rdata (string, required): record data in presentation form.',
  version: '1.0.0',
  extension_types: ['property-extension'],
};

/**
 * An object that Sightline creates. Its id is derived from `content`, which must not contain anything that a later version
 * may change.
 */
export function created(
  type: string,
  content: object,
  times: { readonly created: number; readonly modified: number },
  properties: object,
): StixObject {
  return {
    type,
    spec_version: '2.1',
    id: `${type}--${namedId({ type, ...content })}`,
    created_by_ref: CREATOR.id,
    created: stixTime(times.created),
    modified: stixTime(times.modified),
    ...properties,
  };
}

/** The published definition of the extension that holds the level (OASIS, STIX common objects); it is known by its id. */
const TLP_EXTENSION = 'extension-definition--60a3c5c5-0d10-413e-aab3-9e08dde9e88d';

/** The marking of a level as OASIS publishes it: every tool knows it by its id. */
export function tlpMarking(tlp: Tlp): StixObject {
  const { name, id } = TLP_LEVELS[tlp];
  return {
    type: 'marking-definition',
    spec_version: '2.1',
    id: `marking-definition--${id}`,
    created: '2022-10-01T00:00:00.000Z',
    name,
    extensions: { [TLP_EXTENSION]: { extension_type: 'property-extension', tlp_2_0: tlp } },
  };
}
