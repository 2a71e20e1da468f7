import { type AnswerOf, withQuery } from '#web/api/question.ts';
import { useAnswer, useLiveAnswer } from '#web/api/use-answer.ts';
import { type ScanKind, scanKindOf, type ScanOperation, type ScanSearch } from '#web/kit/ask/scan-kind.ts';
import { usePages } from '#web/kit/records/use-pages.ts';
import { rowsOfKind, type ScanRows } from './scan-rows.ts';

/** A3 to A7 answer alike: one object per address, under the name of the kind. */
type ScanAnswer = Readonly<Partial<Record<ScanKind, readonly unknown[]>>>;

const defaultPageSize = 100;

/** True for the search that fetches an icon from its server, which sees the request (A4). */
function isLiveSearch(search: ScanSearch): boolean {
  return search.operationId === 'scanFavicon' && search.query?.favicon_mmh3_from_url !== undefined;
}

/** What a search of scans found, page by page; a live one is asked by `ask` only. */
export function useScans(search: ScanSearch, title: string) {
  const kind = scanKindOf(search);
  const isLive = isLiveSearch(search);
  const limit = limitOf(search);
  const questionAt = (skip: number): ScanSearch => pageOf(search, limit, skip);
  const collected = useAnswer(questionAt(0), { title, enabled: !isLive });
  const live = useLiveAnswer(questionAt(0), title);
  const pages = usePages({
    answer: isLive ? live.answer : collected,
    questionAt,
    limit,
    rowsOf: rowsOfKind[kind] as (response: AnswerOf<ScanOperation>) => readonly ScanRows[ScanKind][],
    sizeOf: (response: ScanAnswer) => response[kind]?.length ?? 0,
  });
  return { ...pages, ask: pages.answer.refetch, isLive };
}

/** Addresses of a page; A7 has no pages. */
function limitOf(search: ScanSearch): number {
  if (search.operationId === 'scanOpenDirectories') return Number.POSITIVE_INFINITY;
  return search.query?.limit ?? defaultPageSize;
}

function pageOf(search: ScanSearch, limit: number, skip: number): ScanSearch {
  if (search.operationId === 'scanOpenDirectories') return search;
  return withQuery(search, { limit, skip: (search.query?.skip ?? 0) + skip });
}
