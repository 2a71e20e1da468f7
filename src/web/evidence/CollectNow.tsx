import { type Query, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CollectAnswer, CollectStep } from '#contract/generated/types.gen.ts';
import { formatCount } from '#model/format.ts';
import { isInternal } from '#model/reserved-space.ts';
import { failureText } from '#web/api/failure.ts';
import { fetchAnswer } from '#web/api/query.ts';
import { useTeam } from '#web/api/team.ts';
import { NotAsOf } from '#web/kit/time/NotAsOf.tsx';
import { announce } from '#web/kit/ui/announcer.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { classNames, linkClass } from '#web/kit/ui/class-names.ts';
import { LiveIcon } from '#web/kit/ui/icons.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';

interface CollectNowProps {
  /** An address, a domain or a host name. */
  readonly value: string;
  readonly isAddress?: boolean;
  /** The collection does not know the subject. What was collected in this visit stays visible once it does. */
  readonly isOffered: boolean;
  readonly className?: string | undefined;
}

/** Sightline's own collectNow: queries DNS and registry, each on a press, about a subject that the collection does not know. */
export function CollectNow({ value, isAddress = false, isOffered, className }: CollectNowProps) {
  const { may } = useTeam();
  const dns = useCollect(value, 'dns');
  const registration = useCollect(value, 'registration');
  const lines = [
    { title: 'DNS', label: 'Look up DNS', consent: isAddress ? addressConsent : dnsConsent, asked: dns },
    ...(isAddress
      ? []
      : [{ title: 'Registration', label: 'Query registry', consent: registryConsent, asked: registration }]),
  ];
  const isBusy = lines.some(({ asked }) => asked.isPending);
  if (!isOffered && lines.every(({ asked }) => asked.isIdle)) return null;
  if (isInternal(isAddress ? 'ipv4' : 'domain', value)) return <NotCollected className={className} />;
  if (!may('collect')) return null;
  const collectAll = () => lines.filter(({ asked }) => !asked.isPending).forEach(({ asked }) => asked.mutate());
  return (
    <Card
      title="Collect now"
      isBusy={isBusy}
      {...(className && { className })}
      footer="Answers are added to the collection as the source “live” and shown here."
      actions={
        lines.length > 1 && (
          <Button size="sm" onClick={collectAll} disabledReason={isBusy ? busyReason : undefined}>
            <LiveIcon />
            Collect all
          </Button>
        )
      }
    >
      <NotAsOf what="The DNS and the registry" />
      <ul className={classNames('grid gap-x-8 gap-y-4', lines.length > 1 && 'lg:grid-cols-2')}>
        {lines.map(({ title, label, consent, asked }) => (
          <li key={title} className="flex flex-col gap-1.5">
            <h3 className="font-semibold">{title}</h3>
            <div className="flex items-center gap-x-3 gap-y-1.5 max-sm:flex-wrap [&>button]:shrink-0">
              <Button onClick={() => asked.mutate()} disabledReason={asked.isPending ? busyReason : undefined}>
                <LiveIcon />
                {label}
              </Button>
              <p className="max-w-prose text-muted">{consent}</p>
            </div>
            {asked.isPending && <p role="status">Waiting for the answer …</p>}
            {asked.error && (
              <p role="alert" className="text-danger">
                {failureText(asked.error)}
              </p>
            )}
            {asked.data && <Outcomes of={title} answer={asked.data} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function NotCollected({ className }: Pick<CollectNowProps, 'className'>) {
  return (
    <Card title="Collect now" {...(className && { className })}>
      <p className="text-muted">
        Not offered: nothing about addresses and names of your own network is sent outside. What{' '}
        <Link to={paths.sources()} className={linkClass}>
          your own logs
        </Link>{' '}
        hold is shown here once they are imported.
      </p>
    </Card>
  );
}

const busyReason = 'Waiting for the answer.';
const dnsConsent =
  'Sends the name to the resolvers of this machine, which query its name servers: A, AAAA, NS, MX, TXT, SOA and CNAME. Their owner may notice.';
const addressConsent =
  'Sends the address to the resolvers of this machine for its PTR record, then the names found. The owner of the network may notice.';
const registryConsent =
  'Sends the registered domain to its registry, and to the registrar it names, over RDAP or whois. Some registrars notify the owner.';

function Outcomes({ of, answer: { steps = [], added = 0 } }: { readonly of: string; readonly answer: CollectAnswer }) {
  const isNothing = steps.length > 1 && steps.every(({ status }) => status === 'none');
  return (
    <>
      <p>
        {added > 0 ? `${formatCount(added, 'record')} collected.` : 'Nothing was collected.'}
        {isNothing && ' The DNS has no record of this name: it may not exist.'}
      </p>
      <ul aria-label={`Outcome of ${of}`} className="border-t border-border">
        {outcomesOf(steps).map((outcome) => (
          <OutcomeLine key={`${outcome.status} ${outcome.names}`} outcome={outcome} />
        ))}
      </ul>
    </>
  );
}

function OutcomeLine({ outcome: { status, names, message, whose } }: { readonly outcome: Outcome }) {
  const { word, tone } = looks[status];
  const cause = causes[whose];
  return (
    <li className="flex flex-wrap gap-x-3 border-b border-border py-1">
      <span className={`w-20 shrink-0 ${tone}`}>{word}</span>
      <span className="min-w-24 font-mono text-[0.95em] break-all">{names}</span>
      <span className="min-w-0 flex-1 basis-60 break-words">
        <VisibleText text={message} />
        {cause && <span className="text-muted"> Cause: {cause}.</span>}
      </span>
    </li>
  );
}

const looks: Readonly<Record<StepStatus, { readonly word: string; readonly tone: string }>> = {
  found: { word: 'Found', tone: 'text-ok' },
  none: { word: 'None', tone: 'text-muted' },
  refused: { word: 'Not sent', tone: 'text-warning' },
  failed: { word: 'No answer', tone: 'text-danger' },
};

const causes: Readonly<Record<string, string>> = {
  registry: 'the registry',
  network: 'the network of this service',
  'this-machine': 'this service',
};

type CollectWhat = 'dns' | 'registration';

/** Collects data about a subject on a press, then refetches every answer on the page. */
function useCollect(indicator: string, what: CollectWhat) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<CollectAnswer> => {
      const question = { operationId: 'collectNow', body: { indicator, what: [what] } } as const;
      return (await fetchAnswer(question)).response;
    },
    onSuccess: ({ added = 0 }) => {
      announce(`${what === 'dns' ? 'DNS' : 'Registration'}: ${formatCount(added, 'record')} collected`);
      // a query that needs a press is not refetched without another press
      if (added > 0) void client.invalidateQueries({ predicate: (query) => !isOnPressOnly(query) });
    },
  });
}

function isOnPressOnly({ observers }: Query): boolean {
  return observers.some(({ options }) => options.staleTime === Number.POSITIVE_INFINITY);
}

type StepStatus = NonNullable<CollectStep['status']>;

/** Steps with one outcome, shown as one line. */
interface Outcome {
  readonly status: StepStatus;
  /** 'A', or several, separated by commas. */
  readonly names: string;
  readonly message: string;
  readonly whose: string;
}

/** Record types that do not exist share a line; so do steps that were refused or failed for the same reason. */
function outcomesOf(steps: readonly CollectStep[]): readonly Outcome[] {
  const outcomes = new Map<string, Outcome>();
  for (const { what, name = '', status = 'failed', message = '', whose } of steps) {
    const isAbsence = status === 'none' && what === 'dns';
    const key = status === 'found' ? `found ${name}` : isAbsence ? 'none' : `${status} ${message}`;
    const before = outcomes.get(key);
    const names = before ? `${before.names}, ${name}` : name;
    outcomes.set(key, { status, names, message: isAbsence ? 'No such record.' : message, whose: whose ?? '' });
  }
  return [...outcomes.values()].sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
}

const order: readonly StepStatus[] = ['found', 'failed', 'refused', 'none'];
