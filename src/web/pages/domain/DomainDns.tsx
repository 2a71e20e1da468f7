import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { Link } from 'react-router';
import { PadnsRecordsPanel } from '#web/features/padns-records/PadnsRecordsPanel.tsx';
import { UnsanctionedStart } from '#web/features/unsanctioned-start/UnsanctionedStart.tsx';
import { linkClass } from '#web/ui/link-class.ts';
import { SegmentedControl } from '#web/ui/RadioGroup.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { paths } from '#web/url/paths.ts';

const recordTypes = ['any', 'a', 'aaaa', 'cname', 'mx', 'ns', 'soa', 'txt'] as const;

const parsers = {
  qtype: parseAsStringLiteral(recordTypes).withDefault('any'),
  subdomains: parseAsBoolean.withDefault(false),
};

/** E1: what stood under the name, of every record type or of one, with the names below it on request. */
export function DomainDns({ domain }: { readonly domain: string }) {
  const [{ qtype, subdomains }, choose] = useQueryStates(parsers, { history: 'replace' });
  // E1: only a and aaaa know subdomains; for the other types a pattern says the same
  const hasFlag = qtype === 'a' || qtype === 'aaaa';
  const qname = subdomains && !hasFlag ? `*.${domain}` : domain;
  const query = subdomains && hasFlag ? ({ subdomains: 1 } as const) : {};
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
      <PadnsRecordsPanel
        key={`${qtype} ${qname} ${subdomains}`}
        title={title}
        question={{ operationId: 'padnsForward', path: { qtype, qname }, query }}
        emptyMessage="No such record was seen. That says nothing about records the sensors never saw."
        urlPrefix="r."
      />
    </>
  );
}

function titleOf(qtype: string, domain: string, subdomains: boolean, hasFlag: boolean): string {
  const records = qtype === 'any' ? 'Records' : `${qtype.toUpperCase()} records`;
  if (!subdomains) return `${records} of ${domain}`;
  return hasFlag ? `${records} of ${domain} and below` : `${records} below ${domain}`;
}
