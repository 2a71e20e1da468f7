import { type ComponentProps, useMemo } from 'react';
import { Link } from 'react-router';
import type { PadnsRecord } from '#contract/generated/types.gen.ts';
import { activeDays, epochSecondsToIsoDate, SECONDS_PER_DAY } from '#model/dates.ts';
import { formatNumber } from '#model/format.ts';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import { datedRelation, recordRelation } from '#model/record-relation.ts';
import { useAddressOrigins } from '#web/api/address-origin.ts';
import { type AddressOrigin, useIndicatorScores } from '#web/api/indicator-score.ts';
import { withDay } from '#web/api/query.ts';
import { CountryText } from '#web/kit/indicator/CountryText.tsx';
import { AsnLink, IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { LateScore } from '#web/kit/score/VerdictBadge.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';

/** The same limit as the header's record count, so that both share one answer. */
const recordsAtMost = 1000;

const types = [
  { type: 'A', kind: 'ipv4', atMost: 4 },
  { type: 'AAAA', kind: 'ipv6', atMost: 2 },
  { type: 'CNAME', kind: 'domain', atMost: 2 },
  { type: 'MX', kind: 'domain', atMost: 2 },
  { type: 'NS', kind: 'name-server', atMost: 4 },
  { type: 'TXT', kind: null, atMost: 2 },
  { type: 'HTTPS', kind: null, atMost: 2 },
  { type: 'SRV', kind: null, atMost: 2 },
  { type: 'CAA', kind: null, atMost: 2 },
  { type: 'DS', kind: null, atMost: 2 },
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

type Name = Pick<Entity, 'kind' | 'value'>;

/** What a name resolves to (E1), latest first; addresses with AS, country and verdict. Name servers: addresses only. */
export const CurrentDns = defineCard(
  asked(({ value }: Name, { asOf }) =>
    withDay(
      { operationId: 'padnsForward', path: { qtype: 'any', qname: value }, query: { limit: recordsAtMost } },
      asOf,
    ),
  ),
  {
    title: ({ kind }, { asOf }) =>
      asOf !== null ? `DNS on ${asOf}` : kind === 'name-server' ? 'Its addresses' : 'Current DNS',
    caption: ({ value }) => `Records of ${value}`,
    read: ({ records }, { kind }, { asOf }) => {
      const isServer = kind === 'name-server';
      const empty = isServer ? 'No address seen for this name server.' : 'No record of this name was seen.';
      const state = rowsOrEmpty(records && currentTypes(records, sinceOf(asOf), isServer).shown, empty);
      return state.is === 'data' ? { is: 'data', data: state.data } : state;
    },
    show: (shown, { value }, { asOf }) => <Types name={value} shown={shown} isToday={asOf === null} />,
    expectedRows: ({ kind }) => (kind === 'name-server' ? 4 : 8),
    footer: (_props, { asOf }, { records = [] }) => footerOf(records, asOf),
  },
);

/** The first day whose records are current. @returns 'yyyy-mm-dd'; '' for a past day, which has the records of that day only */
function sinceOf(asOf: string | null): string {
  const now = Date.now() / 1000;
  return asOf === null ? epochSecondsToIsoDate(now - activeDays * SECONDS_PER_DAY) : '';
}

/** What is shown, and what is not: the answer is grouped by type, so the types after its end are missing. */
export function footerOf(records: readonly PadnsRecord[], asOf: string | null): string {
  const shown = currentTypes(records, sinceOf(asOf), false).isOld
    ? `No record of the name itself was seen in the last ${activeDays} days; these are the latest earlier ones.`
    : `Records of the name itself, seen in the last ${activeDays} days.`;
  const cut = `Only the first ${formatNumber(recordsAtMost)} records were read, type by type: others may exist.`;
  return [asOf === null && shown, records.length >= recordsAtMost && cut].filter(Boolean).join(' ');
}

interface TypesProps {
  readonly name: string;
  readonly shown: readonly ShownType[];
  readonly isToday: boolean;
}

function Types({ name, shown, isToday }: TypesProps) {
  const addresses = useMemo(
    () => shown.flatMap(({ kind, shown: answers }) => (isAddress(kind) ? answers.map(({ answer }) => answer) : [])),
    [shown],
  );
  const { origins } = useAddressOrigins(isToday ? addresses : []);
  const { scores, isAsking } = useIndicatorScores(addresses);
  return (
    <dl className="@container grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      {shown.map(({ type, kind, shown: answers, more }) => (
        <div key={type} className="col-span-2 grid grid-cols-subgrid border-border py-1 not-last:border-b">
          <dt className="text-sm text-muted">{type}</dt>
          {answers.map((each) => (
            <dd
              key={each.answer}
              data-why={datedRelation(recordRelation(type, 'answer'), { last_seen: each.lastSeen })}
              className="col-start-2 min-w-0"
            >
              <RecordLine
                {...each}
                kind={kind}
                origin={origins.get(each.answer)}
                {...(isAddress(kind) && {
                  score: { seen: scores.get(each.answer), isAsked: isAsking },
                })}
              />
            </dd>
          ))}
          {more > 0 && (
            <dd className="col-start-2 text-sm">
              <Link to={paths.padns({ mode: 'forward', qtype: type.toLowerCase(), qname: name })} className={linkClass}>
                {formatNumber(more)} more {type}
              </Link>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

interface RecordLineProps extends Shown {
  readonly kind: IndicatorKind | null;
  /** Of an address; undefined until the answer is there. */
  readonly origin: AddressOrigin | null | undefined;
  /** For an address. */
  readonly score?: ComponentProps<typeof LateScore>;
}

const isAddress = (kind: IndicatorKind | null) => kind === 'ipv4' || kind === 'ipv6';

/** The line of an address has a second line from the start, for facts that arrive later. */
function RecordLine({ answer, lastSeen, kind, origin, score }: RecordLineProps) {
  return (
    <>
      <span className="flex min-w-0 items-baseline gap-x-2 @max-[14rem]:flex-wrap">
        <span className="min-w-0 truncate">
          {kind ? <IndicatorLink kind={kind} value={answer} /> : <VisibleText text={answer} className="font-mono" />}
        </span>
        {score && <LateScore {...score} />}
        <span className="ml-auto shrink-0 text-sm text-muted">
          <TimeText value={lastSeen.slice(0, 10)} />
        </span>
      </span>
      {isAddress(kind) && (
        <span data-why={`AS of ${answer}`} className="block h-5 truncate text-sm text-muted">
          {origin && <AsnLink asn={origin.asn} name={origin.asname} />}
          {origin?.country && (
            <>
              {' · '}
              <CountryText code={origin.country} />
            </>
          )}
        </span>
      )}
    </>
  );
}

/** The latest answers of each type; older ones only where there are no recent ones. @param since 'yyyy-mm-dd' */
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
