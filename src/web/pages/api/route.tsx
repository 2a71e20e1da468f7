import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { connection } from '#web/api/connection.ts';
import { Card } from '#web/kit/ui/Card.tsx';
import { classNames, linkClass, quietLinkClass } from '#web/kit/ui/class-names.ts';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { TextField } from '#web/kit/ui/Field.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { type ApiDocument, loadDocument, operationDetail, type OperationHead, operationHeads } from './api-document.ts';
import { OperationView } from './OperationView.tsx';
import { Prose } from './Prose.tsx';
import { ScoreFormulas } from './ScoreFormulas.tsx';

export const handle: RouteHandle = { title: 'API reference', asks: ['operation'] };

/** The API reference: every operation with its parameters, its answer, and a form to try it. */
export function Component() {
  const { data: document, error } = useQuery({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => loadDocument(signal),
    staleTime: Infinity,
    retry: 1,
  });
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h1 className="text-xl font-semibold">API reference</h1>
        <p className="text-muted">
          Base URL <code className="wrap-anywhere">{new URL(connection().baseUrl, location.origin).href}</code>. Send
          the API key in the <code className="whitespace-nowrap">X-API-KEY</code> header.{' '}
          <a href="/openapi.json" className={linkClass}>
            OpenAPI document
          </a>
        </p>
      </div>
      {error && (
        <EmptyState kind="failed" word="The document could not be read">
          {error.message}
        </EmptyState>
      )}
      {!document && !error && <Skeleton shape="rows" count={16} />}
      {document && <Reference document={document} />}
    </div>
  );
}

function Reference({ document }: { readonly document: ApiDocument }) {
  const [params] = useSearchParams();
  const heads = useMemo(() => operationHeads(document), [document]);
  const id = params.get('operation');
  const head = heads.find((each) => each.id === id);
  const detail = head && operationDetail(document, head);
  const isFormulas = params.get('show') === 'scores';
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[19rem_minmax(0,1fr)]">
      <OperationList document={document} heads={heads} current={isFormulas ? 'scores' : (head?.id ?? null)} />
      <div className="flex min-w-0 flex-col gap-3">
        {detail && <OperationView key={detail.id} operation={detail} />}
        {isFormulas && <ScoreFormulas formulas={document['x-scores']} />}
        {!detail && !isFormulas && (
          <Card title={`${document.info.title} ${document.info.version}`}>
            {id !== null && (
              <EmptyState kind="empty" word={`There is no operation ${id}`} className="mb-3">
                It may have another name in this version; the list has all of them.
              </EmptyState>
            )}
            {/* the score formulas have their own page */}
            <Prose text={document.info.description.split('## Scores')[0] ?? ''} />
            <h3 className="mt-3 font-semibold">Families</h3>
            <dl className="divide-y divide-border">
              {document.tags.map(({ name, description }) => (
                <div key={name} className="grid gap-x-4 py-1 sm:grid-cols-[9rem_minmax(0,1fr)]">
                  <dt className="font-medium">{name}</dt>
                  <dd className="text-muted">{description}</dd>
                </div>
              ))}
            </dl>
          </Card>
        )}
      </div>
    </div>
  );
}

interface OperationListProps {
  readonly document: ApiDocument;
  readonly heads: readonly OperationHead[];
  readonly current: string | null;
}

/** The operations by family, filtered by the search text. */
function OperationList({ document, heads, current }: OperationListProps) {
  const [text, setText] = useState('');
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = heads.filter(({ id, path, summary }) => {
    const content = `${id} ${path} ${summary}`.toLowerCase();
    return words.every((word) => content.includes(word));
  });
  const families = document.tags.flatMap(({ name }) => {
    const operations = found.filter(({ family }) => family === name);
    return operations.length === 0 ? [] : [{ name, operations }];
  });
  const listRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // a link to an operation at the end of the list must scroll it into view
    const line = listRef.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (line && listRef.current) listRef.current.scrollTop = line.offsetTop - listRef.current.clientHeight / 2;
  }, []);
  return (
    <nav
      aria-label="Operations"
      className="flex min-w-0 flex-col rounded-lg border border-border bg-surface lg:sticky lg:top-16"
    >
      <div className="flex items-end gap-2 border-b border-border p-2">
        <TextField
          label="Find an operation"
          isLabelHidden
          type="search"
          placeholder="Find an operation"
          value={text}
          onChange={setText}
          className="flex-1"
        />
        <span role="status" className="pb-1 text-sm text-muted tabular-nums">
          {found.length} of {heads.length}
        </span>
      </div>
      {/* links inside take the focus, so the keyboard can scroll it */}
      <div ref={listRef} className="relative max-h-72 overflow-auto p-2 lg:max-h-[calc(100dvh-11rem)]">
        {families.map(({ name, operations }) => (
          <section key={name} aria-labelledby={`family-${name}`} className="mb-2">
            <h2 id={`family-${name}`} className="px-1 py-0.5 text-sm font-medium text-muted">
              {name}
            </h2>
            <ul>
              {operations.map(({ id, method, summary }) => (
                <li key={id}>
                  <NavLine href={paths.api({ operation: id })} isCurrent={id === current}>
                    <span className="w-9 shrink-0 font-mono text-xs text-faint">{method}</span>
                    <span className="min-w-0 break-words">{summary}</span>
                  </NavLine>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {families.length === 0 && <p className="px-1 text-muted">No operation matches.</p>}
        <NavLine href={paths.api({ show: 'scores' })} isCurrent={current === 'scores'}>
          Appendix: score formulas
        </NavLine>
      </div>
    </nav>
  );
}

function NavLine({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <Link
      to={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'flex min-h-6 items-baseline gap-1.5 rounded-md px-1 py-0.5 pointer-coarse:min-h-9 pointer-coarse:items-center',
        quietLinkClass,
        isCurrent ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      {children}
    </Link>
  );
}
