import { formatAsn, parseAsn } from '#model/asn.ts';
import { parseCidr } from '#model/cidr.ts';
import { formatIp } from '#model/ip-address.ts';
import { recogniseValue } from '#model/recognise-value.ts';
import { badInput, shortened } from '#server/http/api-error.ts';
import { subjectForms } from '#server/input/judgement.ts';
import { namesOfOwner } from '#server/queries/owner-domain.ts';
import type { Detector } from '#server/ingest/detectors/detector.ts';
import {
  detectorRunsQuery,
  findingsCountQuery,
  findingsQuery,
  findingSubjectsQuery,
} from '#server/queries/findings.ts';
import type { DetectorRunRow, FindingRow, FindingSearch } from '#server/queries/findings.ts';
import { neverFlaggedAmong } from '#server/queries/judgements.ts';
import { retroHuntCountQuery } from '#server/queries/retro-hunt.ts';
import type { Handler } from './handler.ts';

const noDay = '1970-01-01';
const dayOrNull = (day: string) => (day === noDay ? null : day);

/** What the detectors found, and how their last runs ended. */
const findings: Handler<'findings'> = async ({ query, signal }, services) => {
  const { engine, detectors, judgements } = services;
  const { subject = '', detector = '', state = 'current', limit = 100, skip = 0 } = query;
  const { value, isResolved, ...about } = readSubject(subject);
  const search = { subject: value, ...about, detector: readDetector(detector, detectors), state };
  const hidden = await neverFlaggedAmong(await judgements(), async () =>
    (await engine.query(findingSubjectsQuery(search), { signal })).map((row) => row.subject),
  );
  const [runs, [counts], rows, [resolved]] = await Promise.all([
    engine.query(detectorRunsQuery(), { signal }),
    engine.query(findingsCountQuery(search, hidden), { signal }),
    engine.query(findingsQuery(search, hidden, { limit, skip }), { signal }),
    isResolved ? engine.query(retroHuntCountQuery(resolvedAll(value)), { signal }) : [],
  ]);
  const runOf = new Map(runs.map((run) => [run.detector, run]));
  return {
    total: counts?.total ?? 0,
    hidden: counts?.hidden ?? 0,
    ...(resolved && { retro_hunt: resolved.all }),
    detectors: detectors.map((each) => describe(each, runOf.get(each.id))),
    records: rows.map(recordOf),
  };
};

/** Every record of the retro-hunt about a subject. */
const resolvedAll = (subject: string) => ({ subject, isListedAfter: false, neverFlagged: [] });

interface AskedSubject extends Pick<FindingSearch, 'same' | 'address' | 'length'> {
  /** Canonical text. */
  readonly value: string;
  /** Whether logs can have resolved it. */
  readonly isResolved: boolean;
}

/** Reads a subject in any notation. @throws ApiError 400 */
function readSubject(text: string): AskedSubject {
  const none = { same: [], address: '::', length: 0, isResolved: false };
  if (text.trim() === '') return { ...none, value: '' };
  const kinds = ['ipv4', 'ipv6', 'subnet', 'asn', 'domain', 'name-server'];
  const reading = recogniseValue(text).interpretations.find(({ kind }) => kinds.includes(kind));
  if (!reading) throw badInput('subject', `'${shortened(text)}' is not a subject. Send ${subjectForms}.`);
  const { kind, value } = reading;
  if (kind === 'asn') return { ...none, value: formatAsn(parseAsn(value) ?? 0) };
  if (kind === 'domain') return { ...none, value, same: namesOfOwner(value), isResolved: true };
  if (kind === 'name-server') return { ...none, value, isResolved: true };
  const cidr = parseCidr(value);
  if (cidr) return { ...none, value, address: formatIp(cidr.network), length: cidr.length };
  return { ...none, value, address: value, length: 128, isResolved: true };
}

/** @throws ApiError 400 */
function readDetector(id: string, detectors: readonly Detector[]): string {
  if (id === '' || detectors.some((each) => each.id === id)) return id;
  const ids = detectors.map((each) => each.id).join(', ');
  throw badInput('detector', `There is no detector '${id}'. Send one of: ${ids}.`);
}

function describe({ id, title, meaning, source, thresholds }: Detector, run: DetectorRunRow | undefined) {
  return {
    id,
    title,
    meaning,
    source: source.title,
    thresholds: Object.values(thresholds),
    state: run?.state ?? ('not_run' as const),
    missing: [...(run?.missing ?? [])],
    error: run?.error || null,
    found: run?.found ?? 0,
    is_cut: run?.isCut === 1,
    data_until: dayOrNull(run?.dataUntil ?? noDay),
    ran_at: run?.at ?? null,
  };
}

function recordOf({ detector, subject, subjectType, appeared, gone, first, last, summary, evidence }: FindingRow) {
  return {
    detector,
    subject,
    subject_type: subjectType,
    appeared,
    gone: dayOrNull(gone),
    first_seen: first,
    last_seen: last,
    summary,
    evidence: evidence.map((each) => ({ what: each[0], value: each[1], note: each[2], first: each[3], last: each[4] })),
  };
}

export const findingHandlers = { findings };
