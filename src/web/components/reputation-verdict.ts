import type { AsnReputation, NsServerReputation, SubnetReputation } from '#contract/generated/types.gen.ts';
import { countOf, scoredVerdict, unknownVerdict, type Verdict } from './verdict.ts';

/** D9 with explain=1. */
export function asnVerdict(record: AsnReputation | undefined): Verdict {
  const { asn_reputation: score, asn_reputation_explain: explain, error } = record ?? {};
  if (error || score === undefined) return unknownVerdict('the collection holds no reputation of this AS.');
  return addressesVerdict(score, explain, 'asn_reputation', 'AS reputation');
}

/** D12 with explain=1. */
export function subnetVerdict(record: SubnetReputation | undefined): Verdict {
  const { subnet_reputation: score, subnet_reputation_explain: explain, error } = record ?? {};
  if (error || score === undefined) return unknownVerdict('the collection holds no reputation of this subnet.');
  return addressesVerdict(score, explain, 'subnet_reputation', 'Subnet reputation');
}

/** D5 with explain=1. */
export function nameServerVerdict(record: NsServerReputation | undefined): Verdict {
  const { ns_server_reputation: score, ns_server_reputation_explain: explain, error } = record ?? {};
  if (error || score === undefined) return unknownVerdict('the collection holds no reputation of this name server.');
  const { ns_server_domain_density: of, ns_server_domains_listed: listed } = explain ?? {};
  if (of === 0) return unknownVerdict('no domain was seen on this name server in the last 30 days.');
  const rest = { decider: 'ns_server_reputation', inputs: explain ? [{ title: 'Name server', explain }] : [] };
  const share = of === undefined ? null : `of ${countOf(of, 'domain')} on it`;
  if (score === 0 && !listed)
    return scoredVerdict(score, `nothing known speaks against it${share ? `: none ${share} is listed` : ''}.`, {
      state: 'clean',
      ...rest,
    });
  const words = share ? `${(listed ?? 0).toLocaleString('en')} ${share} ${listed === 1 ? 'is' : 'are'} listed.` : null;
  return scoredVerdict(score, words ?? 'it serves listed domains.', { state: 'data', ...rest });
}

interface AddressInputs {
  readonly ips_num_active?: number;
  readonly ips_num_listed?: number;
}

function addressesVerdict(score: number, explain: AddressInputs | undefined, decider: string, title: string): Verdict {
  const { ips_num_active: active, ips_num_listed: listed } = explain ?? {};
  if (active === 0 && !listed) return unknownVerdict('none of its addresses was seen active in the last 30 days.');
  const rest = { decider, inputs: explain ? [{ title, explain }] : [] };
  const share = active === undefined ? null : `of its ${countOf(active, 'active address', 'active addresses')}`;
  const period = 'listed in the last 30 days.';
  if (score === 0 && !listed)
    return scoredVerdict(score, `nothing known speaks against it${share ? `: none ${share} was ${period}` : '.'}`, {
      state: 'clean',
      ...rest,
    });
  const words = share
    ? `${(listed ?? 0).toLocaleString('en')} ${share} ${listed === 1 ? 'was' : 'were'} ${period}`
    : null;
  return scoredVerdict(score, words ?? 'it has listed addresses.', { state: 'data', ...rest });
}
