import { useNavigate } from 'react-router';
import type { ContainedPrefix, SubnetCell } from '#contract/generated/types.gen.ts';
import { parseCidr } from '#model/cidr.ts';
import { formatNumber } from '#model/format.ts';
import { indicatorOf } from '#model/indicator-of.ts';
import { listedShare } from '#model/subnet-cell.ts';
import { readVerdictState } from '#model/verdict.ts';
import { seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import {
  categoryColumn,
  countColumn,
  indicatorColumn,
  scoreColumn,
  textColumn,
  verdictColumns,
} from '#web/kit/records/record-columns.tsx';
import { VerdictBadge } from '#web/kit/score/VerdictBadge.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { subjectPath } from '#web/url/subject-path.ts';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

type Subject = Pick<Entity, 'value'>;

// loaded late: the page of an IPv6 subnet has no map
const AddressMap = lazyPart(async () => (await import('#web/charts/AddressMap.tsx')).AddressMap);

/** Rows of 32 cells and the lines around them. */
const mapHeightPx = (cells: number) => 58 + 29 * Math.max(1, Math.ceil(cells / 32));

function contentsQuestion(subnet: string) {
  const [address = '', length = ''] = subnet.split('/');
  return { operationId: 'subnetContents', path: { subnet: address, mask: Number(length) } } as const;
}

/** The score of an address, or the share of listed addresses in a /24. */
const scoreOf = (cell: SubnetCell) => cell.risk_score ?? (isNetwork(cell) ? listedShare(cell) : null);
const isNetwork = ({ cell = '' }: SubnetCell) => cell.includes('/');

const lengthOf = ({ value }: Subject) => parseCidr(value)?.length ?? 0;
/** A subnet of /24 or longer has a cell for each address. */
const hasAddresses = (subject: Subject) => lengthOf(subject) >= 24;
const titleOf = (subject: Subject) => (hasAddresses(subject) ? 'Addresses by risk' : 'Networks by listed addresses');

/** The addresses of a subnet, or the /24 networks in it, as a map over a table, worst first: Sightline's own subnetContents. */
export const SubnetMap = defineEvidence(
  asked(({ value }: Subject) => contentsQuestion(value)),
  {
    title: titleOf,
    caption: (subject) => `${titleOf(subject)} in ${subject.value}`,
    rows: ({ cells }) => cells,
    empty: (subject) =>
      lengthOf(subject) < 16
        ? 'Addresses are mapped in networks of /16 or longer. Open one of the more specific prefixes.'
        : 'No name pointed to any address of this subnet in the last 30 days, and none is on a loaded list.',
    emptyWord: (subject) => (lengthOf(subject) < 16 ? 'Too large to map' : 'None seen'),
    Chart: ({ rows, subject, highlighted, onHighlight }) => (
      <CellMap cells={rows} subnet={subject.value} highlightedKey={highlighted} onHighlight={onHighlight} />
    ),
    columns: (subject) => (hasAddresses(subject) ? addressColumns : networkColumns),
    rowKey: ({ cell = '' }) => cell,
    expectedRows: 26,
    urlPrefix: 'c.',
    exports: {
      view: 'subnet-addresses-by-risk',
      subject: ({ value }) => value,
      facts: ({ cell, risk_score: score, decider: reason }) => seenFacts(cell, { score, reason }),
    },
  },
);

const lists = [
  textColumn<SubnetCell>('lists', 'Listed by', { size: 240 }),
  categoryColumn<SubnetCell>('categories', 'For', 170),
];

const addressColumns = [
  indicatorColumn<SubnetCell>('cell', 'Address', { size: 150, meta: { indicatorOf } }),
  ...verdictColumns<SubnetCell>(150),
  ...lists,
  countColumn<SubnetCell>('names', 'Names, 30 days', {
    size: 124,
    meta: { description: 'Names that pointed to it in the last 30 days' },
  }),
];

const networkColumns = [
  indicatorColumn<SubnetCell>('cell', 'Network', { size: 170, meta: { indicatorOf } }),
  scoreColumn<SubnetCell>('share', 'Listed share', {
    size: 150,
    accessorFn: scoreOf,
    cell: ({ row: { original } }) => (
      <VerdictBadge state={readVerdictState(original.verdict)} score={scoreOf(original)} />
    ),
    meta: { description: 'Listed addresses in percent of the active ones' },
  }),
  countColumn<SubnetCell>('ips_active', 'Active', {
    size: 96,
    meta: { description: 'Addresses that a name pointed to in the last 30 days' },
  }),
  countColumn<SubnetCell>('ips_listed', 'Listed', {
    size: 96,
    meta: { description: 'Addresses that a list names itself' },
  }),
  ...lists,
];

/** The cells of the map: one for each address, or each /24. */
function cellsIn(subnet: string): number {
  const length = lengthOf({ value: subnet });
  return 2 ** ((length >= 24 ? 32 : 24) - length);
}

interface MapProps {
  readonly cells: readonly SubnetCell[];
  readonly subnet: string;
  readonly highlightedKey: string | null;
  readonly onHighlight: (key: string | null) => void;
}

function CellMap({ cells, subnet, ...shared }: MapProps) {
  const navigate = useNavigate();
  return (
    <AddressMap
      fallback={<Skeleton shape="block" heightPx={mapHeightPx(cellsIn(subnet))} />}
      label={`Map of ${subnet}`}
      subnet={subnet}
      cells={cells.map((cell) => ({
        key: cell.cell ?? '',
        state: readVerdictState(cell.verdict) ?? 'unknown',
        score: scoreOf(cell),
        note: noteOf(cell),
      }))}
      onOpen={(key) => void navigate(subjectPath(key.includes('/') ? 'subnet' : 'ipv4', key))}
      {...shared}
    />
  );
}

/** What the line below the map adds to a verdict. */
function noteOf(cell: SubnetCell): string {
  const { lists: titles = [], ips_active = 0, ips_listed = 0 } = cell;
  if (isNetwork(cell))
    return `${formatNumber(ips_listed)} of ${formatNumber(ips_active)} active addresses listed themselves`;
  return titles.length > 0 ? `on ${titles.join(', ')}` : '';
}

/** The announced prefixes inside of a subnet, worst first. */
export const ContainedPrefixes = defineEvidence(
  asked(({ value }: Subject) => contentsQuestion(value)),
  {
    title: 'More specific prefixes',
    caption: ({ value }) => `Announced prefixes inside of ${value}`,
    rows: ({ prefixes }) => prefixes,
    total: ({ prefixes_total }) => prefixes_total,
    empty: 'No more specific prefix is announced.',
    columns: [
      indicatorColumn<ContainedPrefix>('subnet', 'Prefix', { size: 150 }),
      scoreColumn<ContainedPrefix>('subnet_reputation', 'Reputation', {
        size: 116,
        meta: { description: 'Share of active addresses that were listed, or had a listed name, in the last 30 days' },
      }),
      indicatorColumn<ContainedPrefix>('asn', 'AS', {
        size: 90,
        meta: { indicatorOf: (value) => ({ kind: 'asn', value }) },
      }),
      textColumn<ContainedPrefix>('asname', 'AS name', { meta: { isHidden: true } }),
      countColumn<ContainedPrefix>('ips_num_active', 'Active', { meta: { isHidden: true } }),
      countColumn<ContainedPrefix>('ips_num_listed', 'Listed', { meta: { isHidden: true } }),
    ],
    rowKey: ({ subnet = '' }) => subnet,
    expectedRows: 3,
    urlPrefix: 'i.',
    exports: {
      view: 'subnet-prefixes',
      subject: ({ value }) => value,
      facts: ({ subnet }) => seenFacts(subnet),
    },
  },
);
