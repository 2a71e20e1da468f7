import { useMemo } from 'react';
import { Link } from 'react-router';
import type { AsnSubnetsBulkAnswer, DensityRecord, Ipv4Record } from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { parseCidr } from '#model/cidr.ts';
import { formatNumber } from '#model/format.ts';
import { type Answer, useAnswer } from '#web/api/use-answer.ts';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { countColumn, indicatorColumn, scoreColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { announcedFacts } from '#web/exports/row-facts.ts';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { paths } from '#web/url/paths.ts';
import { announcedNow, prefixesOf } from './AnnouncedPrefixes.tsx';

interface PrefixStanding {
  readonly subnet: string;
  readonly size: number | null;
  /** undefined: not asked for yet, or not told. */
  readonly reputation: number | null | undefined;
  readonly inUse: number | undefined;
  readonly names: number | undefined;
  readonly country: string | undefined;
  readonly since: number | string | undefined;
  readonly isAsked: boolean;
}

/** A batch holds 100 (A9). */
const judgedAtMost = 100;

const columns = [
  indicatorColumn<PrefixStanding>('subnet', 'Prefix', { size: 180 }),
  scoreColumn<PrefixStanding>('reputation', 'Reputation', {
    size: 130,
    meta: { description: 'Share of listed addresses among the active ones, last 30 days' },
  }),
  countColumn<PrefixStanding>('inUse', 'Addresses in use', {
    size: 200,
    cell: ({ row }) => <UseBar used={row.original.inUse} size={row.original.size} />,
    meta: {
      align: 'start',
      description: 'Addresses that any name ever pointed to; the bar is their share of the prefix',
    },
  }),
  countColumn<PrefixStanding>('size', 'Size', { size: 96 }),
  textColumn<PrefixStanding>('country', 'Country', { size: 84 }),
  timeColumn<PrefixStanding>('since', 'Allocated', { size: 112 }),
];

const rowKey = ({ subnet }: PrefixStanding) => subnet;

/** What an AS announces, the worst prefix first: A11 with the reputation, country and allocation of each (A9) and its use (E6). */
export function PrefixStandings({ asn }: { readonly asn: number }) {
  const answer = useAnswer(
    { operationId: 'asnSubnetsBulk', body: { asns: [asn] } },
    { title: `Prefixes of ${formatAsn(asn)}` },
  );
  const announced = useMemo(() => announcedNow(prefixesOf(answer.response?.asn2subnet?.[0]) ?? []), [answer.response]);
  const judged = useMemo(
    () =>
      announced
        .flatMap(({ subnet }) => (parseCidr(subnet)?.network.version === 4 ? [subnet] : []))
        .slice(0, judgedAtMost),
    [announced],
  );
  const records = useAnswer(
    { operationId: 'ipv4InfoBulk', body: { ips: judged.map((subnet) => subnet.split('/')[0] ?? '') } },
    { title: `Reputation of the prefixes of ${formatAsn(asn)}`, enabled: judged.length > 0 },
  );
  const density = useAnswer(
    { operationId: 'padnsDensity', path: { qtype: 'asn', query: String(asn) }, query: { scope: 'asn_subnets' } },
    { title: `Density of the prefixes of ${formatAsn(asn)}` },
  );
  const rows = useMemo(
    () => standings(announced, records, density.response?.records ?? []),
    [announced, records, density.response],
  );
  return (
    <Panel
      title="Prefixes, worst first"
      answer={answer}
      read={(_: AsnSubnetsBulkAnswer) => rowsOrEmpty(rows, 'This AS announces no prefixes.')}
      skeleton={{ shape: 'rows', count: 8 }}
      footer={
        <>
          {announced.length > judgedAtMost && `Reputation of the first ${judgedAtMost} prefixes. `}
          <Link to={`${paths.asn(asn)}?tab=subnets`} className={linkClass}>
            All prefixes, and those in use
          </Link>
        </>
      }
    >
      {(shown) => (
        <RecordTable
          caption={`Prefixes of ${formatAsn(asn)}, worst first`}
          rows={shown}
          columns={columns}
          rowKey={rowKey}
          urlPrefix="p."
          exportTarget={{
            view: 'asn-standing',
            subject: formatAsn(asn),
            factsOf: ({ subnet }) => announcedFacts({ address: subnet, asn }),
          }}
        />
      )}
    </Panel>
  );
}

/** The worst reputation first, then the most used. */
function standings(
  announced: ReturnType<typeof announcedNow>,
  records: Answer<{ readonly ip2asn?: readonly Ipv4Record[] }>,
  density: readonly DensityRecord[],
): readonly PrefixStanding[] {
  const byPrefix = new Map((records.response?.ip2asn ?? []).map((record) => [record.subnet, record]));
  const useOf = new Map(density.map((record) => [record.subnet, record]));
  const isAsked = records.status === 'pending';
  return announced
    .map(({ subnet, size }): PrefixStanding => {
      const record = byPrefix.get(subnet);
      const used = useOf.get(subnet);
      return {
        subnet,
        size,
        reputation: record?.subnet_reputation,
        inUse: used?.ips_active,
        names: used?.density,
        country: record?.ip_location?.country_code,
        since: record?.subnet_allocation_date,
        isAsked,
      };
    })
    .toSorted((a, b) => (b.reputation ?? -1) - (a.reputation ?? -1) || (b.inUse ?? 0) - (a.inUse ?? 0));
}

function UseBar({ used, size }: { readonly used: number | undefined; readonly size: number | null }) {
  if (used === undefined) return <span className="text-faint">none</span>;
  const percent = size ? Math.min(100, (100 * used) / size) : 0;
  return (
    <span className="flex w-full items-center gap-2">
      <span className="w-12 shrink-0 text-right tabular-nums">{formatNumber(used)}</span>
      <span aria-hidden="true" className="h-2 min-w-0 flex-1 overflow-hidden rounded-sm bg-sunken">
        <span data-fill="" className="block h-full bg-accent" style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}
