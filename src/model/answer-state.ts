/**
 * What an answer of the interface says. Failed calls are not answers and not among these.
 * - unknown: the collection holds nothing about this; `reason` is the interface's own words, or null;
 * - empty: it was looked for and there is none;
 * - clean: it was looked at and its score is 0;
 * - running: the search became a job, there is no answer yet;
 * - data: anything else.
 */
export type AnswerState =
  | { readonly state: 'unknown'; readonly reason: string | null }
  | { readonly state: 'empty' }
  | { readonly state: 'clean' }
  | { readonly state: 'running' }
  | { readonly state: 'data' };

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `{records: []}`, `{ip2asn: [...]}`, `{domaininfo: {...}}` -> what is inside; `metadata` is alongside it and says nothing. */
function unwrapPayload(payload: unknown): unknown {
  if (!isObject(payload)) return payload;
  const members = Object.entries(payload).filter(([name]) => name !== 'metadata');
  const [only] = members;
  const isWrapper = members.length === 1 && only !== undefined && typeof only[1] === 'object' && only[1] !== null;
  return isWrapper ? only[1] : payload;
}

function unknownReason(value: unknown): string | null {
  return isObject(value) && typeof value['error'] === 'string' && value['error'] !== '' ? value['error'] : null;
}

function listState(list: readonly unknown[], scoreField: string): AnswerState {
  const [first] = list;
  if (first === undefined) return { state: 'empty' };
  if (list.length === 1) return recordState(first, scoreField);
  return list.every((each) => unknownReason(each) !== null) ? recordState(first, scoreField) : { state: 'data' };
}

function recordState(value: unknown, scoreField: string): AnswerState {
  const reason = unknownReason(value);
  if (reason !== null) return { state: 'unknown', reason };
  if (!isObject(value)) return { state: 'data' };
  if (Object.keys(value).length === 0) return { state: 'empty' };
  return { state: value[scoreField] === 0 ? 'clean' : 'data' };
}

/**
 * The state of a successful answer, from its `response` or any part of it (a list of records, one record). `scoreField` names
 * the score whose 0 means clean. A missing payload is unknown: never clean, never empty.
 */
export function answerState(payload: unknown, scoreField = 'sp_risk_score'): AnswerState {
  if (payload === null || payload === undefined) return { state: 'unknown', reason: null };
  if (isObject(payload) && isObject(payload['job_status'])) return { state: 'running' };
  const inner = unwrapPayload(payload);
  return Array.isArray(inner) ? listState(inner, scoreField) : recordState(inner, scoreField);
}
