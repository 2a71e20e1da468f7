import { type ComponentProps, useMemo } from 'react';
import { Link } from 'react-router';
import type { PadnsAnswer, PadnsRecord } from '#contract/generated/types.gen.ts';
import { activeDays, dateToIsoDate, epochSecondsToDate, SECONDS_PER_DAY } from '#model/dates.ts';
import { formatNumber } from '#model/format.ts';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { useIndicatorScores } from '#web/api/indicator-score.ts';
import { withDay } from '#web/api/question.ts';
import { gapOf } from '#web/api/score-origin.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { CountryText } from '#web/kit/indicator/CountryText.tsx';
import { AsnLink, IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { LateScore } from '#web/kit/score/VerdictBadge.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { useNow } from '#web/kit/time/use-now.ts';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import { paths } from '#web/url/paths.ts';

interface CurrentDnsProps {
  /** A domain, a host name or a name server. */
  readonly name: string;
  readonly title?: string;
  /** Addresses only: where a name server is. */
  readonly isAddressesOnly?: boolean;
}

/** The same page of records as the header counts, so that both share one answer. */
const recordsAtMost = 1000;

const types = [
  { type: 'A', kind: 'ipv4', atMost: 4 },
  { type: 'AAAA', kind: 'ipv6', atMost: 2 },
  { type: 'CNAME', kind: 'domain', atMost: 2 },
  { type: 'MX', kind: 'domain', atMost: 2 },
  { type: 'NS', kind: 'name-server', atMost: 4 },
  { type: 'TXT', kind: null, atMost: 2 },
] as const satisfies readonly { type: string; kind: IndicatorKind | null; atMost: number }[];

interface Shown {
  readonly answer: string;
  readonly lastSeen: string;
}

interface ShownType {
  readonly type: (typeof types)[number]['type'];
  readonly kind: IndicatorKind | null;
  readonly shown: readonly Shown[];
  readonly more: number;
}

/** What a name resolves to (E1), the latest first; addresses with AS, country and verdict (A9 and A8, B4 and B3). */
export function CurrentDns({ name, title = 'Current DNS', isAddressesOnly = false }: CurrentDnsProps) {
  const [asOf] = useAsOf();
  const query = { limit: recordsAtMost };
  const answer = useAnswer(withDay({ operationId: 'padnsForward', path: { qtype: 'any', qname: name }, query }, asOf), {
    title: `Records of ${name}`,
  });
  const now = useNow();
  const records = answer.response?.records;
  // the clock moves on every minute, the day does not
  const since = asOf === null ? dateToIsoDate(epochSecondsToDate(now - activeDays * SECONDS_PER_DAY)) : '';
  const current = useMemo(() => currentTypes(records ?? [], since, isAddressesOnly), [records, since, isAddressesOnly]);
  const { shown, isOld } = current;
  const addresses = (type: string) => shown.find((each) => each.type === type)?.shown.map((each) => each.answer) ?? [];
  const [v4, v6] = [addresses('A'), addresses('AAAA')];
  const facts = useAddressFacts(v4, v6, asOf === null);
  const scores = { ipv4: useIndicatorScores('ipv4', v4), ipv6: useIndicatorScores('ipv6', v6) };
  return (
    <Panel
      title={asOf === null ? title : `DNS on ${asOf}`}
      answer={answer}
      read={(response: PadnsAnswer): PanelState<readonly ShownType[]> =>
        (response.records ?? []).length === 0 || shown.length === 0
          ? {
              is: 'empty',
              message: isAddressesOnly ? 'No address seen for this name server.' : 'No record of this name was seen.',
            }
          : { is: 'data', data: shown }
      }
      skeleton={{ shape: 'rows', count: 8 }}
      footer={
        asOf === null &&
        (isOld
          ? `Nothing was seen in the last ${activeDays} days; these are the latest earlier records.`
          : `Seen in the last ${activeDays} days.`)
      }
    >
      {(rows) => (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
          {rows.map(({ type, kind, shown: answers, more }) => (
            <div key={type} className="col-span-2 grid grid-cols-subgrid border-border py-1 not-last:border-b">
              <dt className="text-sm text-muted">{type}</dt>
              {answers.map((each) => (
                <dd key={each.answer} className="col-start-2 min-w-0">
                  <RecordLine
                    {...each}
                    kind={kind}
                    facts={facts.get(each.answer)}
                    {...(kind === 'ipv4' || kind === 'ipv6' ? { score: scoreOf(scores[kind], each.answer) } : {})}
                  />
                </dd>
              ))}
              {more > 0 && (
                <dd className="col-start-2 text-sm">
                  <Link
                    to={paths.padns({ mode: 'forward', qtype: type.toLowerCase(), qname: name })}
                    className={linkClass}
                  >
                    {formatNumber(more)} more {type}
                  </Link>
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}

interface RecordLineProps extends Shown {
  readonly kind: IndicatorKind | null;
  /** Of an address; undefined until they are told. */
  readonly facts: AddressFacts | undefined;
  /** Of an address. */
  readonly score?: ComponentProps<typeof LateScore>;
}

function scoreOf({ scores, isAsking }: ReturnType<typeof useIndicatorScores>, ip: string) {
  const seen = scores.get(ip);
  return { seen, isAsked: isAsking && seen === undefined };
}

/** An address has a second line from the start, for what is asked for after it. */
function RecordLine({ answer, lastSeen, kind, facts, score }: RecordLineProps) {
  const isAddress = kind === 'ipv4' || kind === 'ipv6';
  return (
    <>
      <span className="flex min-w-0 items-baseline gap-x-2">
        <span className="min-w-0 truncate">
          {kind ? <IndicatorLink kind={kind} value={answer} /> : <VisibleText text={answer} className="font-mono" />}
        </span>
        {score && <LateScore {...score} />}
        <span className="ml-auto shrink-0 text-sm text-muted">
          <TimeText value={lastSeen.slice(0, 10)} />
        </span>
      </span>
      {isAddress && (
        <span className="block h-5 truncate text-sm text-muted">
          {facts && <AsnLink asn={facts.asn} name={facts.asname} />}
          {facts?.ip_location?.country_code && (
            <>
              {' · '}
              <CountryText code={facts.ip_location.country_code} />
            </>
          )}
        </span>
      )}
    </>
  );
}

/** The latest answers of each type; those of long ago only where there are no others. @param since 'yyyy-mm-dd' */
function currentTypes(
  records: readonly PadnsRecord[],
  since: string,
  isAddressesOnly: boolean,
): { readonly shown: readonly ShownType[]; readonly isOld: boolean } {
  const recent = records.filter(({ last_seen: seen = '' }) => seen >= since);
  const isOld = recent.length === 0;
  const wanted = types.filter(({ type }) => !isAddressesOnly || type === 'A' || type === 'AAAA');
  const shown = wanted.flatMap(({ type, kind, atMost }): ShownType[] => {
    const answers = (isOld ? records : recent)
      .filter((record) => record.type?.toUpperCase() === type)
      .map(({ answer = '', last_seen: lastSeen = '' }) => ({ answer, lastSeen }))
      .toSorted((a, b) => (a.lastSeen < b.lastSeen ? 1 : a.lastSeen > b.lastSeen ? -1 : 0));
    return answers.length === 0
      ? []
      : [{ type, kind, shown: answers.slice(0, atMost), more: Math.max(0, answers.length - atMost) }];
  });
  return { shown, isOld };
}

interface AddressFacts {
  readonly asn?: number;
  readonly asname?: string;
  readonly ip_location?: { readonly country_code?: string };
  /** Of an address that the provider may know and was not heard on. */
  readonly upstream_state?: string;
}

/** By address, in the spelling of the record. */
function useAddressFacts(
  v4: readonly string[],
  v6: readonly string[],
  enabled: boolean,
): ReadonlyMap<string, AddressFacts> {
  const ipv4 = useAnswer(
    { operationId: 'ipv4InfoBulk', body: { ips: [...v4] } },
    { title: 'AS, country and score of addresses', enabled: enabled && v4.length > 0 },
  );
  const ipv6 = useAnswer(
    { operationId: 'ipv6InfoBulk', body: { ips: [...v6] } },
    { title: 'AS and score of addresses', enabled: enabled && v6.length > 0 },
  );
  const told: readonly (AddressFacts & { readonly ip?: string })[] = [
    ...(ipv4.response?.ip2asn ?? []),
    ...(ipv6.response?.ip2asn ?? []),
  ];
  const byIp = new Map(told.map((facts) => [canonicalIp(facts.ip ?? '') ?? '', facts]));
  return new Map(
    [...v4, ...v6].flatMap((ip) => {
      const facts = byIp.get(canonicalIp(ip) ?? ip);
      return facts && !gapOf(facts.upstream_state) ? [[ip, facts] as const] : [];
    }),
  );
}
