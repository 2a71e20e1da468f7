import { parseCidr } from '#model/cidr.ts';
import type { AsnReputation, Listing, NsServerReputation, SubnetReputation } from '#contract/generated/types.gen.ts';
import { formatCount, formatNumber, plural } from '#model/format.ts';
import { readVerdictState, reputationVerdictState } from '#model/verdict.ts';
import { isTracked, listNames } from './evidence-words.ts';
import { networkTags } from '#model/subject-knowledge.ts';
import type { EvidenceFields } from '#model/verdict-records.ts';
import { attributed, internalVerdict, scoredVerdict, stateVerdict, unknownVerdict, type Verdict } from './verdict.ts';

/** D9 with explain=1. */
export function asnVerdict(record: AsnReputation | undefined): Verdict {
  const { asn_reputation: score, asn_reputation_explain: explain, error } = record ?? {};
  if (error || score === undefined) return unknownVerdict('no reputation for this AS.');
  return tagged(
    addressesVerdict({ score, explain, decider: 'asn_reputation', title: 'AS reputation', record }),
    record,
  );
}

/** D12 with explain=1. */
export function subnetVerdict(record: SubnetReputation | undefined): Verdict {
  const { subnet_reputation: score, subnet_reputation_explain: explain, error } = record ?? {};
  if (record?.verdict === 'internal') return internalVerdict;
  if (error || score === undefined) return unknownVerdict('no reputation for this subnet.');
  return tagged(
    addressesVerdict({ score, explain, decider: 'subnet_reputation', title: 'Subnet reputation', record }),
    record,
  );
}

/** D5 with explain=1. */
export function nameServerVerdict(record: NsServerReputation | undefined): Verdict {
  const { ns_server_reputation: score, error } = record ?? {};
  if (error || score === undefined) return unknownVerdict('no reputation for this name server.');
  return tagged(serverVerdict(score, record), record);
}

function tagged(verdict: Verdict, record: EvidenceFields = {}): Verdict {
  return { ...attributed(verdict, record), tags: networkTags(record, verdict.state) };
}

function serverVerdict(score: number, record: NsServerReputation | undefined): Verdict {
  const explain = record?.ns_server_reputation_explain;
  const { ns_server_domain_density: base, ns_server_domains_listed: listed } = explain ?? {};
  const rest = { decider: 'ns_server_reputation', inputs: explain ? [{ title: 'Name server', explain }] : [] };
  const state =
    readVerdictState(record?.verdict) ??
    reputationVerdictState({ reputation: score, base, isListable: isListable(record) });
  if (state === 'sinkholed') return stateVerdict(state, sinkholeServer, { ...rest, decider: 'is_sinkholed' });
  if (state !== 'scored') {
    const seen = base ? `${formatCount(base, 'domain')} seen on it, and no current list is loaded` : noDomains;
    return stateVerdict('insufficient', `${seen}.`, rest);
  }
  const share = base === undefined ? null : `of ${formatCount(base, 'domain')} seen on it in the last 30 days`;
  const words = share && `${formatNumber(listed ?? 0)} ${share} ${plural(listed ?? 0, 'is', 'are')} listed.`;
  return rounded(scoredVerdict(score, words || 'it serves listed domains.', rest), listed, words);
}

/** Without a loaded list, "nothing listed" means nothing. */
function isListable(record: EvidenceFields | undefined): boolean {
  return isTracked(record ?? {}, 'listings') !== false;
}

const noDomains = 'no domain was seen on this name server in the last 30 days';

/** Marks a share that was rounded down to 0. */
function rounded(verdict: Verdict, listed: number | undefined, words: string | null): Verdict {
  return verdict.score === 0 && listed && words ? { ...verdict, sentence: `Less than 1 %: ${words}` } : verdict;
}

/** How a sentence names the network that was counted. */
interface NetworkWords {
  readonly where: string;
  readonly its: string;
  readonly ofIt: string;
}

/** Of a subnet that is not announced itself, the announced one around it was counted. */
function networkWords({ query, subnet }: SubnetReputation = {}): NetworkWords {
  return query && subnet
    ? { where: `in ${subnet}, which contains it, `, its: '', ofIt: '' }
    : { where: '', its: 'its ', ofIt: ' of it' };
}

function tooFewWords(active: number, listed: number, { its, ofIt }: NetworkWords): string {
  const addresses = `${formatCount(active, 'address', 'addresses')}${ofIt} ${plural(active, 'was', 'were')}`;
  if (active > 0 && active >= listed) return `${addresses} active in the last 30 days, and no current list is loaded.`;
  const seen = active === 0 ? `none of ${its || 'the '}addresses was` : `only ${addresses}`;
  const share = listed > 0 ? `, and ${formatCount(listed, 'is', 'are')} listed` : '';
  return `${seen} active in the last 30 days${share}.`;
}

/** What is active and listed in the prefixes that are announced inside of the subnet and count apart; '' without any. */
function containedWords({ contained }: SubnetReputation = {}): string {
  const { prefixes = 0, ips_num_active: active = 0, ips_num_listed: bad = 0 } = contained ?? {};
  if (prefixes === 0) return '';
  const inside = `${formatCount(prefixes, 'prefix', 'prefixes')} announced inside it`;
  return ` Counted apart: ${formatNumber(bad)} of ${formatNumber(active)} active addresses of the ${inside}, or names on them, were listed.`;
}

/** Names the lists with the whole AS or range, which count even without activity in it, and those with a part of the range. */
function networkListWords(record: AddressShare['record']): string {
  const length = parseCidr(record?.query ?? record?.subnet ?? '')?.length ?? Infinity;
  const isPart = ({ subject = '' }: Listing) => (parseCidr(subject)?.length ?? 0) > length;
  const open = (record?.listings ?? []).filter(({ is_open }) => is_open);
  const whole = listNames({ listings: open.filter((each) => !isPart(each)) });
  const parts = open.filter(isPart);
  const ranges = [...new Set(parts.map(({ subject }) => subject))];
  const shown = ranges.length > 3 ? formatCount(ranges.length, 'range') : ranges.join(', ');
  return [
    whole && ` The network itself is listed: ${whole}.`,
    parts.length > 0 && ` A part of it is listed: ${shown}, by ${listNames({ listings: parts })}.`,
  ]
    .filter(Boolean)
    .join('');
}

const sinkholeServer =
  'the name server of a research sinkhole; score suppressed. Its listed domains were seized, which is not evidence against their owner.';

/** How many active addresses there are, and how many of them are listed. */
export interface ListedShare {
  readonly ips_num_active?: number;
  readonly ips_num_listed?: number;
}

interface AddressShare {
  readonly score: number;
  readonly explain: ListedShare | undefined;
  readonly decider: string;
  readonly title: string;
  readonly record: (SubnetReputation & AsnReputation) | undefined;
}

function addressesVerdict({ score, explain, decider, title, record }: AddressShare): Verdict {
  const { ips_num_active: base, ips_num_listed: listed } = explain ?? {};
  const state =
    readVerdictState(record?.verdict) ??
    reputationVerdictState({ reputation: score, base, listed, isListable: isListable(record) });
  const rest = { decider, inputs: explain ? [{ title, explain }] : [] };
  const network = networkWords(record);
  const part = `${containedWords(record)}${networkListWords(record)}`;
  if (state === 'internal') return internalVerdict;
  const reason = (words: string) => `${network.where}${words}${part}`;
  if (state !== 'scored')
    return stateVerdict('insufficient', reason(tooFewWords(base ?? 0, listed ?? 0, network)), rest);
  if (base === undefined) return scoredVerdict(score, reason('it has listed addresses.'), rest);
  const share = `of ${network.its}${formatCount(base, 'active address', 'active addresses')}, or names on them,`;
  const words = `${formatNumber(listed ?? 0)} ${share} ${plural(listed ?? 0, 'was', 'were')} listed in the last 30 days.`;
  return rounded(scoredVerdict(score, reason(words), rest), listed, reason(words));
}
