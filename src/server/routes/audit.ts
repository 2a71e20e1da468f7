import type { FastifyRequest } from 'fastify';
import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { type Parameter, parameters } from '#contract/generated/parameters.gen.ts';
import { isObject } from '#model/json-value.ts';
import { useOf } from '#server/http/key-roles.ts';
import { auditCountQuery, auditQuery, writeAudit } from '#server/queries/audit-log.ts';
import type { AllServices, Handler } from './handler.ts';

/** Who changed what through the interface, the newest first. */
const audit: Handler<'audit'> = async ({ query: { limit = 100, skip = 0 }, signal }, { engine }) => {
  const [[counted], rows] = await Promise.all([
    engine.query(auditCountQuery(), { signal }),
    engine.query(auditQuery({ limit, skip }), { signal }),
  ]);
  const records = rows.map(({ keyId, ...entry }) => ({ ...entry, key_id: keyId }));
  return { total: counted?.total ?? 0, records };
};

export const auditHandlers = { audit };

/** Change nothing, or are a part of what another operation announces. */
const unrecorded: ReadonlySet<OperationId> = new Set(['sourcePreview', 'logImportContent', 'watchPreview']);

/** Whether a call that succeeds is recorded: judgements, watches, live look-ups, seals, and changes of what an administrator manages. Pushes are not. */
export function isAudited(id: OperationId): boolean {
  const use = useOf(id);
  const changes =
    use === 'manage' ? operations[id].method !== 'GET' : ['collect', 'seal', 'judge', 'watch'].includes(use);
  return changes && !unrecorded.has(id);
}

/**
 * Records a call that succeeded, before its answer is sent. A record that cannot be written is logged, because the change is made.
 * @param body of the answer
 */
export async function recordChange(
  id: OperationId,
  { request, body }: { readonly request: FastifyRequest; readonly body: Buffer },
  { engine, now }: AllServices,
): Promise<void> {
  const { keyId, keyName: author, keyRole: role, params } = request;
  const sent = { ...(params as object), ...(isObject(request.body) ? request.body : {}) };
  const entry = { at: now().toISOString(), author, keyId, role, operation: id, ...described(id, sent, body) };
  await writeAudit(engine, entry).catch((err: unknown) =>
    request.log.error({ err, operation: id }, 'a change was not recorded in the audit log'),
  );
}

/** Members that name what is changed. */
const naming: ReadonlySet<string> = new Set(['subjects', 'subject', 'indicator', 'name', 'title']);
/** Texts that are recorded. Of any other only that it was sent, because it may be a secret. */
const recorded: ReadonlySet<string> = new Set(['reason', 'text', 'until', 'day', 'source', 'detector']);
const longestText = 1000;

function described(id: OperationId, sent: Readonly<Record<string, unknown>>, body: Buffer) {
  const given = parameters[id].filter(
    ({ name, default: usual }) => ![undefined, '', usual].includes(sent[name] as never),
  );
  const isName = ({ name, in: place }: Parameter) => place === 'path' || naming.has(name);
  const names = given.filter(isName).map(({ name }) => listed(sent[name]));
  const details = given.filter((each) => !isName(each)).map((each) => `${each.name}: ${shown(each, sent[each.name])}`);
  return { subject: cut([...names, ...answered(body)].join(' ')), details: cut(details.join('; ')) };
}

function listed(value: unknown): string {
  const values = [value].flat().map(String);
  return `${values.slice(0, 20).join(', ')}${values.length > 20 ? ` and ${values.length - 20} more` : ''}`;
}

function shown(parameter: Parameter, value: unknown): string {
  const { enum: words, items, type, format, name } = parameter;
  const isWord = words ?? items?.enum ?? (type === 'integer' || format === 'date' || recorded.has(name));
  return isWord ? listed(value) : 'set';
}

/** The name in the answer, in brackets: an import is changed by its id. */
function answered(body: Buffer): string[] {
  if (body.length > 100_000) return [];
  const { response } = JSON.parse(body.toString()) as { readonly response: unknown };
  return isObject(response) && typeof response['name'] === 'string' ? [`(${response['name']})`] : [];
}

const cut = (text: string) => (text.length > longestText ? `${text.slice(0, longestText).toWellFormed()}…` : text);
