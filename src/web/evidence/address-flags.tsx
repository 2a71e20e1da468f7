import { dateToIsoDate, firstOfLastDays, scanDays } from '#model/dates.ts';
import type { CoverageKind } from '#model/fact-kind.ts';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { type FactLine, FactList } from '#web/kit/panel/FactList.tsx';
import { given } from '#web/kit/panel/panel-source.tsx';
import { type PanelState, partOf } from '#web/kit/panel/panel-state.ts';
import { addressState } from '#web/kit/score/address-verdict.ts';
import { kindLabel } from '#web/kit/score/evidence-words.ts';
import type { Tone } from '#web/kit/ui/Badge.tsx';
import { type AddressEntity, type AddressRecord, addressPanelState } from './address-record.ts';

/** Facts about the address besides its score, with their sources. IPv6 records hold few of the fields. */
export const AddressFlags = defineCard(
  given(({ header }: AddressEntity) => header),
  {
    title: 'Flags',
    read: (response) => partOf(addressPanelState(response), factState),
    show: ({ record, lines }, { value }) => <FactList record={record} lines={lines} subject={value} />,
    expectedRows: 11,
  },
);

interface AddressFlag {
  readonly id: 'benign' | 'sinkhole' | 'tor' | 'dynamic' | 'openDirectory' | 'expiredCertificate' | 'ipfs' | OtherKind;
  readonly label: string;
  readonly tone: Tone;
  /** The kinds of facts that decide the flag; none where only a scan of the address can. */
  readonly kinds: readonly CoverageKind[];
  /** undefined: the record does not say. */
  readonly holds: (record: AddressRecord) => boolean | undefined;
}

/** Kinds that have no field in the interface; they are read from the facts of a record. */
const otherKinds = ['vpn', 'open_resolver', 'scanner', 'cdn', 'cloud', 'parking'] as const;
type OtherKind = (typeof otherKinds)[number];

/** Yes-or-no facts about an address. */
const ADDRESS_FLAGS: readonly AddressFlag[] = [
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

/** Details that the record may give: the actor of a benign address, the tags of a sinkhole. */
function flagTags({ benign_info, sinkhole_info }: AddressRecord, id: AddressFlag['id']): readonly string[] {
  if (id === 'benign') return [benign_info?.actor ?? '', ...(benign_info?.tags ?? [])].filter(Boolean);
  return id === 'sinkhole' ? (sinkhole_info?.tags ?? []) : [];
}

interface ShownFacts {
  readonly record: AddressRecord;
  readonly lines: readonly FactLine[];
}

function factState(record: AddressRecord): PanelState<ShownFacts> {
  const lines = ADDRESS_FLAGS.flatMap(({ id, label, tone, kinds, holds }): FactLine[] => {
    const value = holds(record);
    const isTold = value !== undefined || (kinds.length > 0 && record.not_tracked !== undefined);
    const notLookedAt = whyNotNo(record, id);
    return isTold ? [{ id, label, tone, kinds, holds: value, tags: flagTags(record, id), notLookedAt }] : [];
  });
  return lines.length > 0
    ? { is: 'data', data: { record, lines } }
    : { is: 'unknown', message: 'The answer contains no facts besides the score.' };
}

/** "No" is shown only for facts that were checked. Where the service says which kinds are tracked, that decides. */
function whyNotNo(record: AddressRecord, id: AddressFlag['id']): string | undefined {
  const isScanned = id === 'openDirectory' || id === 'expiredCertificate';
  if (!isScanned && record.not_tracked) return undefined;
  if (id === 'openDirectory' && record.not_scanned?.includes('open_directory')) return 'Not scanned for';
  const { scan_data: scans } = record;
  if (!isScanned || !scans) return addressState(record) === 'unknown' ? 'Not observed' : undefined;
  const first = dateToIsoDate(firstOfLastDays(scanDays, new Date()));
  const isRecent = (row: object): boolean => 'scan_date' in row && String(row.scan_date) >= first;
  if (Object.values(scans).some((rows) => rows.some(isRecent))) return undefined;
  return Object.values(scans).some((rows) => rows.length > 0) ? `Not scanned in ${scanDays} days` : 'Not scanned';
}
