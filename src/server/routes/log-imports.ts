import { isTheirFault } from '#model/download-error.ts';
import { LogRefused, sensorName } from '#server/ingest/logs/import-input.ts';
import { PushRefused, type Push } from '#server/ingest/logs/log-pushes.ts';
import { UnknownLog } from '#server/ingest/logs/read-log.ts';
import { isTableField, tableFields } from '#server/ingest/logs/readers/table.ts';
import { ApiError, badInput } from '#server/http/api-error.ts';
import {
  type AllServices,
  type Caller,
  type LiveHandler,
  type PlainOperationId,
  writerOf,
  type WriterServices,
} from './handler.ts';

type ImportOperationId = Extract<PlainOperationId, `logImport${string}`>;

const refusals: Readonly<Record<LogRefused['reason'], readonly [status: number, code: string]>> = {
  unknown: [404, 'no_such_import'],
  wrong: [400, 'bad_input'],
  state: [409, 'not_now'],
  'no-room': [409, 'no_room'],
  'too-large': [413, 'body_too_large'],
};

/** An operation on imports: never kept, because they change by themselves. */
function onImports<Id extends ImportOperationId>(answer: LiveHandler<Id>['answer']): LiveHandler<Id> {
  return {
    isCacheable: () => false,
    answer: async (call, services) => {
      try {
        return await answer(call, services);
      } catch (error) {
        if (!(error instanceof LogRefused)) throw error;
        throw new ApiError(...refusals[error.reason], error.message);
      }
    },
  };
}

/** The same for those who may import. */
function managed<Id extends ImportOperationId>(answer: LiveHandler<Id>['answer']): LiveHandler<Id> {
  return onImports<Id>(async (call, services) => {
    checkMayImport(call, services);
    return answer(call, services);
  });
}

function checkMayImport({ owner }: Caller, { mayManage }: AllServices): void {
  if (!mayManage(owner))
    throw new ApiError(
      403,
      'not_allowed',
      'This key may look up, but not import. Use one of the keys in SIGHTLINE_ADMIN_KEYS.',
    );
}

const logImports = onImports<'logImports'>(async ({ owner }, services) =>
  writerOf(services).logs.list(services.mayManage(owner)),
);

const logImport = onImports<'logImport'>(async ({ path }, services) => writerOf(services).logs.one(path.import_id));

const logImportAdd = managed<'logImportAdd'>(async ({ body }, services) => {
  const { start, columns, ...file } = body;
  return writerOf(services).logs.add({ ...file, ...(columns && { columns: columnsOf(columns) }), starts: start === 1 });
});

const logImportChange = managed<'logImportChange'>(async ({ path, body }, services) => {
  const { logs } = writerOf(services);
  const { action, format, columns } = body;
  if (action === 'check')
    return logs.check(path.import_id, { ...(format && { format }), ...(columns && { columns: columnsOf(columns) }) });
  return logs[action](path.import_id);
});

/** 'name=Query Name,answer=IP' @throws ApiError */
function columnsOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const [name = '', ...column] = pair.split('=');
      if (!isTableField(name.trim()) || column.join('=').trim() === '')
        throw badInput('columns', `Send columns as name=Query Name,answer=IP. They hold ${tableFields.join(', ')}.`);
      return [name.trim(), column.join('=').trim()];
    }),
  );
}

const logImportContent = managed<'logImportContent'>(async ({ path, query, body }, services) =>
  writerOf(services).logs.content(path.import_id, query.offset, bytesOf(body)),
);

const pushRefusals: Readonly<Record<PushRefused['reason'], readonly [status: number, code: string]>> = {
  behind: [429, 'behind'],
  'too-large': [413, 'body_too_large'],
  wrong: [400, 'bad_input'],
};
const retrySeconds = 2;

/** Writes a push. @throws ApiError */
export async function pushLines(
  push: Omit<Push, 'idempotencyKey'>,
  caller: Caller,
  services: AllServices,
): ReturnType<WriterServices['logs']['pushes']['push']> {
  const { owner, idempotencyKey } = caller;
  if (!services.mayPush(owner))
    throw new ApiError(
      403,
      'not_allowed',
      'This key may look up, but not push logs. Use one of the keys in SIGHTLINE_INGEST_KEYS.',
    );
  try {
    const key = idempotencyKey === undefined ? undefined : `${owner} ${idempotencyKey}`;
    return await writerOf(services).logs.pushes.push({ ...push, sensor: sensorName(push.sensor), idempotencyKey: key });
  } catch (error) {
    if (error instanceof LogRefused) throw badInput('source', error.message);
    if (error instanceof UnknownLog) throw badInput('format', error.message);
    if (isTheirFault(error)) throw badInput('body', error.message);
    if (!(error instanceof PushRefused)) throw error;
    const { reason, message } = error;
    throw new ApiError(
      ...pushRefusals[reason],
      message,
      reason === 'behind' ? { retryAfterSeconds: retrySeconds } : {},
    );
  }
}

const ingest: LiveHandler<'ingest'> = {
  isCacheable: () => false,
  answer: async (call, services) => {
    const { path, query, body } = call;
    const format = path.format === 'auto' ? '' : path.format;
    return pushLines({ format, sensor: query.source ?? '', body: bytesOf(body) }, call, services);
  },
};

/** A body of bytes reaches its handler as the stream that it comes in. */
export function bytesOf(body: unknown): AsyncIterable<Buffer> {
  return (body ?? []) as AsyncIterable<Buffer>;
}

/** Imports of own logs. */
export const logImporting = { logImports, logImport, logImportAdd, logImportChange, logImportContent, ingest };
