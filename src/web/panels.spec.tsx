/** Every described panel, with answers generated from the contract: its state, its rows and columns, its exports and its place. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '#contract/generated/client.gen.ts';
import { operations, type OperationId } from '#contract/generated/operations.gen.ts';
import { DEFAULT_SHARING } from '#model/fact.ts';
import { generatedAnswer, type Filling } from '#test/web/generated-answer.ts';
import { makeExport } from '#web/exports/make-export.ts';
import type { seenFacts } from '#web/exports/row-facts.ts';
import { createQueryClient } from './api/client.ts';
import type { AnyQuery } from './api/query.ts';
import type { Answer } from './api/use-answer.ts';
import type { PanelChoice, PerSubject } from './kit/panel/panel-description.tsx';
import type { PanelSetting, PanelSource } from './kit/panel/panel-source.tsx';
import type { ColumnDef } from './table/column-def.ts';

type Row = Readonly<Record<string, unknown>>;
type Props = Readonly<Record<string, unknown>>;

/** What the spec reads of a description; that of a card has no columns. */
interface Described {
  readonly title: PerSubject<Props, string>;
  readonly caption?: PerSubject<Props, string>;
  readonly choice?: PanelChoice;
  readonly rows?: (response: unknown) => readonly Row[] | undefined;
  readonly useRows?: (rows: readonly Row[], props: Props) => readonly Row[];
  readonly columns?: readonly ColumnDef<Row>[] | ((props: Props) => readonly ColumnDef<Row>[]);
  readonly rowKey?: (row: Row, index: number) => string;
  readonly empty?: PerSubject<Props, string>;
  readonly unknown?: PerSubject<Props, string>;
  readonly urlPrefix?: PerSubject<Props, string>;
  readonly exports?: {
    readonly view: PerSubject<Props, string>;
    readonly subject: (props: Props) => string;
    readonly facts?: (row: Row, props: Props) => ReturnType<typeof seenFacts>;
  };
  readonly isShown?: (props: Props) => boolean;
}

type PanelOf = ((props: Props) => ReactNode) & {
  readonly description: Described;
  readonly source: PanelSource<Props, unknown>;
};
type Placed = PanelOf | { readonly load: () => Promise<PanelOf> };
type PlacedCell = readonly [number, ...(readonly (Placed | false)[])];

interface Page {
  readonly kind: string;
  readonly textOf?: (value: string) => string;
  readonly question: (value: string) => AnyQuery;
  readonly recordOf: (response: unknown, hasUnreadFields: boolean) => unknown;
  readonly tabs: readonly {
    readonly id: string;
    readonly panels: readonly Placed[] | ((entity: Props, asOf: string | null) => readonly (PlacedCell | false)[]);
  }[];
}

const values: Readonly<Record<string, string>> = {
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  domain: 'acme.example',
  asn: '64500',
  subnet: '192.0.2.0/24',
  'name-server': 'ns1.acme.example',
};

/** Panels outside the tabs of a page: what their explorer or page gives them. */
const outside: Readonly<Record<string, Props>> = {
  Certificates: {
    title: 'Certificates',
    question: { operationId: 'domainCertificates', path: { domain: 'acme.example' } },
    emptyMessage: 'None.',
    urlPrefix: 't.',
  },
  PadnsSearch: {
    title: 'Records',
    question: { operationId: 'padnsForward', path: { qtype: 'a', qname: 'acme.example' } },
  },
  DnsRecords: { title: 'Records', qtype: 'any', qname: 'acme.example', isWithSubdomains: false },
  TransferSearch: { title: 'Moves', query: { from_ns: '*', to_ns: 'ns1.acme.example' } },
  SameMove: {
    domain: 'acme.example',
    move: { date: 20_260_101, day: '2026-01-01', left: 'ns1.a.example', joined: 'ns1.b.example' },
    choices: [],
  },
  ServerSet: { kind: 'nshash', hash: 'ab'.repeat(16) },
  SubjectFindings: { text: values['domain'] },
  QualityBands: {},
  QualityThresholds: {},
  QualityFactors: {},
  QualityFeeds: {},
  FindingsTable: { detector: '', state: 'current' },
  NetworkNames: { value: values['subnet'] },
  NetworkPtrRecords: { value: values['subnet'] },
};
/** Panels outside the tabs that show an answer that was asked for elsewhere. */
const givenAnswers: Readonly<Record<string, OperationId>> = {
  JobRecords: 'padnsForward',
  JobCertificates: 'domainCertificates',
  JobHosts: 'padnsIpDiversitySearch',
  ConnectedNames: 'connectionMembers',
  ConnectedAddresses: 'connectionMembers',
  CampaignSubjects: 'campaign',
  CampaignLinks: 'campaign',
};
/** A missing list has a meaning of its own here: the attributes are not of addresses. */
const emptyWithoutList = ['ConnectedAddresses'];

const modules = import.meta.glob<Readonly<Record<string, unknown>>>(['./evidence/**/*.tsx', '!**/*.spec.tsx'], {
  eager: true,
});
const pageModules = import.meta.glob<Readonly<Record<string, unknown>>>('./pages/*/route.tsx', { eager: true });
const pages = Object.values(pageModules).flatMap((module) => Object.values(module).filter(isPage));
const panels = Object.values(modules).flatMap((module) =>
  Object.entries(module).flatMap(([name, value]) => (isPanel(value) ? [{ name, panel: value }] : [])),
);

function isPanel(value: unknown): value is PanelOf {
  return typeof value === 'function' && 'description' in value && 'source' in value;
}

function isPage(value: unknown): value is Page {
  return typeof value === 'object' && value !== null && 'tabs' in value && 'recordOf' in value;
}

/** Answers of the service for the case that is looked at. */
let filling: Filling | 'fault' = 'rows';
const { baseUrl, fetch: usualFetch } = client.getConfig();
// the path with fewer parameters is the more exact one
const byPath = Object.values(operations)
  .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)
  .map(({ operationId, method, path }) => ({
    operationId,
    method,
    pattern: new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

beforeAll(() => {
  client.setConfig({
    baseUrl: 'http://service.invalid/api',
    fetch: async (request) => {
      const { url, method } = request as Request;
      const { pathname } = new URL(url);
      const found = byPath.find((each) => each.method === method && each.pattern.test(pathname));
      if (!found || filling === 'fault') return Response.json({ error: 'fault' }, { status: 500 });
      return Response.json({ response: generatedAnswer(found.operationId, filling) });
    },
  });
});

afterAll(() => client.setConfig({ baseUrl, fetch: usualFetch }));

/** Draws until every question that was asked on the way has its answer. */
async function drawn(node: ReactNode): Promise<string> {
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({
    queries: { ...queryClient.getDefaultOptions().queries, retry: false, retryOnMount: false },
  });
  const draw = () =>
    renderToStaticMarkup(
      <NuqsTestingAdapter>
        <QueryClientProvider client={queryClient}>
          <MemoryRouter>{node}</MemoryRouter>
        </QueryClientProvider>
      </NuqsTestingAdapter>,
    );
  let markup = draw();
  while (await answerAll(queryClient)) markup = draw();
  queryClient.clear();
  return markup;
}

/** @returns whether there was any question without an answer */
async function answerAll(queryClient: QueryClient): Promise<boolean> {
  const open = queryClient
    .getQueryCache()
    .getAll()
    // a press is what sends some; further pages wait for one
    .filter(({ state, queryKey }) => state.status === 'pending' && !['pages', 'count'].includes(String(queryKey[0])));
  await Promise.allSettled(open.map((query) => query.fetch()));
  return open.length > 0;
}

const entityOf = ({ kind, textOf, question, recordOf }: Page): Props => {
  const value = values[kind] ?? '';
  return { kind, value, text: textOf?.(value) ?? value, ...headerOf(question(value), recordOf) };
};

function headerOf(question: AnyQuery, recordOf: Page['recordOf']) {
  const header = answerTo(question);
  return { header, record: header.response === undefined ? undefined : recordOf(header.response, false) };
}

function answerTo(question: AnyQuery): Answer<unknown> {
  const asked = { question, refetch: () => undefined };
  if (filling === 'fault') return { ...asked, status: 'failed', isOfHeader: true };
  return { ...asked, status: 'done', response: generatedAnswer(question.operationId, filling) };
}

function placedIn([, ...list]: PlacedCell): readonly Placed[] {
  return list.filter((each) => each !== false);
}

async function placedOn(page: Page): Promise<readonly PanelOf[]> {
  const entity = entityOf(page);
  const placed = page.tabs.flatMap(({ panels: own }) =>
    typeof own === 'function' ? own(entity, null).flatMap((cell) => (cell ? placedIn(cell) : [])) : own,
  );
  const loaded = await Promise.all(placed.map(async (each) => ('load' in each ? each.load() : each)));
  return [...new Set(loaded.filter(isPanel))];
}

const places = new Map<PanelOf, Page>();
for (const page of pages) for (const panel of await placedOn(page)) if (!places.has(panel)) places.set(panel, page);

function propsOf(name: string, panel: PanelOf): Props {
  const page = places.get(panel);
  const given = givenAnswers[name];
  if (given) return { id: 'job', subject: 'JARM', answer: answerTo({ operationId: given }) };
  return page ? entityOf(page) : { kind: 'ipv4', value: values['ipv4'], ...outside[name] };
}

const settingOf = ({ choice }: Described): PanelSetting => ({ asOf: null, choice: choice?.defaultValue ?? '' });
const valueFor = (value: PerSubject<Props, string>, props: Props, description: Described) =>
  typeof value === 'function' ? value(props, settingOf(description)) : value;
/** What a reader sees of the markup. */
const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"');
const kindsIn = (markup: string) => [...markup.matchAll(/data-kind="(\w+)"/g)].map(([, kind]) => kind);

/** The rows as the panel gets them. */
async function rowsOf({ description, source }: PanelOf, props: Props): Promise<readonly Row[]> {
  const seen: (readonly Row[])[] = [];
  const note = (rows: readonly Row[]) => void seen.push(rows);
  const setting = settingOf(description);
  const readRows = (response: unknown) => description.rows?.(response) ?? [];
  const useAdded = description.useRows ?? ((added: readonly Row[]) => added);
  function Reader() {
    const { answer, pages: loaded } = source.useSource({ props, setting, title: 'rows', rowsOf: readRows });
    const raw = loaded?.rows ?? (answer.response === undefined ? [] : readRows(answer.response));
    note(useAdded(raw as readonly Row[], props));
    return null;
  }
  await drawn(<Reader />);
  return seen.at(-1) ?? [];
}

describe.each(panels.map(({ name, panel }) => [name, panel] as const))('%s', (name, panel) => {
  const Panel = panel;
  const { description } = panel;
  const isTable = description.columns !== undefined;
  const show = async (next: typeof filling) => {
    filling = next;
    const props = propsOf(name, panel);
    return { props, isShown: description.isShown?.(props) ?? true, markup: await drawn(<Panel {...props} />) };
  };

  it('shows what the answer holds', async () => {
    const { props, isShown, markup } = await show('rows');
    if (!isShown) return expect(markup).toBe('');
    expect(kindsIn(markup)).toEqual([]);
    expect(textOf(markup)).toContain(valueFor(description.title, props, description));
    expect(markup).not.toContain('could not be displayed');
    if (isTable) expect(markup).toContain('role="grid"');
  });

  it('tells an empty list from one that is not there, and neither from a failure', async () => {
    const empty = await show('empty');
    if (isTable && empty.isShown)
      expect(kindsIn(empty.markup)).toEqual([expect.stringMatching(/^(empty|unknown|untracked)$/)]);
    if (description.empty !== undefined && kindsIn(empty.markup)[0] === 'empty')
      expect(textOf(empty.markup)).toContain(valueFor(description.empty, empty.props, description));
    const nothing = await show('nothing');
    if (nothing.isShown)
      expect(kindsIn(nothing.markup)).toEqual([
        emptyWithoutList.includes(name) ? 'empty' : expect.stringMatching(/^(unknown|untracked)$/),
      ]);
    if (nothing.isShown && description.unknown !== undefined)
      expect(textOf(nothing.markup)).toContain(valueFor(description.unknown, nothing.props, description));
    const failed = await show('fault');
    if (failed.isShown) expect(failed.markup).toMatch(/data-kind="failed"|Not answered/);
  });

  it.runIf(isTable)(
    'has a header and a value in every column, a key for every row, and all of them in its exports',
    async () => {
      filling = 'rows';
      const props = propsOf(name, panel);
      const rows = await rowsOf(panel, props);
      expect(rows.length).toBeGreaterThan(0);
      const columns =
        typeof description.columns === 'function' ? description.columns(props) : (description.columns ?? []);
      const ids = columns.map(({ id }) => String(id));
      expect(new Set(ids).size).toBe(ids.length);
      for (const { header } of columns) expect(header).toMatch(/\S/);
      expect(new Set(rows.map((row, index) => description.rowKey?.(row, index))).size).toBe(rows.length);
      const { view = '', subject, facts } = description.exports ?? {};
      const content = {
        rows,
        columns: columns as never,
        allColumns: columns as never,
        target: { view: valueFor(view, props, description), subject: subject?.(props) ?? '' },
        truncation: null,
        time: new Date(0),
        judgementsOf: () => [],
      };
      const as = { isRaw: false, hasBom: false, sharing: DEFAULT_SHARING };
      const csv = await makeExport(content, { ...as, format: 'csv' });
      expect(csv.text.split('\r\n')[0]?.split(',')).toEqual(ids);
      expect(csv.name).toMatch(/\w/);
      const json = await makeExport(content, { ...as, format: 'ndjson' });
      for (const line of json.text.trim().split('\n')) expect(Object.keys(JSON.parse(line) as object)).toEqual(ids);
      // a row that the service left empty has values, too
      for (const column of columns)
        expect(() => (column as { accessorFn: (row: Row) => unknown }).accessorFn({})).not.toThrow();
      for (const row of rows) for (const fact of facts?.(row, props) ?? []) expect(fact).toHaveProperty('is');
    },
  );
});

describe.each(pages.map((page) => [page.kind, page] as const))('the page of a subject: %s', (_kind, page) => {
  it('keeps the URL keys of its panels apart', async () => {
    filling = 'rows';
    const entity = entityOf(page);
    const own = (await placedOn(page)).map(({ description }) => description);
    const prefixes = own.flatMap((each) =>
      each.urlPrefix === undefined ? [] : [valueFor(each.urlPrefix, entity, each)],
    );
    expect(prefixes).toEqual([...new Set(prefixes)]);
    const choices = new Map<string, string>();
    for (const { choice } of own) {
      if (!choice) continue;
      const offered = JSON.stringify([choice.defaultValue, ...choice.choices.map(({ value }) => value)]);
      expect(choices.get(choice.parameter) ?? offered, choice.parameter).toBe(offered);
      choices.set(choice.parameter, offered);
    }
  });

  it('has a name in the URL for each of its tabs', () => {
    const ids = page.tabs.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
});

it('knows every panel that is placed outside the pages of subjects', () => {
  const names = panels.map(({ name }) => name);
  for (const name of [...Object.keys(outside), ...Object.keys(givenAnswers)]) expect(names).toContain(name);
});
