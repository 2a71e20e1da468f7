import type { Argv } from 'yargs';
import type { Watch, WatchRequest } from '#contract/generated/types.gen.ts';
import { type IndicatorKind, SUBJECT_KINDS } from '#model/indicator-kind.ts';
import { recogniseValue } from '#model/recognise-value.ts';
import { visibleText } from '#model/visible-text.ts';
import { fetchAnswer } from '#web/api/query.ts';
import { searchOfPage } from '#web/pages/feeds/search-of-page.ts';
import { subjectOfPath } from '#web/url/subject-path.ts';
import { fieldNames, printRows } from './answer-rows.ts';
import { formatOptions, print, type RowOptions, say } from './output.ts';
import { baseOf, CommandFailure, connect, withService } from './service.ts';

/** Adds the commands of `sightline watch`. */
export function withWatches(argv: Argv): Argv {
  const what = (each: Argv) =>
    withService(
      each.positional('what', {
        type: 'string',
        demandOption: true,
        describe: 'An indicator, or the address of its page, of a search, or of Findings with a detector',
      }),
    ).options(formatOptions);
  const named = (each: Argv) =>
    withService(
      each.positional('watch', { type: 'string', demandOption: true, describe: 'Id or title of the watch' }),
    ).options(formatOptions);
  return argv
    .command(
      'list',
      'All watches, with their last run',
      (each) => withService(each).options(formatOptions),
      async (options) => {
        connect(options);
        await printWatches(await allWatches(), options);
      },
    )
    .command(
      'add <what>',
      'Watch a subject, a search or a kind of finding',
      (each) =>
        what(each).options({
          title: { type: 'string', default: '', describe: 'Name of the watch' },
          webhook: { type: 'string', default: '', describe: 'URL that gets each event by POST' },
        }),
      ({ what: text, ...options }) => add(text, options),
    )
    .command('preview <what>', 'What a watch would read, and how often it would have told', what, (options) =>
      preview(options.what, options),
    )
    .command(
      'events [watch]',
      'What watches told, the newest first, at most 100',
      (each) => withService(each.positional('watch', { type: 'string', default: '' })).options(formatOptions),
      ({ watch, ...options }) => events(watch, options),
    )
    .command(
      'mute <watch>',
      'Keep the events of a watch without telling them',
      (each) =>
        named(each).option('until', {
          type: 'string',
          demandOption: true,
          describe: "Last day of the mute, yyyy-mm-dd; '' ends it",
        }),
      async ({ watch, until, ...options }) => {
        connect(options);
        const { id = '' } = await watchNamed(watch);
        const { response } = await fetchAnswer({ operationId: 'watchMute', path: { watch_id: id }, body: { until } });
        await printWatches(response.watches?.filter((each) => each.id === id) ?? [], options);
      },
    )
    .command('remove <watch>', 'Stop watching', named, async ({ watch, ...options }) => {
      connect(options);
      const found = await watchNamed(watch);
      await fetchAnswer({ operationId: 'watchRemove', path: { watch_id: found.id ?? '' } });
      await printWatches([found], options);
    })
    .demandCommand(1, 'Name a command; sightline watch --help lists them.');
}

async function add(text: string, options: RowOptions & { readonly title: string; readonly webhook: string }) {
  const { title, webhook, url } = options;
  const target = await readWatched(text);
  connect(options);
  const { response } = await fetchAnswer({
    operationId: 'watchAdd',
    body: { ...target, title, webhook, dashboard: new URL(baseOf(url)).origin },
  });
  await printWatches([response], options);
  if (options.format === 'text' && response.webhook_secret)
    await print(`Secret of the webhook, which is shown this once: ${response.webhook_secret}\n`);
}

async function preview(text: string, options: RowOptions) {
  const target = await readWatched(text);
  connect(options);
  const { parts = [], times, days } = (await fetchAnswer({ operationId: 'watchPreview', body: target })).response;
  await printRows(parts, fieldNames('@WatchPreviewPart'), options, [
    ['Part', 'Records', 'Days told', 'Note'],
    ...parts.map(({ part = '', entries, told_days: told, reason = '', why_unknown: unknown = '' }) => [
      ...[part, entries ?? 'not read', told ?? 'not known'].map(String),
      reason || unknown,
    ]),
  ]);
  if (options.format === 'text')
    await print(
      times === null
        ? `How often it would have told in the last ${days} days is not known.\n`
        : `It would have told on ${times} of the last ${days} days, as far as is known.\n`,
    );
}

async function events(name: string, options: RowOptions) {
  connect(options);
  const watch = name === '' ? '' : ((await watchNamed(name)).id ?? '');
  const { events: told = [] } = (await fetchAnswer({ operationId: 'watchEvents', query: { watch, limit: 100 } }))
    .response;
  if (told.length === 0 && options.format === 'text') say('No watch has told anything yet.');
  await printRows(told, fieldNames('@WatchEvent'), options, [
    ['At', 'Watch', 'New', 'Gone', 'Changed', 'Why'],
    ...told.map(({ at = '', title = '', appeared, gone, changed, why = '' }) => [
      at,
      visibleText(title),
      String(appeared),
      String(gone),
      String(changed),
      visibleText(why),
    ]),
  ]);
}

/** What a text asks to watch. @throws CommandFailure */
async function readWatched(text: string): Promise<WatchRequest> {
  const place = placeOf(text);
  const detector = place?.searchParams.get('detector');
  if (place?.pathname === '/findings' && detector)
    return { what: 'finding', detector, network: place.searchParams.get('network') ?? '' };
  const request = place && (await searchOfPage(place.href));
  const page = place && !place.pathname.includes('/api/v1/') ? { page: `${place.pathname}${place.search}` } : {};
  if (request) return { what: 'search', request, ...page };
  const subject = place && subjectOfPath(place.pathname);
  if (subject) return watchedSubject(subject);
  if (text.startsWith('/') || place?.pathname.startsWith('/search/'))
    throw new CommandFailure(
      'This page shows no search that can be watched. Run the search, then send the address.',
      2,
    );
  const { interpretations, problem } = recogniseValue(text);
  const found = interpretations.find(({ kind }) => isWatchedKind(kind));
  if (!found)
    throw new CommandFailure(`${visibleText(text)}: ${problem?.message ?? 'not a subject that can be watched'}`, 2);
  return watchedSubject(found);
}

/** The address of a page or of the interface, under any host: the dashboard may have another name than the service. */
function placeOf(text: string): URL | undefined {
  if (!/^(?:https?:\/)?\//.test(text) || !URL.canParse(text, 'http://localhost')) return undefined;
  return new URL(text, 'http://localhost');
}

const isWatchedKind = (kind: IndicatorKind) => SUBJECT_KINDS.some((each) => each === kind);

function watchedSubject({ kind, value }: { readonly kind: IndicatorKind; readonly value: string }): WatchRequest {
  const type = SUBJECT_KINDS.find((each) => each === kind);
  if (!type) throw new CommandFailure(`${visibleText(value)} cannot be watched.`, 2);
  return { what: 'subject', type, subject: value };
}

async function allWatches(): Promise<readonly Watch[]> {
  return (await fetchAnswer({ operationId: 'watches' })).response.watches ?? [];
}

/** @throws CommandFailure unless exactly one watch has the id or title */
async function watchNamed(name: string): Promise<Watch> {
  const all = await allWatches();
  const found = all.filter(({ id, title }) => id === name || title === name);
  const [only] = found;
  if (only && found.length === 1) return only;
  const words = only ? 'Several watches have this title; send an id' : 'No watch has this id or title';
  throw new CommandFailure(`${visibleText(name)}: ${words}. sightline watch list shows them.`, 2);
}

async function printWatches(watches: readonly Watch[], options: RowOptions): Promise<void> {
  if (watches.length === 0 && options.format === 'text') say('Nothing is watched.');
  await printRows(watches, fieldNames('@Watch'), options, [
    ['Id', 'Title', 'Watched', 'Last run', 'Last event', 'Muted until'],
    ...watches.map(({ id = '', title = '', words = '', last_run: run, last_event: event, muted_until: until }) => [
      id,
      visibleText(title),
      visibleText(words),
      run ? `${run.at} ${run.state}` : 'not yet',
      event ?? 'none',
      until ?? '',
    ]),
  ]);
}
