import { ownValue } from './own-value.ts';
import { capital } from './format.ts';

/** What can decide an overall score, in words. Keys are the field names that `sp_risk_score_decider` carries. */
interface ScoreFactor {
  /** In a table or alongside a score: "From its subnet". A factor never has the name of the share that it is computed from. */
  readonly label: string;
  /** The same as a sentence. */
  readonly sentence: string;
}

const FACTORS: Readonly<Record<string, ScoreFactor>> = {
  listing_score: { label: 'Listings', sentence: 'Its own listings: how recent and how many they are.' },
  malscore: {
    label: 'Malware and C2 listings',
    sentence: 'Malware and command-and-control listings of the address or of names on it.',
  },
  ip_reputation_score: {
    label: 'Names on it',
    sentence: 'The names that point to it, of which many are listed.',
  },
  range_listing_score: {
    label: 'Listed range',
    sentence: 'A listed range that holds it.',
  },
  subnet_reputation_score: {
    label: 'From its subnet',
    sentence: 'Its subnet, in which active addresses are listed.',
  },
  asn_listing_score: {
    label: 'Listed AS',
    sentence: 'Its autonomous system, which is listed itself.',
  },
  asn_reputation_score: {
    label: 'From its AS',
    sentence: 'Its autonomous system, in which active addresses are listed.',
  },
  asn_rank_score: {
    label: 'AS rank',
    sentence: 'The kind of listings in its autonomous system, malware counting most.',
  },
  asn_takedown_reputation_score: {
    label: 'From its operator',
    sentence: 'Its operator, which is slow to act on listings.',
  },
  ns_entropy_score: {
    label: 'Changing name servers',
    sentence: 'Its name servers, which changed often or recently.',
  },
  ns_reputation_score: {
    label: 'From its name servers',
    sentence: 'Its name servers, which serve listed domains.',
  },
  is_new_score: { label: 'New domain', sentence: 'Its age: registered or first seen within the last 24 hours.' },
  age_score: { label: 'Domain age', sentence: 'Its age: registered recently.' },
  asn_reputation: {
    label: 'AS reputation',
    sentence: 'The share of active addresses that are listed, or have a listed name.',
  },
  subnet_reputation: {
    label: 'Subnet reputation',
    sentence: 'The share of active addresses that are listed, or have a listed name.',
  },
  ns_server_reputation: {
    label: 'Name-server reputation',
    sentence: 'The share of listed domains among the domains on it.',
  },
  known_benign: { label: 'Known benign', sentence: 'Belongs to a known benign actor; score suppressed.' },
  known_sinkhole_ip: {
    label: 'Known sinkhole',
    sentence: 'Sinkholed: traffic goes to a research sinkhole; score suppressed.',
  },
  is_expired: { label: 'Expired', sentence: 'The registration has expired; score suppressed.' },
  is_parked: { label: 'Parked', sentence: 'On the name servers of a parking service; score suppressed.' },
  is_sinkholed: {
    label: 'Sinkholed',
    sentence: 'Sinkholed: traffic goes to a research sinkhole; score suppressed.',
  },
};

/** Whether a field holds the score of a factor. */
export function isScoreFactor(field: string): boolean {
  return Object.hasOwn(FACTORS, field) && /score$|_reputation$/.test(field);
}

/** The factor behind a field name; one of another deployment is spelled out of its name, so that no raw field name is shown. */
export function scoreFactor(field: string): ScoreFactor {
  const known = ownValue(FACTORS, field);
  if (known) return known;
  const words = field
    .replace(/_score$/, '')
    .replaceAll('_', ' ')
    .trim();
  const label = capital(words);
  return { label, sentence: `${label}.` };
}

/** The name of a deciding factor; '' when none decided. */
export function factorLabel(field: string | undefined): string {
  return field ? scoreFactor(field).label : '';
}
