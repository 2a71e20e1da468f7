import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  DomainCertificatesAnswer,
  EnrichIpv4Answer,
  Ipv4HistoryAnswer,
  PadnsAnswer,
  PadnsIpDiversityAnswer,
} from '#contract/generated/types.gen.ts';
import { dateToIsoDate, epochSecondsToTimestamp } from '#model/dates.ts';
import type { Fact, Statement } from '#model/fact.ts';
import { formatCount } from '#model/format.ts';
import type { Judgement } from '#model/judgement.ts';
import { type Indicator, indicatorText } from '#model/indicator-of.ts';
import type { EvidenceFields } from '#model/verdict-records.ts';
import { apiRequest } from '#web/api/api-request.ts';
import { unreadJudgements, useTeam } from '#web/api/team.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { evidenceIn, factWords, notTrackedWords } from '#web/kit/score/evidence-words.ts';
import { reasonPhrase } from '#web/kit/score/score-words.ts';
import type { Verdict } from '#web/kit/score/verdict.ts';
import { fixedTimes, frozenQuestion, frozenUrl, hasEnd } from '#web/kit/time/freeze-times.ts';
import { impliedTimes } from '#web/kit/time/implied-times.ts';
import { exportFileName } from '#web/exports/export-target.ts';
import { intelligenceText, startOfDay, withJudgements } from '#web/exports/intelligence.ts';
import {
  announcedFacts,
  certificateFacts,
  factsAbout,
  listingStatement,
  ownListings,
  recordFacts,
  resolvesFacts,
} from '#web/exports/row-facts.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { CodeBlock } from '#web/kit/ui/CodeBlock.tsx';
import { downloadFile } from '#web/kit/ui/copy-text.ts';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { DownloadIcon } from '#web/kit/ui/icons.ts';
import { ticketMarkdown } from './ticket-markdown.ts';

interface ShareDialogProps {
  /** The panel's title; the dialog adds the subject of the request if the title lacks it. */
  readonly title: string;
  readonly answer: Pick<Answer<unknown>, 'question' | 'raw'>;
  /** The subject of the view, if it has one; it can be exported too. */
  readonly subject?: Indicator;
  readonly verdict?: Verdict | undefined;
  /** What the team says about the subject. */
  readonly judgements?: readonly Judgement[];
  readonly onClose: () => void;
}

/** Shares a view as link, ticket text or API URL, with absolute times. A default export, because it is loaded when first opened. */
export default function ShareDialog({ title, answer, subject, verdict, judgements = [], onClose }: ShareDialogProps) {
  const { question, raw } = answer;
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  const permalink = frozenUrl(location.href, now, impliedTimes());
  const { url, curl } = apiRequest(frozenQuestion(question, now));
  const asked = Object.values(question.path ?? {}).filter((part) => !title.includes(String(part)));
  const fullTitle = [title, asked.join(' ')].filter(Boolean).join(': ');
  const { response } = (raw ?? {}) as { response?: unknown };
  const markdown = ticketMarkdown({
    title: fullTitle,
    subject: subject && { verdict, text: indicatorText(subject), judgements },
    permalink,
    lookedAt: epochSecondsToTimestamp(now),
    response,
  });
  return (
    <Dialog title={`Share ${fullTitle}`} isOpen onClose={onClose} width="md">
      <div className="flex flex-col gap-3">
        <CodeBlock label="Permalink" code={permalink} isWrapped maxHeightPx={96} />
        <CodeBlock label="Summary for a ticket" code={markdown} isWrapped maxHeightPx={180} />
        <CodeBlock label="API URL" code={url} isWrapped maxHeightPx={96} />
        <CodeBlock label="curl" code={curl} isWrapped maxHeightPx={120} />
        {subject && <SubjectExport subject={subject} verdict={verdict} markdown={markdown} judgements={judgements} />}
        <p className="text-sm text-faint">
          {sharedWords(fixedTimes(permalink, location.href), question.query, hasEnd(permalink))}
        </p>
      </div>
    </Dialog>
  );
}

/** What the link keeps, and what it does not. @param isEnded records seen for the first time later are left out */
export function sharedWords(
  fixed: readonly string[],
  query: Readonly<Record<string, unknown>> = {},
  isEnded = false,
): string {
  const countsBack = typeof (query['days'] ?? query['window']) === 'number';
  return [
    fixed.length > 0
      ? `The link has fixed times in place of those that count back from now: ${fixed.join(', ')}.`
      : 'The link has no times that count back from now.',
    isEnded
      ? 'Records first seen later are left out. Scores, counts and times last seen are those of the day it is opened.'
      : 'Scores, current data and records added later are those of the day it is opened.',
    ...(countsBack ? ['The API URL counts its days back from the day it is called.'] : []),
    'The summary is defanged. None of these contains the API key.',
  ].join(' ');
}

interface SubjectExportProps {
  readonly subject: Indicator;
  readonly verdict: Verdict | undefined;
  readonly judgements: readonly Judgement[];
  /** The summary for a ticket, defanged. */
  readonly markdown: string;
}

const formats = [
  { id: 'stix', label: 'STIX 2.1', extension: 'stix.json', mediaType: 'application/stix+json;version=2.1' },
  { id: 'misp', label: 'MISP', extension: 'misp.json', mediaType: 'application/json' },
  { id: 'markdown', label: 'Markdown', extension: 'md', mediaType: 'text/markdown' },
  { id: 'json', label: 'JSON', extension: 'json', mediaType: 'application/json' },
] as const;
type Format = (typeof formats)[number];

/** Saves the subject with the evidence that the page has loaded; data that no tab has requested is not included. */
function SubjectExport({ subject, verdict, markdown, judgements }: SubjectExportProps) {
  const client = useQueryClient();
  const team = useTeam();
  const [saved, setSaved] = useState('');
  const answers = answersAbout(subject, client.getQueryCache().getAll());
  const name = indicatorText(subject);
  const textOf = ({ id }: Format, time: Date): string => {
    if (id === 'markdown') return markdown;
    if (id === 'json')
      return `${JSON.stringify({ metadata: { subject: name, exported_at: time.toISOString() }, judgements, answers }, null, 2)}\n`;
    const facts = withJudgements(subjectFacts(subject, verdict, answers, dateToIsoDate(time)), team.of);
    const truncation = ['Contains what the page had loaded.', unreadJudgements(team)].filter(Boolean).join(' ');
    return intelligenceText({ title: `subject: ${name}`, facts, truncation, day: startOfDay(time) }, id);
  };
  const save = (format: Format, time: Date) => {
    const file = exportFileName(time, 'subject', name, format.extension);
    downloadFile(file, textOf(format, time), format.mediaType);
    setSaved(`Saved as ${file}.`);
  };
  return (
    <section aria-label="Export this subject">
      <h3 className="mb-1 text-sm text-muted">
        Export this subject with the {formatCount(answers.length, 'answer')} loaded about it
      </h3>
      <div className="flex flex-wrap gap-1">
        {formats.map((format) => (
          <Button key={format.id} onClick={() => save(format, new Date())}>
            <DownloadIcon />
            {format.label}
          </Button>
        ))}
      </div>
      <p role="status" className="text-sm text-ok">
        {saved}
      </p>
    </section>
  );
}

/** A loaded answer with its question. */
interface LoadedAnswer {
  readonly operationId: string;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. */
  readonly updatedAt: number;
  readonly envelope: unknown;
}

/** The parts of a query cache entry that the export uses. */
interface CacheEntry {
  readonly queryKey: readonly unknown[];
  readonly state: { readonly data?: unknown; readonly dataUpdatedAt: number };
}

interface OperationKey {
  readonly operationId?: string;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
}

/** The cached answers whose question names the subject in its path. */
export function answersAbout({ value }: Indicator, cache: readonly CacheEntry[]): readonly LoadedAnswer[] {
  return cache.flatMap(({ queryKey, state }) => {
    const { operationId, path = {}, query = {} } = (queryKey[0] ?? {}) as OperationKey;
    const isAbout = Object.values(path).some((part) => String(part) === value);
    if (!operationId || !isAbout || state.data === undefined) return [];
    return [{ operationId, path, query, updatedAt: state.dataUpdatedAt, envelope: state.data }];
  });
}

/** The subject with its verdict, and the facts of the loaded answers. @param today 'yyyy-mm-dd' */
export function subjectFacts(
  { kind, value }: Indicator,
  verdict: Verdict | undefined,
  answers: readonly LoadedAnswer[],
  today: string,
): readonly Fact[] {
  // other kinds have only a reputation, which describes a neighbourhood and is not a verdict
  const isJudged = kind === 'ipv4' || kind === 'ipv6' || kind === 'domain';
  const judged = isJudged ? { score: verdict?.score, reason: verdict && reasonPhrase(verdict) } : {};
  const text = indicatorText({ kind, value });
  const record = answers.map(({ envelope }) => evidenceIn(envelope)).find((found) => found !== null);
  const listings = isJudged ? ownListings(record?.listings ?? [], text, today) : [];
  const sighting = { ...judged, listings, statements: evidenceStatements(record, text) };
  const subject = factsAbout({ kind, value }, sighting);
  return [...subject, ...answers.flatMap(answerFacts)];
}

/** Listings, sourced facts and missing coverage of the subject. */
function evidenceStatements(record: EvidenceFields | undefined, about: string): readonly Statement[] {
  if (!record) return [];
  const untracked = notTrackedWords(record);
  return [
    ...(record.listings ?? []).map((listing) => listingStatement(listing, about)),
    ...(record.facts ?? []).map((fact) => ({ source: fact.title || fact.source || '', text: factWords(fact, about) })),
    ...(untracked ? [{ source: 'Sightline', text: `Not tracked: ${untracked}` }] : []),
  ];
}

type Reader = (response: object) => readonly Fact[];

/** A reader for the answers of one operation. Untyped, because the cache does not know the type of an answer; see `readers`. */
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

/** Readers by operation, for answers with more than scores. Answers of other operations name no other indicator. */
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

/** The facts of an answer; none for a response of an unexpected shape. */
function answerFacts({ operationId, envelope }: LoadedAnswer): readonly Fact[] {
  const { response } = (envelope ?? {}) as { response?: unknown };
  if (typeof response !== 'object' || response === null) return [];
  try {
    return readers[operationId]?.(response) ?? [];
  } catch {
    return [];
  }
}
