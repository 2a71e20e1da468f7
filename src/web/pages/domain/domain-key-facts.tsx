import type { EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import { Link } from 'react-router';
import { formatNumber } from '#model/format.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import type { KeyFact } from '#web/kit/subject/KeyFacts.tsx';
import { scanHighlights } from '#web/kit/subject/scan-highlights.tsx';
import { ageWords, domainVerdict } from '#web/kit/score/domain-verdict.ts';
import { countOf } from '#model/subject-knowledge.ts';
import { factsOnTabs } from '#web/kit/subject/facts-on-tabs.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import type { Domain } from '#web/evidence/domain-record.ts';
import { hasServers } from '#web/evidence/domain-scores.ts';
import { useRecordCounts } from '#web/evidence/use-record-counts.ts';
import { paths } from '#web/url/paths.ts';

/** The verdict and key facts above the tabs. */
export function useDomainHeader({ value, record }: Domain) {
  const records = useRecordCounts(value, Boolean(record));
  return {
    scoreName: 'Risk score',
    verdict:
      record === undefined ? undefined : domainVerdict(record ?? { ...unknownRecord, domaininfo: { query: value } }),
    ...(record !== null && { facts: domainKeyFacts(record, value, records) }),
  };
}

const unknownRecord = { error: 'Not found' };

/**
 * @param record undefined while loading
 * @param records how many of each type, from a separate request
 */
function domainKeyFacts(
  record: EnrichDomainAnswer | undefined,
  name: string,
  records: KeyFact['value'],
): readonly KeyFact[] {
  const value = (read: (record: EnrichDomainAnswer) => KeyFact['value']) => record && (read(record) ?? null);
  const on = factsOnTabs({ kind: 'domain', value: name });
  const mayBeHost = name.split('.').length > 2;
  return [
    // the verdict is about the registered domain: the page of a host name links to it
    ...(mayBeHost
      ? [{ label: 'Registered domain', share: 1.4, value: value((each) => registeredOf(each, name)) }]
      : []),
    { label: 'Age', share: 0.65, value: value((each) => on('whois', ageOf(each))) },
    { label: 'Registrar', share: 1.1, value: value(({ domaininfo }) => registrarOf(domaininfo?.registrar)) },
    { label: 'NS changes, all time', value: value((each) => on('ns', changesOf(each))) },
    { label: 'Addresses, 30 days', value: value((each) => on('diversity', addressesOf(each))) },
    {
      label: 'Autonomous systems',
      value: value(({ ip_diversity }) => on('diversity', noneOr(countText(ip_diversity?.asn_diversity)))),
    },
    {
      label: 'Records seen',
      share: 1.7,
      value: typeof records === 'string' ? on('dns', <span title={records}>{records}</span>) : records,
    },
    ...scanHighlights(record && (record.scan_data ?? null)),
  ];
}

function registeredOf({ domaininfo }: EnrichDomainAnswer, name: string): KeyFact['value'] {
  const { domain } = domaininfo ?? {};
  return domain && (domain === name ? 'this name' : <IndicatorLink kind="domain" value={domain} />);
}

/** Leads to the names with the same registrar. */
function registrarOf(registrar: string | undefined): KeyFact['value'] {
  if (!registrar) return null;
  return (
    <Link to={paths.connections([{ attribute: 'registrar', value: registrar }])} className={linkClass}>
      <VisibleText text={registrar} />
    </Link>
  );
}

function ageOf({ domaininfo }: EnrichDomainAnswer): KeyFact['value'] {
  const { age, whois_age: whoisAge, info } = domaininfo ?? {};
  const days = age ?? whoisAge;
  if (typeof days === 'number') return ageWords(domaininfo, days);
  return info && <VisibleText text={info} />;
}

function changesOf({ nschanges, ns_reputation }: EnrichDomainAnswer): KeyFact['value'] {
  const { num_changes_all: all, last_change_days_ago: ago } = nschanges?.results_summary ?? {};
  if (all === undefined) return null;
  if (all === 0) return hasServers(ns_reputation) ? 'none' : 'no name server seen';
  return typeof ago === 'number' ? `${all}, last ${ago === 0 ? 'today' : `${ago} days ago`}` : String(all);
}

function addressesOf({ ip_diversity }: EnrichDomainAnswer): KeyFact['value'] {
  const all = countText(ip_diversity?.ip_diversity_all);
  const groups = countText(ip_diversity?.ip_diversity_groups);
  if (all === null || groups === null || all === '0') return noneOr(all);
  return `${all} in ${groups} ${groups === '1' ? 'network' : 'networks'}`;
}

function noneOr(count: string | null): string | null {
  return count === '0' ? 'none seen' : count;
}

function countText(count: string | number | undefined): string | null {
  const number = countOf(count);
  return number === undefined ? null : formatNumber(number);
}
