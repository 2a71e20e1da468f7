import type { ReactNode } from 'react';
import type { UpstreamCall, UpstreamQuota, UpstreamStatus } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { Badge, type Tone } from '#web/kit/ui/Badge.tsx';
import { KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

type State = UpstreamStatus['state'];

/** The state of the provider in a word, and what it means. */
const stateWords: Readonly<Record<State, { readonly word: string; readonly tone: Tone; readonly means: string }>> = {
  off: { word: 'Not configured', tone: 'neutral', means: 'This service has no provider.' },
  offline: { word: 'Offline', tone: 'warning', means: 'This service makes no outbound traffic, so nothing is sent.' },
  untried: { word: 'Not queried yet', tone: 'neutral', means: 'Nothing has been sent since the service started.' },
  working: { word: 'Working', tone: 'ok', means: 'The last request succeeded.' },
  failing: { word: 'Failing', tone: 'danger', means: 'The last request failed.' },
  resting: {
    word: 'Paused after failures',
    tone: 'danger',
    means: 'Several requests failed in a row; it is retried shortly.',
  },
  over_quota: { word: 'Over quota', tone: 'warning', means: 'All calls are used up; cached answers are still shown.' },
};

const askWords: Readonly<Record<NonNullable<UpstreamStatus['ask']>, string>> = {
  pages: 'when a page is opened or a search is run; in bulk on request only',
  always: 'always, including bulk and hover cards',
  button: 'on request only',
};

/** The provider behind the service: state, quota, settings, routes, and the requests sent to it. */
export const ProviderCard = defineCard(
  asked(() => ({ operationId: 'upstreamStatus', query: { limit: 20 } })),
  {
    title: 'Provider',
    read: (status) =>
      status.configured
        ? { is: 'data', data: status }
        : {
            is: 'untracked',
            word: 'No provider',
            message: (
              <>
                Sightline can query another deployment of this API: set{' '}
                <code className="font-mono wrap-anywhere">SIGHTLINE_UPSTREAM_URL</code> and{' '}
                <code className="font-mono wrap-anywhere">SIGHTLINE_UPSTREAM_KEY</code>.
              </>
            ),
          },
    show: (status) => (
      <div className="flex flex-col gap-4">
        <Facts status={status} />
        <Settings status={status} />
        <Routes status={status} />
        <SentCalls calls={status.sent ?? []} />
      </div>
    ),
    expectedRows: 5,
  },
);

function Facts({ status }: { readonly status: UpstreamStatus }) {
  const { word, tone, means } = stateWords[status.state];
  const { last_failure: failure, quota } = status;
  return (
    <KeyValueList
      items={[
        {
          key: 'State',
          value: (
            <>
              <Badge tone={tone}>{word}</Badge> <span className="text-muted">{means}</span>
            </>
          ),
        },
        {
          key: 'Last answer',
          value: status.last_answer_at ? <TimeText value={status.last_answer_at} isRelative /> : 'none since the start',
        },
        {
          key: 'Last failure',
          value: failure ? (
            <>
              <TimeText value={failure.at} isRelative /> <VisibleText text={failure.message ?? ''} />
            </>
          ) : (
            'none since the start'
          ),
        },
        { key: 'Calls today', value: <Quota quota={quota?.day} /> },
        { key: 'Calls this month', value: <Quota quota={quota?.month} /> },
      ]}
    />
  );
}

/** Every setting of the provider with its current value and its environment variable, which is read at the start. */
function Settings({ status }: { readonly status: UpstreamStatus }) {
  const { ask, never_send: never = [], quota, route_overrides: routes = {}, scores } = status;
  const rows: readonly (readonly [variable: string, meaning: string, value: ReactNode])[] = [
    ['URL', 'Address', <VisibleText text={`${status.host ?? ''}${status.base_path ?? ''}`} />],
    ['NAME', 'Called', <VisibleText text={status.name ?? ''} />],
    ['KEY', 'Key', 'set; never shown'],
    ['KEY_NAME', 'Name of the key', <VisibleText text={status.key_name ?? ''} />],
    ['ASK', 'Asked', ask ? askWords[ask] : ''],
    ['NEVER', 'Never sent', <NeverSent entries={never} />],
    [
      'ROUTES',
      'Who answers',
      Object.entries(routes)
        .map(([name, route]) => `${name}=${route}`)
        .join(', ') || 'defaults',
    ],
    ['SCORES', 'Scores shown', scores === 'upstream' ? 'the provider’s first' : 'this service’s first'],
    ['DAY_CALLS', 'Calls a day', limitWords(quota?.day)],
    ['MONTH_CALLS', 'Calls a month', limitWords(quota?.month)],
    ['PER_SECOND', 'Calls a second', String(status.per_second ?? '')],
  ];
  return (
    <details open>
      <summary className="cursor-pointer">Settings</summary>
      <p className="mt-1 text-muted">Read from the environment when the service starts.</p>
      <KeyValueList
        items={rows.map(([variable, meaning, value]) => ({
          key: variable,
          label: meaning,
          value: (
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="min-w-0">{value}</span>
              <code className="font-mono text-sm break-all text-faint">{`SIGHTLINE_UPSTREAM_${variable}`}</code>
            </span>
          ),
        }))}
      />
    </details>
  );
}

function NeverSent({ entries }: { readonly entries: readonly string[] }) {
  return (
    <>
      Private names and addresses
      {entries.map((entry) => (
        <span key={entry}>
          , <code className="font-mono break-all">{entry}</code>
        </span>
      ))}
    </>
  );
}

function limitWords({ limit }: UpstreamQuota = {}): string {
  return typeof limit === 'number' ? formatNumber(limit) : 'no limit';
}

function Quota({ quota }: { readonly quota: UpstreamQuota | undefined }) {
  const { used = 0, limit, soft_limit: soft } = quota ?? {};
  if (limit === null || limit === undefined)
    return <span className="tabular-nums">{formatNumber(used)}, no limit set</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 tabular-nums">
      <meter
        aria-label={`${used} of ${limit} calls`}
        min={0}
        max={limit}
        high={soft ?? limit}
        value={used}
        className="h-2 w-32"
      />
      {formatNumber(used)} of {formatNumber(limit)}
      <span className="text-muted">bulk runs stop at {formatNumber(soft ?? limit)}</span>
    </span>
  );
}

const routeWords: Readonly<Record<string, string>> = {
  own: 'This service alone',
  'own-then-upstream': 'The provider where this service knows nothing',
  upstream: 'The provider',
  both: 'Both, merged',
};

function Routes({ status: { routes = [], own_is_empty: isEmpty } }: { readonly status: UpstreamStatus }) {
  const byRoute = new Map<string, string[]>();
  for (const { operation = '', route = 'own' } of routes)
    byRoute.set(route, [...(byRoute.get(route) ?? []), operation]);
  return (
    <details>
      <summary className="cursor-pointer">Who answers what</summary>
      {isEmpty && <p className="mt-1 text-muted">This collection is empty, so the provider answers.</p>}
      <KeyValueList
        items={[...byRoute].map(([route, operations]) => ({
          key: routeWords[route] ?? route,
          value: operations.join(', '),
        }))}
      />
    </details>
  );
}

function SentCalls({ calls }: { readonly calls: readonly UpstreamCall[] }) {
  return (
    <details open={calls.length > 0}>
      <summary className="cursor-pointer">What was sent</summary>
      {calls.length === 0 ? (
        <p className="mt-1 text-muted">Nothing was sent yet.</p>
      ) : (
        <div className="mt-1 max-h-96 overflow-auto" tabIndex={0} role="region" aria-label="Requests sent">
          <table className="w-full text-left">
            <thead className="text-sm text-muted">
              <tr>
                {['When', 'Operation', 'Value', 'Key', 'Why', 'Outcome'].map((header) => (
                  <th key={header} className="px-2 py-1 font-medium">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {calls.map((call, index) => (
                <tr key={index} className="border-t border-border align-baseline">
                  <td className="px-2 py-1">
                    <TimeText value={call.at} />
                  </td>
                  <td className="px-2 py-1">{call.operation}</td>
                  <td className="px-2 py-1 font-mono break-all">
                    <VisibleText text={call.value ?? ''} />
                  </td>
                  <td className="px-2 py-1">
                    <VisibleText text={call.key_name ?? ''} />
                  </td>
                  <td className="px-2 py-1">{call.reason}</td>
                  <td className="px-2 py-1">{call.outcome}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
