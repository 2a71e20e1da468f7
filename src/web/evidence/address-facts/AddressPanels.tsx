import { dateToIsoDate, firstOfLastDays } from '#model/dates.ts';
import type { NetworkListingExplain } from '#contract/generated/types.gen.ts';
import type { CoverageKind } from '#model/fact-kind.ts';
import { formatNumber } from '#model/format.ts';
import { factorLabel } from '#model/score-factors.ts';
import { providerOf } from '#web/api/score-origin.ts';
import { type FactLine, FactList } from '#web/kit/panel/FactList.tsx';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { addressState as verdictStateOf } from '#web/kit/score/address-verdict.ts';
import { kindLabel } from '#web/kit/score/evidence-words.ts';
import { type ScoreLine, ScoreTable } from '#web/kit/score/ExplainList.tsx';
import { listingWords, scoreRule, takedownWords } from '#web/kit/score/score-words.ts';
import type { Tone } from '#web/kit/ui/Badge.tsx';
import { type AddressPanelProps, type AddressRecord, addressState, partOf } from './address-record.ts';

/** What is known about the address beside its score, and who says so. IPv6 records hold few of the fields. */
export function FactPanel({ answer, ip }: AddressPanelProps & { readonly ip: string }) {
  return (
    <Panel
      title="Flags"
      answer={answer}
      read={(response) => partOf(response, factState)}
      skeleton={{ shape: 'rows', count: 11 }}
    >
      {({ record, lines }) => <FactList record={record} lines={lines} subject={ip} />}
    </Panel>
  );
}

interface ShownFacts {
  readonly record: AddressRecord;
  readonly lines: readonly FactLine[];
}

function factState(record: AddressRecord): PanelState<ShownFacts> {
  const lines = ADDRESS_FLAGS.flatMap(({ id, label, tone, kinds, holds }): FactLine[] => {
    const value = holds(record);
    const isTold = value !== undefined || (kinds.length > 0 && record.not_tracked !== undefined);
    const notLookedAt = whyNotNo(record, kinds.length === 0);
    return isTold ? [{ id, label, tone, kinds, holds: value, tags: flagTags(record, id), notLookedAt }] : [];
  });
  return lines.length > 0
    ? { is: 'data', data: { record, lines } }
    : { is: 'unknown', message: 'The answer contains no facts besides the score.' };
}

/** "No" is said only of what was looked at. Where the service says which kinds are tracked, that decides. */
function whyNotNo(record: AddressRecord, isScanned: boolean): string | undefined {
  if (!isScanned && record.not_tracked) return undefined;
  if (verdictStateOf(record) === 'unknown') return 'Not observed';
  const { scan_data: scans } = record;
  if (!isScanned || !scans) return undefined;
  const first = dateToIsoDate(firstOfLastDays(scanDays, new Date()));
  const isRecent = (row: object): boolean => 'scan_date' in row && String(row.scan_date) >= first;
  if (Object.values(scans).some((rows) => rows.some(isRecent))) return undefined;
  return Object.values(scans).some((rows) => rows.length > 0) ? `Not scanned in ${scanDays} days` : 'Not scanned';
}

/** The service looks at the scans of so many days. */
const scanDays = 180;

/** Every factor of the overall score, the one that decided, and what each was made of. */
export function ScoreBreakdown({ answer }: AddressPanelProps) {
  const shown = answer.response && addressState(answer.response);
  const state = shown?.is === 'data' ? verdictStateOf(shown.data) : undefined;
  return (
    <Panel
      title="Why this score"
      answer={answer}
      read={addressState}
      skeleton={{ shape: 'rows', count: 9 }}
      footer={state ? scoreRule(state) : undefined}
    >
      {(record) => <ScoreTable scores={addressScores(record)} provider={providerOf(record)} />}
    </Panel>
  );
}

interface AddressFlag {
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

/** Who and what kind, where the record says so: the actor of a benign address, the tags of a sinkhole. */
function flagTags({ benign_info, sinkhole_info }: AddressRecord, id: AddressFlag['id']): readonly string[] {
  if (id === 'benign') return [benign_info?.actor ?? '', ...(benign_info?.tags ?? [])].filter(Boolean);
  return id === 'sinkhole' ? (sinkhole_info?.tags ?? []) : [];
}

interface ScoreField {
  readonly field: keyof AddressRecord;
  /** What the score was made of, in a few words; nothing where the record does not say. */
  readonly from: (record: AddressRecord) => string | null | undefined;
}

// In the order in which the service lets them decide.
const SCORE_FIELDS: readonly ScoreField[] = [
  {
    field: 'listing_score',
    from: ({ listing_score_explain: explain, listings = [] }) =>
      listingWords(explain) ??
      (listings.some(({ known_benign }) => known_benign) ? 'listed, but known benign: does not count' : null) ??
      (explain && Object.keys(explain).length === 0 ? 'never listed' : null),
  },
  {
    field: 'malscore',
    // the least that such a listing ever scores is above 0
    from: ({ malscore }) =>
      malscore ? 'the address, or a name that resolves to it, is on a list' : 'never listed for malware or C2',
  },
  {
    field: 'range_listing_score',
    from: ({ range_listing_score_explain: explain }) => networkListed(explain, 'no range that contains it is listed'),
  },
  {
    field: 'subnet_reputation_score',
    from: ({ subnet_reputation: raw, subnet_reputation_explain: explain }) => listedShare('reputation', raw, explain),
  },
  {
    field: 'asn_listing_score',
    from: ({ asn_listing_score_explain: explain }) => networkListed(explain, 'never listed'),
  },
  {
    field: 'asn_reputation_score',
    from: ({ asn_reputation: raw, asn_reputation_explain: explain }) => listedShare('reputation', raw, explain),
  },
  {
    field: 'asn_rank_score',
    from: ({ asn_rank: raw, asn_reputation_explain: explain }) =>
      raw ? `rank ${raw}, by the weight of its listings` : unranked(explain),
  },
  {
    field: 'asn_takedown_reputation_score',
    from: ({ asn_takedown_reputation: raw, asn_takedown_reputation_explain: explain }) => takedownWords(raw, explain),
  },
];

/** The scores that the record carries, in the order in which they decide. */
export function addressScores(record: AddressRecord): readonly ScoreLine[] {
  const decider = record.sp_risk_score_explain?.sp_risk_score_decider;
  return SCORE_FIELDS.flatMap(({ field, from }) => {
    const score = record[field];
    return typeof score === 'number'
      ? [{ field, label: factorLabel(field), score, isDecider: field === decider, from: from(record) ?? '' }]
      : [];
  });
}

function networkListed(explain: NetworkListingExplain | undefined, unlisted: string): string | null {
  const words = listingWords(explain);
  if (!words) return explain && Object.keys(explain).length === 0 ? unlisted : null;
  return `${explain?.subject ?? ''}: ${words}`;
}

interface ListedShare {
  readonly ips_num_active?: number;
  readonly ips_num_listed?: number;
}

function unranked({ ips_num_active: active, ips_num_listed: listed }: ListedShare = {}): string | null {
  if (active === 0) return 'no active addresses';
  if (listed === undefined) return null;
  return listed === 0 ? 'none of its active addresses listed' : 'less than 1 % by the weight of its listings';
}

function listedShare(name: string, raw: number | undefined, explain: ListedShare | undefined): string | null {
  if (raw === undefined) return null;
  const { ips_num_active: active, ips_num_listed: listed } = explain ?? {};
  if (active === undefined || listed === undefined) return `${name} ${raw}`;
  if (active === 0 && listed === 0) return 'no active addresses';
  if (listed > active)
    return `${formatNumber(listed)} listed, ${active === 0 ? 'none' : `only ${formatNumber(active)}`} seen active: not enough data`;
  return `${name} ${raw}: ${formatNumber(listed)} of ${formatNumber(active)} active listed`;
}
