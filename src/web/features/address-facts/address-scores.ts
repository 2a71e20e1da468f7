import type { NetworkListingExplain } from '#contract/generated/types.gen.ts';
import { factorLabel } from '#model/score-factors.ts';
import { listingWords } from '#web/components/score/listing-words.ts';
import type { ScoreLine } from '#web/components/score/ScoreTable.tsx';
import { takedownWords } from '#web/components/score/takedown-words.ts';
import type { AddressRecord } from './address-record.ts';

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
    from: ({ malscore }) => (malscore ? 'it, or a name on it, listed as such' : 'never listed as such'),
  },
  {
    field: 'range_listing_score',
    from: ({ range_listing_score_explain: explain }) => networkListed(explain, 'no range of it listed'),
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
    from: ({ asn_rank: raw }) => (raw ? `rank ${raw}, by the weight of its listings` : null),
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

function listedShare(name: string, raw: number | undefined, explain: ListedShare | undefined): string | null {
  if (raw === undefined) return null;
  const { ips_num_active: active, ips_num_listed: listed } = explain ?? {};
  if (active === undefined || listed === undefined) return `${name} ${raw}`;
  if (active === 0 && listed === 0) return 'no active addresses';
  if (listed > active)
    return `${listed.toLocaleString('en')} listed, ${active === 0 ? 'none' : `only ${active.toLocaleString('en')}`} seen active: not enough data`;
  return `${name} ${raw}: ${listed.toLocaleString('en')} of ${active.toLocaleString('en')} active listed`;
}
