import type { QueryClient } from '@tanstack/react-query';
import type { Argv, Options } from 'yargs';
import { type Operation, type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { type Parameter, parameters } from '#contract/generated/parameters.gen.ts';
import { inStableOrder, unrepeated } from '#web/api/all-pages.ts';
import { askToEnd } from '#web/api/ask-to-end.ts';
import type { AnyQuery, Query } from '#web/api/query.ts';
import { answerRows, csvOf, ndjsonOf } from './answer-rows.ts';
import { formatOptions, print } from './output.ts';
import { teamMarker } from './team.ts';
import { connect, type ServiceOptions, withService } from './service.ts';

/** Look-ups and searches: operations of the interface that take no file. */
const asked = (Object.entries(operations) as [OperationId, Operation][]).filter(
  ([, { item, takesRawBody }]) => item !== null && !takesRawBody,
);

/** Adds a sub-command for each operation of the interface, with its parameters as options. */
export function withOperations(argv: Argv): Argv {
  for (const [operationId, { summary }] of asked)
    argv.command(
      operationId,
      summary,
      (each) =>
        withService(each)
          .options({
            format: {
              choices: ['json', 'ndjson', 'csv'] as const,
              default: 'json' as const,
              describe: 'json: the answer as it is; ndjson and csv: its rows',
            },
            raw: formatOptions.raw,
            all: {
              type: 'boolean',
              default: false,
              hidden: !canPage(operationId),
              describe: 'All pages, as ndjson or csv',
            },
          })
          .options(optionsOf(operationId) as Readonly<Record<never, Options>>),
      (values) => search(operationId, values),
    );
  return argv.demandCommand(1, 'Name an operation; sightline search --help lists them.');
}

interface SearchOptions extends ServiceOptions {
  readonly format: 'json' | 'ndjson' | 'csv';
  readonly raw: boolean;
  readonly all: boolean;
  readonly [parameter: string]: unknown;
}

async function search(operationId: OperationId, options: SearchOptions): Promise<void> {
  const client = connect(options);
  const isPaged = options.all && canPage(operationId);
  const given = questionOf(operationId, options);
  const question = isPaged ? inStableOrder(given) : given;
  if (options.format === 'json' && !options.all)
    return await print(`${JSON.stringify(await answerTo(client, question), null, 2)}\n`);
  const marked = await teamMarker();
  const { read, fields } = answerRows(operationId);
  const collected: object[] = [];
  const fresh = unrepeated<object>(operationId);
  const limit = limitOf(question);
  for (let skip = Number(question.query?.['skip'] ?? 0); ; skip += limit) {
    const page = isPaged ? { ...question, query: { ...question.query, limit, skip } } : question;
    const { rows: records, items } = read(await answerTo(client, page));
    const rows = marked(isPaged ? fresh(records) : records);
    // which columns a CSV file has is known at its end
    if (options.format === 'csv') collected.push(...rows);
    else await print(ndjsonOf(rows));
    if (!isPaged || items < limit) break;
  }
  if (options.format === 'csv') await print(csvOf(collected, [...fields(collected), 'team'], options.raw));
}

/** Waits for the result of a background job, if the answer is one. */
async function answerTo(client: QueryClient, question: AnyQuery): Promise<unknown> {
  try {
    return await askToEnd(client, question as Query<'padnsForward'>, new AbortController().signal);
  } finally {
    // answers in its cache would keep the process alive
    client.clear();
  }
}

const canPage = (operationId: OperationId) =>
  ['limit', 'skip'].every((name) => parameters[operationId].some((each) => each.name === name));

/** The rows of a page. */
function limitOf({ operationId, query }: AnyQuery): number {
  const { default: standard, maximum } = parameters[operationId].find(({ name }) => name === 'limit') ?? {};
  return Number(query?.['limit'] ?? maximum ?? standard);
}

function questionOf(operationId: OperationId, options: SearchOptions): AnyQuery {
  const given = (place: Parameter['in']) =>
    Object.fromEntries(
      parameters[operationId]
        .filter(({ name, in: its }) => its === place && options[name] !== undefined)
        .map(({ name }) => [name, options[name] as string | number]),
    );
  return {
    operationId,
    path: given('path'),
    query: given('query'),
    ...(operations[operationId].takesBody && { body: given('body') }),
  };
}

function optionsOf(operationId: OperationId): Readonly<Record<string, Options>> {
  return Object.fromEntries(parameters[operationId].map((parameter) => [parameter.name, optionOf(parameter)]));
}

/** Values are sent as they are typed: the service checks them, and says what it accepts. */
function optionOf({ type, required, description, ...limits }: Parameter): Options {
  return {
    describe: description,
    ...(type === 'array'
      ? { type: 'array', string: limits.items?.type !== 'integer' }
      : { type: type === 'integer' && !limits.time && !limits.flag ? 'number' : 'string', requiresArg: true }),
    ...(limits.enum && !limits.caseInsensitive && !limits.flag && { choices: limits.enum }),
    ...(limits.default !== undefined && { defaultDescription: String(limits.default) }),
    ...(required && { demandOption: true }),
  };
}
