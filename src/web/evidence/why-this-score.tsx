import type { NetworkListingExplain } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import { nameSome } from '#model/listed-by.ts';
import { factorLabel } from '#model/score-factors.ts';
import { providerOf } from '#web/api/score-origin.ts';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { given } from '#web/kit/panel/panel-source.tsx';
import { addressState } from '#web/kit/score/address-verdict.ts';
import { type ScoreLine, ScoreTable } from '#web/kit/score/ExplainList.tsx';
import type { ListedShare } from '#web/kit/score/reputation-verdict.ts';
import { listingsOrNone, listingWords, scoreRule, takedownWords } from '#web/kit/score/score-words.ts';
import { ListedRelative } from './ListedRelative.tsx';
import { type AddressEntity, type AddressRecord, addressPanelState } from './address-record.ts';

/** Every factor of the overall score, the deciding one, and the evidence for each. */
export const WhyThisScore = defineCard(
  given(({ header }: AddressEntity) => header),
  {
    title: 'Why this score',
    isShown: ({ record }) => !isUnobserved(record) || addressScores(record ?? {}).some(({ score }) => score > 0),
    read: addressPanelState,
    show: (record, address) => (
      <>
        <ScoreTable scores={addressScores(record)} provider={providerOf(record)} />
        <ListedRelative subject={address} />
      </>
    ),
    expectedRows: 9,
    footer: (_entity, _setting, response) => {
      const state = addressPanelState(response);
      return state.is === 'data' && scoreRule(addressState(state.data));
    },
  },
);

/** The address itself was never observed and never listed; its network may be known. */
export function isUnobserved(record: AddressEntity['record']): boolean {
  return record !== undefined && (record === null || addressState(record) === 'unknown');
}

interface ScoreField {
  readonly field: keyof AddressRecord;
  /** The evidence for the score in a few words; empty where the record has none. */
  readonly from: (record: AddressRecord) => string | null | undefined;
}

// In the order in which they decide the score in the service.
const SCORE_FIELDS: readonly ScoreField[] = [
  {
    field: 'listing_score',
    from: ({ listing_score_explain: explain, listings }) => listingsOrNone(explain, listings),
  },
  {
    field: 'malscore',
    // such a listing always scores above 0
    from: ({ malscore, malware_names: [worst] = [] }) => {
      if (!malscore) return 'never listed for malware or C2';
      if (!worst) return 'the address, or a name that resolves to it, is on a list';
      return `${worst.domain} ${worst.is_open ? 'is' : 'was'} on ${nameSome(worst.lists ?? [])}`;
    },
  },
  {
    field: 'ip_reputation_score',
    from: ({ ip_reputation_explain: explain }) => {
      const { names_num_listed: listed, ip_density: density } = explain ?? {};
      return listed === undefined || density === undefined
        ? null
        : `${formatNumber(listed)} of ${formatNumber(density)} names of the last 30 days listed`;
    },
  },
  {
    field: 'range_listing_score',
    from: ({ range_listing_score_explain: explain }) => networkListed(explain, 'no range that contains it is listed'),
  },
  {
    field: 'subnet_reputation_score',
    from: ({ subnet_reputation: raw, subnet_reputation_explain: explain }) => listedShare(raw, explain),
  },
  {
    field: 'asn_listing_score',
    from: ({ asn_listing_score_explain: explain }) => networkListed(explain, 'never listed'),
  },
  {
    field: 'asn_reputation_score',
    from: ({ asn_reputation: raw, asn_reputation_explain: explain }) => listedShare(raw, explain),
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

/** The scores in the record, in the order in which they decide. */
export function addressScores(record: AddressRecord): readonly ScoreLine[] {
  const decider = record.sp_risk_score_explain?.sp_risk_score_decider;
  return SCORE_FIELDS.flatMap(({ field, from }) => {
    // the record of an IPv6 address leaves factors out; the deciding one is the overall score
    const score = record[field] ?? (field === decider ? record.sp_risk_score : undefined);
    if (typeof score !== 'number') return [];
    const isKnown = score > 0 || (record.checked?.includes(field) ?? true);
    const words = from({ ...record, [field]: score }) ?? '';
    return [
      {
        field,
        label: factorLabel(field),
        score,
        isKnown,
        isDecider: field === decider,
        // "never listed" would claim a check
        from: isKnown || words === noneActive ? words : '',
      },
    ];
  });
}

const noneActive = 'no active addresses';

function networkListed(explain: NetworkListingExplain | undefined, unlisted: string): string | null {
  const words = listingWords(explain);
  if (!words) return explain && Object.keys(explain).length === 0 ? unlisted : null;
  return `${explain?.subject ?? ''}: ${words}`;
}

function unranked({ ips_num_active: active, ips_num_listed: listed }: ListedShare = {}): string | null {
  if (active === 0) return noneActive;
  if (listed === undefined) return null;
  return listed === 0 ? 'none of its active addresses listed' : 'less than 1 % by the weight of its listings';
}

function listedShare(raw: number | undefined, explain: ListedShare | undefined): string | null {
  if (raw === undefined) return null;
  const { ips_num_active: active, ips_num_listed: listed } = explain ?? {};
  if (active === undefined || listed === undefined) return `reputation ${raw}`;
  if (active === 0 && listed === 0) return noneActive;
  if (listed > active)
    return `${formatNumber(listed)} listed, ${active === 0 ? 'none' : `only ${formatNumber(active)}`} seen active: not enough data`;
  return `reputation ${raw}: ${formatNumber(listed)} of ${formatNumber(active)} active, or names on them, listed`;
}
