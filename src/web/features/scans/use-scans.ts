import type { UseQueryOptions } from '@tanstack/react-query';
import {
  scanCertificatesOptions,
  scanFaviconOptions,
  scanHeadersOptions,
  scanJarmOptions,
  scanOpenDirectoriesOptions,
} from '#contract/generated/@tanstack/react-query.gen.ts';
import type { Failure } from '#contract/generated/types.gen.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { useLiveAnswer } from '#web/api/use-live-answer.ts';
import { usePages } from '#web/components/use-pages.ts';
import { scanOperations, type ScanKind, type ScanSearch } from '#web/components/scan-kind.ts';
import { rowsOfKind, type ScanRows } from './scan-rows.ts';

const optionsOf = {
  certificates: scanCertificatesOptions,
  favicon: scanFaviconOptions,
  headers: scanHeadersOptions,
  jarm: scanJarmOptions,
  opendir: scanOpenDirectoriesOptions,
} as const;

/** A3 to A7 answer alike: one object per address, under the name of the kind. */
type ScanAnswer = Readonly<Partial<Record<ScanKind, readonly unknown[]>>>;
interface ScanEnvelope {
  readonly response: ScanAnswer;
}

const usualPageAddresses = 100;

/** True for the search that fetches an icon from its server, which sees the request (A4). */
function isLiveSearch({ kind, query }: ScanSearch): boolean {
  return kind === 'favicon' && query.favicon_mmh3_from_url !== undefined;
}

/** What a search of scans found, page by page; a live one is asked by `ask` only. */
export function useScans<Kind extends ScanKind>(search: ScanSearch & { readonly kind: Kind }, title: string) {
  const { kind } = search;
  const isLive = isLiveSearch(search);
  const optionsAt = (skip: number) =>
    optionsOf[kind]({ query: pageOf(search, skip) } as never) as unknown as UseQueryOptions<
      ScanEnvelope,
      Failure,
      ScanEnvelope
    >;
  const collected = useAnswer(optionsAt(0), { title, enabled: !isLive });
  const live = useLiveAnswer(optionsAt(0), title);
  const answer = isLive ? live.answer : collected;
  const pages = usePages({
    answer,
    optionsAt,
    limit: limitOf(search),
    rowsOf: rowsOfKind[kind] as (response: ScanAnswer) => readonly ScanRows[Kind][],
    sizeOf: (response) => response[kind]?.length ?? 0,
  });
  return {
    ...pages,
    answer,
    ask: live.ask,
    isLive,
    call: { operationId: scanOperations[kind], query: pageOf(search, 0) },
  };
}

/** Addresses of a page; A7 has no pages. */
function limitOf({ kind, query }: ScanSearch): number {
  return kind === 'opendir' ? Number.POSITIVE_INFINITY : (query.limit ?? usualPageAddresses);
}

function pageOf(search: ScanSearch, skip: number): ScanSearch['query'] {
  if (search.kind === 'opendir') return search.query;
  return { ...search.query, limit: limitOf(search), skip: (search.query.skip ?? 0) + skip };
}
