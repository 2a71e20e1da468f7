import type { DomainInfo, DomainInfoAnswer } from '#contract/generated/types.gen.ts';
import { showAge } from '#model/shown-time.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { IndicatorLink } from '#web/components/indicator/IndicatorLink.tsx';
import { Panel } from '#web/components/evidence/Panel.tsx';
import type { PanelState } from '#web/components/evidence/panel-state.ts';
import { ScoreBadge } from '#web/components/score/ScoreBadge.tsx';
import { TimeText } from '#web/components/time/TimeText.tsx';
import { KeyValueList, type KeyValue } from '#web/ui/KeyValueList.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';

/** C1: when the domain was registered and seen, and what its age is worth. */
export function Registration({ domain }: { readonly domain: string }) {
  const question = { operationId: 'domainInfo', path: { domain } } as const;
  const answer = useAnswer(question, { title: `Registration of ${domain}` });
  return (
    <Panel title="Registration" answer={answer} read={infoState} skeleton={{ shape: 'rows', count: 9 }}>
      {(info) => <KeyValueList items={registration(info)} />}
    </Panel>
  );
}

function infoState({ domaininfo }: DomainInfoAnswer): PanelState<DomainInfo> {
  if (domaininfo && domaininfo.error === undefined) return { is: 'data', data: domaininfo };
  return {
    is: 'unknown',
    message: `${domaininfo?.error ?? 'No record'}: the collection holds neither whois data nor any observation.`,
  };
}

function registration(info: DomainInfo): KeyValue[] {
  const { domain, zone, age, info: note } = info;
  return [
    {
      key: 'domain',
      label: 'Registered domain',
      value: domain ? <IndicatorLink kind="domain" value={domain} /> : null,
    },
    { key: 'zone', label: 'Zone', value: zone ? <span className="font-mono">.{zone}</span> : null },
    {
      key: 'whois_created_date',
      label: 'Created, by whois',
      value: <DayAndAge day={info.whois_created_date} age={info.whois_age} />,
    },
    { key: 'age', label: 'Age', value: age === undefined ? note && <VisibleText text={note} /> : showAge(age) },
    { key: 'age_score', label: 'Age score', value: <ScoreBadge score={info.age_score} /> },
    { key: 'is_new', label: 'Registered within 24 h', value: info.is_new ? 'yes' : 'no' },
    { key: 'is_new_score', label: 'New score', value: <ScoreBadge score={info.is_new_score} /> },
    { key: 'first_seen', label: 'First seen', value: <TimeText value={info.first_seen} /> },
    { key: 'last_seen', label: 'Last seen', value: <TimeText value={info.last_seen} /> },
  ];
}

function DayAndAge({ day, age }: { day: string | undefined; age: number | string | undefined }) {
  return (
    <>
      <TimeText value={day} />
      {typeof age === 'number' && <span className="text-muted">, {showAge(age)} ago</span>}
    </>
  );
}
