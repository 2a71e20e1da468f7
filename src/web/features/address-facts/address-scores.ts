import { listingWords } from '#web/components/listing-words.ts';
import type { ScoreLine } from '#web/components/ScoreTable.tsx';
import { countOf } from '#web/components/verdict.ts';
import type { AddressRecord } from './address-record.ts';

interface ScoreField {
  readonly field: keyof AddressRecord;
  readonly label: string;
  /** What the score was made of, in a few words; nothing where the record does not say. */
  readonly from: (record: AddressRecord) => string | null | undefined;
}

// In the order in which the service lets them decide.
const SCORE_FIELDS: readonly ScoreField[] = [
  {
    field: 'listing_score',
    label: 'Listings',
    from: ({ listing_score_explain: explain }) =>
      listingWords(explain) ?? (explain && Object.keys(explain).length === 0 ? 'never listed' : null),
  },
  {
    field: 'malscore',
    label: 'Malware and C2',
    // the least that such a listing ever scores is above 0
    from: ({ malscore }) => (malscore ? 'it, or a name on it, listed as such' : 'never listed as such'),
  },
  {
    field: 'subnet_reputation_score',
    label: 'Subnet',
    from: ({ subnet_reputation: raw, subnet_reputation_explain: explain }) => listedShare('reputation', raw, explain),
  },
  {
    field: 'asn_reputation_score',
    label: 'AS',
    from: ({ asn_reputation: raw, asn_reputation_explain: explain }) => listedShare('reputation', raw, explain),
  },
  {
    field: 'asn_rank_score',
    label: 'AS rank',
    from: ({ asn_rank: raw }) => (raw ? `rank ${raw}, by the weight of its listings` : null),
  },
  {
    field: 'asn_takedown_reputation_score',
    label: 'AS takedown',
    from: ({ asn_takedown_reputation: raw, asn_takedown_reputation_explain: explain }) => {
      const { items_num_listed: items, listings_max_age: age } = explain ?? {};
      const words =
        items && age !== undefined ? `: ${countOf(items, 'open listing')}, the oldest ${countOf(age, 'day')}` : '';
      if (raw === 0 && explain && !items) return 'no open listings';
      return raw === undefined ? null : `slowness ${raw}${words}`;
    },
  },
];

/** The scores that the record carries, in the order in which they decide. */
export function addressScores(record: AddressRecord): readonly ScoreLine[] {
  const decider = record.sp_risk_score_explain?.sp_risk_score_decider;
  return SCORE_FIELDS.flatMap(({ field, label, from }) => {
    const score = record[field];
    return typeof score === 'number'
      ? [{ field, label, score, isDecider: field === decider, from: from(record) ?? '' }]
      : [];
  });
}

interface ListedShare {
  readonly ips_num_active?: number;
  readonly ips_num_listed?: number;
}

function listedShare(name: string, raw: number | undefined, explain: ListedShare | undefined): string | null {
  if (raw === undefined) return null;
  const { ips_num_active: active, ips_num_listed: listed } = explain ?? {};
  if (active === undefined || listed === undefined) return `${name} ${raw}`;
  if (active === 0 && listed === 0) return 'no address active, nothing to judge by';
  return `${name} ${raw}: ${listed.toLocaleString('en')} of ${active.toLocaleString('en')} active listed`;
}
