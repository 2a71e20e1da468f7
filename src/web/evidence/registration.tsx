import type { DomainInfo } from '#contract/generated/types.gen.ts';
import { showAgeAgo } from '#model/shown-time.ts';
import { ageWords } from '#web/kit/score/domain-verdict.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { given } from '#web/kit/panel/panel-source.tsx';
import { DayAndAge, TimeText } from '#web/kit/time/TimeText.tsx';
import { type KeyValue, KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { type Domain, titleOfRegistered } from './domain-record.ts';

/** When the domain was registered and seen. */
export const Registration = defineCard(
  given(({ header }: Domain) => header),
  {
    title: (domain) => titleOfRegistered('Registration', domain),
    caption: ({ value, record }) => `Registration of ${record?.domaininfo?.domain ?? value}`,
    read: ({ domaininfo: info }) =>
      info && info.error === undefined
        ? { is: 'data', data: info }
        : {
            is: 'unknown',
            message: `${info?.error ?? 'No record'}: the collection holds neither whois data nor any observation.`,
          },
    show: (info) => <KeyValueList items={registration(info)} />,
    expectedRows: 7,
  },
);

function registration(info: DomainInfo): KeyValue[] {
  const { domain, zone, age, info: note } = info;
  const isAgeKnown = age !== undefined || Boolean(note);
  return [
    {
      key: 'domain',
      label: 'Registered domain',
      value: domain ? <IndicatorLink kind="domain" value={domain} /> : null,
    },
    { key: 'zone', label: 'Zone', value: zone ? <span className="font-mono">.{zone}</span> : null },
    {
      key: 'whois_created_date',
      label: 'Created (whois)',
      value: <DayAndAge day={info.whois_created_date} age={info.whois_age} words={showAgeAgo} />,
    },
    { key: 'age', label: 'Age', value: age === undefined ? note && <VisibleText text={note} /> : ageWords(info, age) },
    {
      key: 'is_new',
      label: 'Registered within 24 h',
      // without an age, registration in the last day is unknown too
      value: info.is_new ? 'yes' : isAgeKnown ? 'no' : null,
    },
    { key: 'first_seen', label: 'First seen', value: <TimeText value={info.first_seen} /> },
    { key: 'last_seen', label: 'Last seen', value: <TimeText value={info.last_seen} /> },
  ];
}
