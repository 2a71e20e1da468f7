import type {
  DomainCertificatesAnswer,
  EnrichIpv4Answer,
  Ipv4HistoryAnswer,
  PadnsAnswer,
  PadnsIpDiversityAnswer,
} from '#contract/generated/types.gen.ts';
import type { Fact, Statement } from '#model/fact.ts';
import { factorLabel } from '#model/score-factors.ts';
import { VERDICT_LOOKS } from '#model/verdict.ts';
import {
  announcedFacts,
  asnFacts,
  certificateFacts,
  listingStatement,
  recordFacts,
  resolvesFacts,
  seenFacts,
} from '#web/exports/row-facts.ts';
import { indicatorText, type Indicator } from '#model/indicator-of.ts';
import { evidenceIn, factWords, notTrackedWords } from '#web/components/score/evidence-words.ts';
import type { Verdict } from '#web/components/score/verdict.ts';

/** An answer that a page has loaded, by the question it belongs to. */
export interface LoadedAnswer {
  readonly operationId: string;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. */
  readonly updatedAt: number;
  readonly envelope: unknown;
}

/** An entry of the query cache, as far as it matters here. */
interface CacheEntry {
  readonly queryKey: readonly unknown[];
  readonly state: { readonly data?: unknown; readonly dataUpdatedAt: number };
}

interface OperationKey {
  readonly operationId?: string;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
}

/** The answers among those of the cache whose question names the subject in its address. */
export function answersAbout({ value }: Indicator, cache: readonly CacheEntry[]): readonly LoadedAnswer[] {
  return cache.flatMap(({ queryKey, state }) => {
    const { operationId, path = {}, query = {} } = (queryKey[0] ?? {}) as OperationKey;
    const isAbout = Object.values(path).some((part) => String(part) === value);
    if (!operationId || !isAbout || state.data === undefined) return [];
    return [{ operationId, path, query, updatedAt: state.dataUpdatedAt, envelope: state.data }];
  });
}

/** The subject with its verdict, and what the loaded answers say about it and others. */
export function subjectFacts(
  { kind, value }: Indicator,
  verdict: Verdict | undefined,
  answers: readonly LoadedAnswer[],
): readonly Fact[] {
  // other kinds have a reputation only, which describes a neighbourhood and is not a verdict on them
  const isJudged = kind === 'ipv4' || kind === 'ipv6' || kind === 'domain';
  const judged = isJudged ? { score: verdict?.score, reason: verdict && reasonOf(verdict) } : {};
  const text = indicatorText({ kind, value });
  const sighting = { ...judged, statements: evidenceStatements(answers, text) };
  const subject = kind === 'asn' ? asnFacts(value, undefined, sighting) : seenFacts(value, sighting);
  return [...subject, ...answers.flatMap(answerFacts)];
}

/** Who lists the subject, what sources say of it, and what none covers: from the first answer that has it. */
function evidenceStatements(answers: readonly LoadedAnswer[], about: string): readonly Statement[] {
  const record = answers.map(({ envelope }) => evidenceIn(envelope)).find((found) => found !== null);
  if (!record) return [];
  const untracked = notTrackedWords(record);
  return [
    ...(record.listings ?? []).map((listing) => listingStatement(listing, about)),
    ...(record.facts ?? []).map((fact) => ({ source: fact.title || fact.source || '', text: factWords(fact, about) })),
    ...(untracked ? [{ source: 'Sightline', text: `Not tracked: ${untracked}` }] : []),
  ];
}

/** The reason in one phrase: the deciding factor, or the state where there is no score. */
function reasonOf({ state, decider }: Verdict): string {
  return state === 'scored' ? factorLabel(decider) : VERDICT_LOOKS[state].word;
}

type Reader = (response: object) => readonly Fact[];

/** The cache does not know which operation an answer is of; `readers` pairs them. */
function reader<Answer>(read: (answer: Answer) => readonly Fact[]): Reader {
  return (response) => read(response as Answer);
}

const readAddress = reader(({ ip2asn = [] }: EnrichIpv4Answer) =>
  ip2asn.flatMap(({ ip, subnet, asn, asname, scan_data: scans }) => [
    ...[ip, subnet].flatMap((address) => announcedFacts({ address, asn, asname })),
    ...(scans?.certificates ?? []).flatMap((row) => certificateFacts(row as Parameters<typeof certificateFacts>[0])),
  ]),
);
const readRecords = reader(({ records = [] }: PadnsAnswer) => records.flatMap((record) => recordFacts(record)));

/** What answers hold beyond scores; those of other operations name no other indicator. */
const readers: Readonly<Record<string, Reader>> = {
  ipv4Info: readAddress,
  ipv6Info: readAddress,
  enrichIpv4: readAddress,
  enrichIpv6: readAddress,
  padnsForward: readRecords,
  padnsReverse: readRecords,
  padnsBoth: readRecords,
  ipv4History: reader(({ records }: Ipv4HistoryAnswer) =>
    Array.isArray(records)
      ? records.flatMap(({ subnet, asn, asname, first, last }) =>
          announcedFacts({ address: subnet, asn, asname }, { first, last }),
        )
      : [],
  ),
  padnsIpDiversity: reader(({ records = [] }: PadnsIpDiversityAnswer) =>
    records.flatMap(({ host = '', timeline = [] }) =>
      timeline.flatMap(({ ip = '', first_seen: first, last_seen: last }) => resolvesFacts(host, ip, { first, last })),
    ),
  ),
  domainCertificates: reader(({ domain_certificates: rows = [] }: DomainCertificatesAnswer) =>
    rows.flatMap((row) => certificateFacts(row)),
  ),
};

/** A response of an unexpected shape says nothing. */
function answerFacts({ operationId, envelope }: LoadedAnswer): readonly Fact[] {
  const { response } = (envelope ?? {}) as { response?: unknown };
  if (typeof response !== 'object' || response === null) return [];
  try {
    return readers[operationId]?.(response) ?? [];
  } catch {
    return [];
  }
}
