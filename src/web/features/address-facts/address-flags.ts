import type { CoverageKind } from '#model/fact-kind.ts';
import { kindLabel } from '#web/components/score/evidence-words.ts';
import type { Tone } from '#web/ui/Badge.tsx';
import type { AddressRecord } from './address-record.ts';

export interface AddressFlag {
  readonly id: 'benign' | 'sinkhole' | 'tor' | 'dynamic' | 'openDirectory' | 'expiredCertificate' | 'ipfs' | OtherKind;
  readonly label: string;
  readonly tone: Tone;
  /** The kinds of facts that tell; none where only a scan of the address can. */
  readonly kinds: readonly CoverageKind[];
  /** undefined: the record does not say. */
  readonly holds: (record: AddressRecord) => boolean | undefined;
}

/** Kinds that no field of the interface states: the facts of a record do. */
const otherKinds = ['vpn', 'scanner', 'cloud', 'parking'] as const;
type OtherKind = (typeof otherKinds)[number];

/** Facts that hold or do not hold for an address. */
export const ADDRESS_FLAGS: readonly AddressFlag[] = [
  {
    id: 'benign',
    label: 'Known benign',
    tone: 'ok',
    kinds: ['known_benign'],
    holds: ({ benign_info }) => benign_info?.known_benign,
  },
  {
    id: 'sinkhole',
    label: 'Known sinkhole',
    tone: 'accent',
    kinds: ['sinkhole'],
    holds: ({ sinkhole_info }) => sinkhole_info?.known_sinkhole_ip,
  },
  {
    id: 'tor',
    label: 'Tor exit node',
    tone: 'warning',
    kinds: ['tor_exit'],
    holds: ({ ip_is_tor_exit_node }) => ip_is_tor_exit_node,
  },
  {
    id: 'dynamic',
    label: 'Residential or dynamic IP',
    tone: 'neutral',
    kinds: ['dsl_dynamic'],
    holds: ({ ip_is_dsl_dynamic }) => ip_is_dsl_dynamic,
  },
  {
    id: 'openDirectory',
    label: 'Open directory seen',
    tone: 'warning',
    kinds: [],
    holds: ({ ip_has_open_directory }) => ip_has_open_directory,
  },
  {
    id: 'expiredCertificate',
    label: 'Expired certificate seen',
    tone: 'warning',
    kinds: [],
    holds: ({ ip_has_expired_certificate }) => ip_has_expired_certificate,
  },
  {
    id: 'ipfs',
    label: 'IPFS node',
    tone: 'neutral',
    kinds: ['ipfs_node'],
    holds: ({ ip_is_ipfs_node }) => ip_is_ipfs_node,
  },
  ...otherKinds.map((kind): AddressFlag => ({
    id: kind,
    label: kindLabel(kind),
    tone: 'neutral',
    kinds: [kind],
    holds: () => undefined,
  })),
];

/** Who and what kind, where the record says so: the actor of a benign address, the tags of a sinkhole. */
export function flagTags({ benign_info, sinkhole_info }: AddressRecord, id: AddressFlag['id']): readonly string[] {
  if (id === 'benign') return [benign_info?.actor ?? '', ...(benign_info?.tags ?? [])].filter(Boolean);
  return id === 'sinkhole' ? (sinkhole_info?.tags ?? []) : [];
}
