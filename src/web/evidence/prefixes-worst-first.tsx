import { useMemo } from 'react';
import type { DensityRecord, Ipv4Record } from '#contract/generated/types.gen.ts';
import { parseCidr } from '#model/cidr.ts';
import { type Answer, useAnswer } from '#web/api/use-answer.ts';
import { announcedFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import type { PanelSource } from '#web/kit/panel/panel-source.tsx';
import { countColumn, indicatorColumn, scoreColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { TabLink } from '#web/kit/subject/TabLink.tsx';
import { type AnnouncedPrefix, prefixesNow, prefixesNowQuestion } from './announced-prefixes.tsx';
import { densityQuestion, MeterCell } from './density.tsx';

type Subject = Pick<Entity, 'value' | 'text'>;

/** Facts about a prefix; undefined while loading or where the answers lack them. */
interface JudgedPrefix extends AnnouncedPrefix {
  readonly reputation: number | undefined;
  readonly inUse: number | undefined;
  readonly country: string | undefined;
  readonly since: number | string | undefined;
}

/** A batch holds 100 (A9). */
const judgedAtMost = 100;

interface JudgedAnswer {
  readonly judged?: readonly JudgedPrefix[];
  readonly announced: number;
}

/** The worst reputation first, then the most used. The rows appear, sorted, once all are judged. */
const judgedPrefixes: PanelSource<Subject, JudgedAnswer> = {
  useSource: ({ props: { value, text }, title }) => {
    const { response, ...answer } = useAnswer(prefixesNowQuestion(value), { title });
    const prefixes = useMemo(() => response && prefixesNow(response), [response]);
    const asked = useMemo(
      () =>
        (prefixes ?? [])
          .flatMap(({ subnet }) => (parseCidr(subnet)?.network.version === 4 ? [subnet] : []))
          .slice(0, judgedAtMost),
      [prefixes],
    );
    const records = useAnswer(
      { operationId: 'ipv4InfoBulk', body: { ips: asked.map((subnet) => subnet.split('/')[0] ?? '') } },
      { title: `Reputation of the prefixes of ${text}`, enabled: asked.length > 0 },
    );
    const density = useAnswer(densityQuestion('asn', value, 'asn_subnets'), {
      title: `Density of the prefixes of ${text}`,
    });
    const judged = useMemo(
      () => prefixes && judgedRows(prefixes, records.response?.ip2asn, density.response?.records),
      [prefixes, records.response, density.response],
    );
    if (answer.status !== 'done' || !response) return { answer };
    if (isAwaited(records) || isAwaited(density)) return { answer: { ...answer, status: 'pending' } };
    const announced = response.asn2subnet?.[0]?.subnets?.length ?? 0;
    return { answer: { ...answer, response: { ...(judged && { judged }), announced } } };
  },
};

const isAwaited = ({ status }: Answer<unknown>) => status === 'pending' || status === 'running';

function judgedRows(
  prefixes: readonly AnnouncedPrefix[],
  records: readonly Ipv4Record[] = [],
  density: readonly DensityRecord[] = [],
): readonly JudgedPrefix[] {
  const recordOf = new Map(records.map((record) => [record.subnet, record]));
  const densityOf = new Map(density.map((record) => [record.subnet, record]));
  return prefixes
    .map((prefix): JudgedPrefix => {
      const record = recordOf.get(prefix.subnet);
      return {
        ...prefix,
        reputation: reputationOf(record),
        inUse: densityOf.get(prefix.subnet)?.ips_active,
        country: record?.ip_location?.country_code,
        since: record?.subnet_allocation_date,
      };
    })
    .toSorted((a, b) => (b.reputation ?? -1) - (a.reputation ?? -1) || (b.inUse ?? 0) - (a.inUse ?? 0));
}

/** The prefixes of an AS, worst first: A11 with the reputation, country and allocation of each (A9) and its use (E6). */
export const PrefixesWorstFirst = defineEvidence(judgedPrefixes, {
  title: 'Prefixes, worst first',
  caption: ({ text }) => `Prefixes of ${text}, worst first`,
  rows: ({ judged }) => judged,
  unknown: 'The collection does not know this AS.',
  empty: 'This AS announces no prefixes.',
  columns: [
    indicatorColumn<JudgedPrefix>('subnet', 'Prefix', { size: 180 }),
    scoreColumn<JudgedPrefix>('reputation', 'Reputation', {
      size: 130,
      meta: { description: 'Share of active addresses that were listed, or had a listed name, in the last 30 days' },
    }),
    countColumn<JudgedPrefix>('inUse', 'Addresses in use', {
      size: 200,
      cell: ({ row: { original } }) => (
        <MeterCell value={original.inUse} full={original.size ?? undefined} missing="none" />
      ),
      meta: {
        align: 'start',
        description: 'Addresses that any name ever pointed to; the bar is their share of the prefix',
      },
    }),
    countColumn<JudgedPrefix>('size', 'Size', { size: 96 }),
    textColumn<JudgedPrefix>('country', 'Country', { size: 84 }),
    timeColumn<JudgedPrefix>('since', 'Allocated', { size: 112 }),
  ],
  rowKey: ({ subnet }) => subnet,
  expectedRows: 11,
  footer: (_subject, _setting, { announced }) => (
    <>
      {(announced ?? 0) > judgedAtMost && `Reputation of the first ${judgedAtMost} prefixes. `}
      <TabLink tab="subnets">All prefixes and subnets in use</TabLink>
    </>
  ),
  urlPrefix: 'p.',
  exports: {
    view: 'asn-standing',
    subject: ({ text }) => text,
    facts: ({ subnet }, { value }) => announcedFacts({ address: subnet, asn: Number(value) }),
  },
});

/** Undefined without a record, and where a reputation of 0 rests on no active address or no list. */
function reputationOf({ subnet_reputation: reputation, checked }: Ipv4Record = {}): number | undefined {
  const isJudged = reputation !== 0 || (checked?.includes('subnet_reputation_score') ?? true);
  return isJudged ? reputation : undefined;
}
