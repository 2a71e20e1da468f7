import { epochSecondsToIsoDate } from '#model/dates.ts';
import { useMemo } from 'react';
import type {
  DomainCertificate,
  DomainInfo,
  DomainNsChangesAnswer,
  EnrichDomainAnswer,
  PadnsIpDiversityAnswer,
} from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { certificateFingerprint } from '#model/certificate.ts';
import { formatCount } from '#model/format.ts';
import { type Answer, useAnswer } from '#web/api/use-answer.ts';
import type { EventLane, TimelineEvent } from '#web/charts/event-lanes.ts';
import { groupColor } from '#web/charts/timeline-layout.ts';
import { useNow } from '#web/kit/time/use-now.ts';
import { paths } from '#web/url/paths.ts';
import { subjectPath } from '#web/url/subject-path.ts';
import type { Domain } from './domain-record.ts';
import { hasServers } from './domain-scores.ts';
import { epochOf, groupEvents, laneNote, listingLane, spanWords } from './event-parts.ts';
import { EventsCard } from './EventsCard.tsx';

const certificatesAtMost = 20;

/** Events of a domain: registration, name-server changes, addresses, certificates and listings (G1, C7, E7 and C12). */
export function DomainEvents({ value: domain, header: answer }: Domain) {
  const now = useNow();
  const servers = useAnswer(
    { operationId: 'domainNsChanges', path: { domain } },
    { title: `Name-server changes of ${domain}` },
  );
  const addresses = useAnswer(
    {
      operationId: 'padnsIpDiversity',
      path: { qtype: 'a', query: domain },
      // E7: without a scope a timeline is live
      query: { window: 365, asn: 1, timeline: 1, verbose: 1, scope: 'host' },
    },
    { title: `Addresses of ${domain} in a year` },
  );
  const certificates = useAnswer(
    { operationId: 'domainCertificates', path: { domain }, query: { limit: certificatesAtMost } },
    { title: `Latest certificates of ${domain}` },
  );
  // the registration and the name servers are those of the registered domain
  const registered = answer.response?.domaininfo?.domain ?? domain;
  const whose = registered === domain ? '' : ` (${registered})`;
  const lanes = useMemo(
    () => [
      registrationLane(answer, whose),
      serverLane(servers, answer.response, now, whose),
      addressLane(addresses),
      certificateLane(certificates),
      domainListings(answer, now),
    ],
    [answer, servers, addresses, certificates, now, whose],
  );
  return <EventsCard subject={domain} lanes={lanes} answers={[servers, addresses, certificates]} now={now} />;
}

function registrationLane(answer: Answer<EnrichDomainAnswer>, whose: string): EventLane {
  const info: DomainInfo = answer.response?.domaininfo ?? {};
  const created = epochOf(info.whois_created_date);
  const [first, last] = [epochOf(info.first_seen), epochOf(info.last_seen)];
  const events: TimelineEvent[] = [];
  if (created !== null)
    events.push({
      key: 'created',
      label: `registered${whose}`,
      start: created,
      end: created,
      color: 'var(--accent)',
      words: `Registered${whose} on ${epochSecondsToIsoDate(created)}, by whois`,
    });
  if (first !== null && last !== null)
    events.push({
      key: 'seen',
      label: `seen in DNS${whose}`,
      start: first,
      end: Math.max(first, last),
      color: 'var(--muted)',
      words: `Seen in DNS${whose}, ${spanWords(first, last)}`,
    });
  return { id: 'registration', label: 'Registration', note: laneNote(answer, 'not known'), events };
}

/** A bar for each set of name servers, from the change that introduced it to the one that replaced it. */
function serverLane(
  answer: Answer<DomainNsChangesAnswer>,
  header: EnrichDomainAnswer | undefined,
  now: number,
  whose: string,
): EventLane {
  const changes = (answer.response?.nschanges?.nschanges ?? [])
    .flatMap((change) => {
      const time = epochOf(change.date);
      return time === null ? [] : [{ time, from: change.from_nameservers ?? [], to: change.to_nameservers ?? [] }];
    })
    .toSorted((a, b) => a.time - b.time);
  const [first] = changes;
  const since = epochOf(header?.domaininfo?.first_seen);
  const spans = [
    ...(first && since !== null && since < first.time ? [{ servers: first.from, start: since, end: first.time }] : []),
    ...changes.map(({ to, time }, index) => ({ servers: to, start: time, end: changes[index + 1]?.time ?? now })),
  ];
  const events = spans
    .filter(({ servers }) => servers.length > 0)
    .map(({ servers, start, end }): TimelineEvent => {
      const names = servers.toSorted().join(', ');
      const more = servers.length > 1 ? ` +${servers.length - 1}` : '';
      return {
        key: `servers ${start}`,
        label: `${servers.toSorted()[0] ?? ''}${more}`,
        start,
        end,
        color: groupColor(names),
        words: `Name servers ${names}${whose}, ${spanWords(start, end)}`,
        ...(servers[0] !== undefined && { href: paths.nameServer(servers[0]) }),
      };
    });
  const none = hasServers(header?.ns_reputation) ? 'never changed' : 'none seen';
  return { id: 'servers', label: 'Name servers', note: laneNote(answer, `${none}${whose}`), events };
}

const asnsAtMost = 4;

function addressLane(answer: Answer<PadnsIpDiversityAnswer>): EventLane {
  const held = (answer.response?.records ?? []).flatMap(({ timeline = [] }) =>
    timeline.flatMap(({ asn, asname = '', first_seen, last_seen }) => {
      const [start, end] = [epochOf(first_seen), epochOf(last_seen)];
      if (start === null || end === null) return [];
      const number = Number(asn ?? 0) || 0;
      const group = number > 0 ? formatAsn(number) : 'no AS';
      const label = number > 0 ? `${group} ${asname}`.trim() : 'not announced';
      return [{ group, label, start, end: Math.max(start, end), ...(number > 0 && { href: paths.asn(number) }) }];
    }),
  );
  const events = groupEvents(
    held,
    asnsAtMost,
    (label, count) => `${formatCount(count, 'address', 'addresses')} of ${label}`,
    (groups) => `${groups} other ASes`,
  );
  return { id: 'addresses', label: 'IPv4 hosting', note: laneNote(answer, 'none in a year'), events };
}

function certificateLane(answer: Answer<{ readonly domain_certificates?: DomainCertificate[] }>): EventLane {
  const events = (answer.response?.domain_certificates ?? []).flatMap((certificate, index): TimelineEvent[] => {
    const [start, end] = [epochOf(certificate.not_before), epochOf(certificate.not_after)];
    if (start === null || end === null) return [];
    const print = certificateFingerprint(certificate);
    const issuer = certificate.issuer ?? 'an unnamed issuer';
    return [
      {
        key: `certificate ${index}`,
        label: issuer,
        start,
        end: Math.max(start, end),
        color: 'var(--series-3)',
        words: `Certificate by ${issuer}, valid ${spanWords(start, end)}`,
        ...(print && { href: subjectPath(print.kind, print.value) }),
      },
    ];
  });
  return { id: 'certificates', label: 'Certificates', note: laneNote(answer), events };
}

function domainListings(answer: Answer<EnrichDomainAnswer>, now: number): EventLane {
  const info = answer.response?.domaininfo;
  return listingLane({ ...info, checked: answer.response?.checked }, answer, now);
}
