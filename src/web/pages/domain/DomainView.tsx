import { lazy, Suspense } from 'react';
import { arrive } from '#web/api/arrive.ts';
import { headerQuestion } from '#web/api/header-questions.ts';
import { ofHeader, useAnswer } from '#web/api/use-answer.ts';
import { domainVerdict } from '#web/components/score/domain-verdict.ts';
import { PanelStack } from '#web/components/evidence/PanelStack.tsx';
import { domainFlags } from '#web/components/subject/subject-flags.ts';
import { SubjectHeader } from '#web/components/subject/SubjectHeader.tsx';
import { SubjectTabs } from '#web/components/subject/SubjectTabs.tsx';
import { CollectNow } from '#web/features/collect-now/CollectNow.tsx';
import { IpDiversity } from '#web/features/diversity/IpDiversity.tsx';
import { domainKeyFacts, nameFlags } from '#web/features/domain-facts/domain-key-facts.tsx';
import { domainState } from '#web/features/domain-facts/domain-record.ts';
import { useRecordCounts } from '#web/features/padns-records/use-record-counts.ts';
import { LiveWhois } from '#web/features/whois/LiveWhois.tsx';
import { WhoisHistory } from '#web/features/whois/WhoisHistory.tsx';
import { WhoisRecords } from '#web/features/whois/WhoisRecords.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { DomainDns } from './DomainDns.tsx';
import { DomainNameServers, DomainOverview, DomainScans } from './DomainTabs.tsx';
import { UnknownDomain } from './UnknownDomain.tsx';

// most views of a domain do without them
const DomainCertificates = lazy(async () => ({
  default: (await arrive(() => import('#web/features/certificates/DomainCertificates.tsx'))).DomainCertificates,
}));
const DomainRelated = lazy(async () => ({
  default: (await arrive(() => import('./DomainRelated.tsx'))).DomainRelated,
}));

const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'dns', label: 'DNS' },
  { id: 'diversity', label: 'IP diversity' },
  { id: 'ns', label: 'Name servers' },
  { id: 'whois', label: 'Whois' },
  { id: 'certificates', label: 'Certificates' },
  { id: 'related', label: 'Related' },
  { id: 'scans', label: 'Scan data' },
] as const;

/** Everything about a domain or host name. Header, overview and scan data share one question. */
export function DomainView({ domain }: { readonly domain: string }) {
  const answer = useAnswer(headerQuestion.domain(domain), { title: `Facts about ${domain}` });
  const state = answer.response && domainState(answer.response);
  // what could not be read may be what is known
  const isUnknown = state !== undefined && state.is !== 'data' && !answer.problems?.length;
  const record = isUnknown ? null : answer.response;
  const shared = ofHeader(answer);
  const records = useRecordCounts(domain, Boolean(record));
  return (
    <>
      <SubjectHeader
        kind="domain"
        value={domain}
        answer={answer}
        scoreName="Risk score"
        verdict={record === undefined ? undefined : domainVerdict(record ?? undefined)}
        flags={[...nameFlags(domain), ...(record ? domainFlags(record) : [])]}
        {...(record !== null && { facts: domainKeyFacts(record, domain, records) })}
      />
      <CollectNow key={domain} value={domain} isOffered={record === null} />
      {record === null ? (
        <UnknownDomain domain={domain} />
      ) : (
        <SubjectTabs label={`Evidence about ${domain}`} tabs={tabs}>
          {(tab) => (
            <PanelStack>
              {tab === 'overview' && <DomainOverview domain={domain} answer={shared} />}
              {tab === 'dns' && <DomainDns domain={domain} />}
              {tab === 'diversity' && <IpDiversity host={domain} />}
              {tab === 'ns' && <DomainNameServers domain={domain} answer={shared} />}
              {tab === 'whois' && (
                <>
                  <LiveWhois domain={domain} />
                  <WhoisHistory domain={domain} />
                  <WhoisRecords domain={domain} />
                </>
              )}
              <Suspense fallback={<Skeleton shape="block" heightPx={640} />}>
                {tab === 'certificates' && <DomainCertificates domain={domain} />}
                {tab === 'related' && <DomainRelated domain={domain} />}
              </Suspense>
              {tab === 'scans' && <DomainScans domain={domain} answer={shared} />}
            </PanelStack>
          )}
        </SubjectTabs>
      )}
    </>
  );
}
