import { useMemo } from 'react';
import type {
  AddressHistoryRecord,
  EnrichedIpv4Record,
  EnrichedIpv6Record,
  Ipv4HistoryAnswer,
  PadnsAnswer,
} from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { certificateFingerprint } from '#model/certificate.ts';
import { isUnansweredJarm } from '#model/connection.ts';
import { formatCount } from '#model/format.ts';
import { type Answer, useAnswer } from '#web/api/use-answer.ts';
import type { EventLane } from '#web/charts/event-lanes.ts';
import { missingFromScans } from '#web/kit/subject/scan-highlights.tsx';
import { useNow } from '#web/kit/time/use-now.ts';
import { paths } from '#web/url/paths.ts';
import { subjectPath } from '#web/url/subject-path.ts';
import { epochOf, groupEvents, type Held, laneNote, listingLane } from './event-parts.ts';
import { EventsCard } from './EventsCard.tsx';

interface AddressEventsProps {
  readonly ip: string;
  readonly version: 4 | 6;
  /** The question of the header (G2, G3): scans and listings. */
  readonly answer: Answer<{ readonly ip2asn?: readonly (EnrichedIpv4Record | EnrichedIpv6Record)[] }>;
}

const namesAtMost = 200;
/** As many bars as a lane has rows, so that the bar of all other names always has a row. */
const namesShown = 4;
const historyDays = 1000;

/** Events of an address: announcements, names pointing to it, scans and listings (G2 or G3, A13 and E2). */
export function AddressEvents({ ip, version, answer }: AddressEventsProps) {
  const now = useNow();
  const announced = useAnswer(
    { operationId: 'ipv4History', path: { ipv4: ip }, query: { window: historyDays } },
    { title: `Announcements of ${ip}`, enabled: version === 4 },
  );
  const names = useAnswer(
    {
      operationId: 'padnsReverse',
      path: { qtype: version === 4 ? 'a' : 'aaaa', qname: ip },
      query: { limit: namesAtMost },
    },
    { title: `Names that point to ${ip}` },
  );
  const lanes = useMemo(() => {
    const record: EnrichedIpv4Record | undefined = answer.response?.ip2asn?.[0];
    return [
      ...(version === 4 ? [announcedLane(announced)] : []),
      nameLane(names),
      scanLane(record, answer),
      listingLane(record ?? {}, answer, now),
    ];
  }, [answer, announced, names, now, version]);
  return <EventsCard subject={ip} lanes={lanes} answers={version === 4 ? [announced, names] : [names]} now={now} />;
}

function heldOf(
  first: string | number | undefined,
  last: string | number | undefined,
  rest: Omit<Held, 'start' | 'end'>,
) {
  const [start, end] = [epochOf(first), epochOf(last)];
  return start === null || end === null ? [] : [{ ...rest, start, end: Math.max(start, end) }];
}

function historyOf({ records }: Ipv4HistoryAnswer = {}): readonly AddressHistoryRecord[] {
  return Array.isArray(records) ? records : [];
}

function announcedLane(answer: Answer<Ipv4HistoryAnswer>): EventLane {
  const held = historyOf(answer.response).flatMap(({ asn, asname = '', subnet = '', first, last }) =>
    asn === undefined || asn === 0
      ? []
      : heldOf(first, last, {
          group: `${asn} ${subnet} ${first}`,
          label: `${formatAsn(asn)} ${asname}, ${subnet}`,
          href: paths.asn(asn),
        }),
  );
  const events = groupEvents(
    held,
    4,
    (label) => `Announced by ${label}`,
    (count) => `${count} other announcements`,
  );
  return { id: 'announced', label: 'Announced by', note: laneNote(answer, 'not announced'), events };
}

function nameLane(answer: Answer<PadnsAnswer>): EventLane {
  const held = (answer.response?.records ?? []).flatMap(({ query = '', first_seen: first, last_seen: last }) =>
    heldOf(first, last, { group: query, label: query, href: paths.domain(query) }),
  );
  const events = groupEvents(
    held,
    namesShown,
    (label) => `${label} pointed here`,
    (count) => (held.length < namesAtMost ? `${count} other names` : `${count} or more other names`),
  );
  return { id: 'names', label: 'Names', note: laneNote(answer, 'none seen'), events };
}

/** Each bar runs from the first to the last scan that saw the same certificate, JARM or icon. */
function scanLane(record: EnrichedIpv4Record | undefined, answer: Answer<unknown>): EventLane {
  const scans = record?.scan_data ?? {};
  const { certificates = [], jarm = [], favicon = [] } = scans;
  const held = [
    ...certificates.flatMap((scan) => {
      const print = certificateFingerprint(scan);
      const name = scan.domain || scan.domains?.[0] || 'without a name';
      return heldOf(scan.scan_date, scan.scan_date, {
        group: `certificate ${print?.value ?? name}`,
        label: `certificate ${name}`,
        ...(print && { href: subjectPath(print.kind, print.value) }),
      });
    }),
    ...jarm.flatMap(({ jarm_hash: hash = '', scan_date: day }) =>
      isUnansweredJarm(hash)
        ? heldOf(day, day, { group: 'no TLS', label: 'no TLS answer' })
        : heldOf(day, day, {
            group: `jarm ${hash}`,
            label: `JARM ${hash.slice(0, 12)}…`,
            href: subjectPath('jarm', hash),
          }),
    ),
    ...favicon.flatMap(({ favicon_mmh3: icon, scan_date: day }) =>
      icon === undefined
        ? []
        : heldOf(day, day, {
            group: `favicon ${icon}`,
            label: `favicon ${icon}`,
            href: subjectPath('favicon-mmh3', String(icon)),
          }),
    ),
  ];
  const events = groupEvents(
    held,
    5,
    (label, scans) => `${label}, in ${formatCount(scans, 'scan')}`,
    (count) => `${count} other marks`,
  );
  const note = laneNote(answer, missingFromScans(scans, 'no certificate, JARM or icon'));
  return { id: 'scans', label: 'Scans', note, events };
}
