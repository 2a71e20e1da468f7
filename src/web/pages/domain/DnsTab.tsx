import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { Link } from 'react-router';
import { DnsRecords } from '#web/evidence/dns-records.tsx';
import { SeenWithin } from '#web/evidence/SeenWithin.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { Switch } from '#web/kit/ui/Checkbox.tsx';
import { UnsanctionedStart } from '#web/tools/unsanctioned-start/UnsanctionedStart.tsx';
import { paths } from '#web/url/paths.ts';

const recordTypes = [
  'any',
  'a',
  'aaaa',
  'cname',
  'mx',
  'ns',
  'soa',
  'txt',
  'srv',
  'https',
  'svcb',
  'caa',
  'ds',
] as const;

const parsers = {
  qtype: parseAsStringLiteral(recordTypes).withDefault('any'),
  subdomains: parseAsBoolean.withDefault(false),
};

/** E1: the records of a name, of one type or all, with subdomains on request. */
export function DnsTab({ value: domain }: Entity) {
  const [{ qtype, subdomains }, choose] = useQueryStates(parsers, { history: 'replace' });
  // E1: only a and aaaa have the subdomains flag; a pattern does the same for the other types
  const hasFlag = qtype === 'a' || qtype === 'aaaa';
  const qname = subdomains && !hasFlag ? `*.${domain}` : domain;
  const flag = subdomains && hasFlag;
  const title = titleOf(qtype, domain, subdomains, hasFlag);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SegmentedControl
          label="Record type"
          value={qtype}
          choices={recordTypes.map((value) => ({ value, label: value === 'any' ? 'Any' : value.toUpperCase() }))}
          onChange={(next) => void choose({ qtype: next })}
        />
        <SeenWithin />
        <Switch isOn={subdomains} onChange={(isOn) => void choose({ subdomains: isOn })}>
          {hasFlag ? 'With subdomains' : 'Subdomains only'}
        </Switch>
        <span className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-2">
          <UnsanctionedStart domain={domain} />
          <Link to={paths.padns({ mode: 'forward', qtype, qname })} className={linkClass}>
            Open in advanced search
          </Link>
        </span>
      </div>
      <DnsRecords
        key={`${qtype} ${qname} ${subdomains}`}
        title={title}
        qtype={qtype}
        qname={qname}
        isWithSubdomains={flag}
      />
    </>
  );
}

function titleOf(qtype: string, domain: string, subdomains: boolean, hasFlag: boolean): string {
  const records = qtype === 'any' ? 'Records' : `${qtype.toUpperCase()} records`;
  if (!subdomains) return `${records} of ${domain}`;
  return hasFlag ? `${records} of ${domain} and below` : `${records} below ${domain}`;
}
