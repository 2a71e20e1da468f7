import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { PadnsIpDiversityAnswer } from '#contract/generated/types.gen.ts';
import { useAnswer, useLiveAnswer } from '#web/api/use-answer.ts';
import { DiversityTimeline } from '#web/charts/DiversityTimeline.tsx';
import { epochSecondsToDate, lastDaysOf } from '#model/dates.ts';
import { AskNow } from '#web/kit/panel/AskNow.tsx';
import { type PanelChoice, usePanelSetting } from '#web/kit/panel/panel-description.tsx';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { indicatorColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { useRecordTable } from '#web/kit/records/use-record-table.ts';
import { announcedFacts, resolvesFacts } from '#web/exports/row-facts.ts';
import { useNow } from '#web/kit/time/use-now.ts';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { paths } from '#web/url/paths.ts';
import {
  diversityItems,
  type DiversityRow,
  diversityRowKey,
  diversitySentence,
  diversitySummary,
  type DiversitySummary,
} from './diversity-rows.ts';

const DIVERSITY_TYPES = ['a', 'aaaa'] as const;
const DIVERSITY_SCOPES = ['host', 'domain', 'subdomain', 'live'] as const;
const period: PanelChoice = {
  parameter: 'div.days',
  label: 'Seen in',
  choices: ['7', '30', '90', '365'].map((value) => ({ value, label: `last ${value} days` })),
  defaultValue: '30',
  isPeriod: true,
};

const parsers = {
  'div.type': parseAsStringLiteral(DIVERSITY_TYPES).withDefault('a'),
  'div.scope': parseAsStringLiteral(DIVERSITY_SCOPES).withDefault('host'),
};

/** E7 with the analyst's choices, which the URL holds. */
function useDiversity(host: string) {
  const [chosen, choose] = useQueryStates(parsers, { history: 'replace' });
  const { 'div.type': type } = chosen;
  const { setting, control: periodControl } = usePanelSetting(period);
  const windowDays = lastDaysOf(setting.choice, epochSecondsToDate(useNow()));
  // E7: AAAA has no wider scope
  const scope = type === 'a' || chosen['div.scope'] === 'live' ? chosen['div.scope'] : 'host';
  const question = {
    operationId: 'padnsIpDiversity',
    path: { qtype: type, query: host },
    // E7: without a scope a timeline is live, and opening a page must send nothing to third parties
    query: { window: windowDays, asn: 1, timeline: 1, verbose: 1, scope },
  } as const;
  const title = `IP diversity of ${host}`;
  const isLive = scope === 'live';
  const collected = useAnswer(question, { title, enabled: !isLive });
  const live = useLiveAnswer(question, title);
  return {
    answer: isLive ? live.answer : collected,
    askLive: live.ask,
    type,
    scope,
    windowDays,
    periodControl,
    chooseType: (next: (typeof DIVERSITY_TYPES)[number]) => void choose({ 'div.type': next }),
    chooseScope: (next: (typeof DIVERSITY_SCOPES)[number]) => void choose({ 'div.scope': next }),
  };
}

const urlPrefix = 'div.';
const words = { item: ['address', 'addresses'], group: ['AS', 'AS'] } as const;

/** E7: the addresses, networks and ASes that a name pointed to, as a picture and a table that highlight each other's rows. */
export function IpDiversity({ host }: { readonly host: string }) {
  const { answer, askLive, ...chosen } = useDiversity(host);
  const { windowDays } = chosen;
  return (
    <>
      <DiversityControls chosen={chosen} />
      <Panel
        title="IP diversity"
        answer={answer}
        read={(response) => diversityState(response, chosen)}
        skeleton={{ shape: 'rows', count: 16 }}
        idle={
          <AskNow about={host} label="Query DNS now" onAsk={askLive}>
            Queries the resolvers of the service for the current addresses. The domain’s name servers may notice.
          </AskNow>
        }
      >
        {(summary) => <Diversity host={host} summary={summary} windowDays={windowDays} />}
      </Panel>
    </>
  );
}

function diversityState(
  response: PadnsIpDiversityAnswer,
  { type, windowDays, scope }: Pick<Chosen, 'type' | 'windowDays' | 'scope'>,
): PanelState<DiversitySummary> {
  const summary = diversitySummary(response);
  if (summary) return { is: 'data', data: summary, count: summary.rows.length };
  const [address, other] = type === 'a' ? ['IPv4 address', 'IPv6'] : ['IPv6 address', 'IPv4'];
  const message =
    scope === 'live'
      ? `DNS returns no ${address} now, and none was seen in the last ${windowDays} days.`
      : `No ${address} was seen in the last ${windowDays} days. Try ${other}, a longer time or a wider scope.`;
  return { is: 'empty', message };
}

const diversityColumns = [
  indicatorColumn<DiversityRow>('ip', 'Address', { size: 132 }),
  indicatorColumn<DiversityRow>('asn', 'AS', {
    size: 80,
    accessorFn: ({ asn }) => (asn === 0 ? undefined : asn),
    meta: { indicatorOf: (value) => ({ kind: 'asn', value }) },
  }),
  textColumn<DiversityRow>('asname', 'AS name', { size: 240 }),
  timeColumn<DiversityRow>('first_seen', 'First seen'),
  timeColumn<DiversityRow>('last_seen', 'Last seen'),
  indicatorColumn<DiversityRow>('host', 'Host', { size: 220, meta: { isHidden: true } }),
];

function diversityFacts({ host, ip, asn, asname, first_seen: first, last_seen: last }: DiversityRow) {
  return [
    ...resolvesFacts(host, ip, { first, last }),
    ...announcedFacts({ address: ip, asn, asname }, { first, last }),
  ];
}

interface DiversityProps {
  readonly host: string;
  readonly summary: DiversitySummary;
  readonly windowDays: number;
}

function Diversity({ host, summary, windowDays }: DiversityProps) {
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const { rows, hosts, asns = 0 } = summary;
  // the picture shows the rows of the table
  const { table } = useRecordTable({ rows, columns: diversityColumns, rowKey: diversityRowKey, urlPrefix });
  const shownRows = table.getRowModel().rows;
  const items = useMemo(
    () =>
      diversityItems(
        shownRows.map(({ original }) => original),
        hosts > 1,
      ),
    [shownRows, hosts],
  );
  return (
    <>
      <p className="mb-2 text-md">
        {diversitySentence(summary, windowDays)}
        {asns > 0 && (
          <>
            {' '}
            <Link to={paths.diversitySearch({ asn_diversity_min: String(asns) })} className={linkClass}>
              Other hosts with at least {asns} ASNs
            </Link>
          </>
        )}
      </p>
      <div className="flex flex-col gap-4">
        <DiversityTimeline
          label={`IP diversity of ${host}`}
          urlPrefix={urlPrefix}
          items={items}
          words={words}
          maxHeightPx={560}
          hasTableBeside
          highlightedKey={highlighted}
          onHighlight={setHighlighted}
        />
        <RecordTable
          caption={`Addresses of ${host}`}
          rows={rows}
          columns={diversityColumns}
          rowKey={diversityRowKey}
          urlPrefix={urlPrefix}
          highlightedKey={highlighted}
          onHighlight={setHighlighted}
          exportTarget={{ view: 'ip-diversity', subject: host, factsOf: diversityFacts }}
        />
      </div>
    </>
  );
}

type Chosen = Omit<ReturnType<typeof useDiversity>, 'answer' | 'askLive'>;

const host = { value: 'host', label: 'This name' } as const;
const wider = [
  { value: 'subdomain', label: 'Same level' },
  { value: 'domain', label: 'Whole domain' },
] as const;
const live = { value: 'live', label: 'DNS now' } as const;

/** The parameters of E7 that an analyst chooses. AAAA has no wider scope. */
function DiversityControls({ chosen }: { readonly chosen: Chosen }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SegmentedControl
        label="Record type"
        value={chosen.type}
        choices={[
          { value: 'a', label: 'IPv4' },
          { value: 'aaaa', label: 'IPv6' },
        ]}
        onChange={chosen.chooseType}
      />
      <SegmentedControl
        label="Scope"
        value={chosen.scope}
        choices={chosen.type === 'a' ? [host, ...wider, live] : [host, live]}
        onChange={chosen.chooseScope}
      />
      {chosen.periodControl}
    </div>
  );
}
