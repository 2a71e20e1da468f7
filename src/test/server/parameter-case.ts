import { parameters, type Parameter } from '#contract/generated/parameters.gen.ts';
import { operations, type OperationId } from '#contract/generated/operations.gen.ts';
import type { TestAnswer, TestService } from './collection.ts';

/** A request below the base path: GET unless it has a body. */
export interface Question {
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A test of one parameter. */
export interface ParameterCase {
  /** The question with the parameter in it; a function when something must exist first, such as a job. */
  readonly ask: string | Question | ((service: TestService) => Promise<string>);
  /**
   * The question as if the service ignored the parameter. By default a query parameter and an optional member of a body are
   * left out; set this for the others: another value in the path, another list in the body.
   */
  readonly ignoring?: string | Question;
  /**
   * Throws (expect) unless the answer obeys the parameter. It must throw for `ignoring`. Left out where the spec of the operation has a
   * row for the parameter, which shows its effect exactly: then the answers only have to differ.
   */
  readonly holds?: (response: TestAnswer['response'], answer: TestAnswer) => void;
}

/** Cases of some operations by parameter; the members of a body as `body.<name>` where a query parameter has the name. */
export type ParameterCases = Partial<Readonly<Record<OperationId, Readonly<Record<string, ParameterCase>>>>>;

/** Cases of a GET operation: by parameter, a query that finds something else than without the parameter. */
export function casesOf(path: string, queries: Readonly<Record<string, string>>): Record<string, ParameterCase> {
  return Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, { ask: `${path}?${query}` }]));
}

/** Keys of every parameter of an operation, in the order of the contract. */
export function parameterKeys(operationId: OperationId): string[] {
  const list = parameters[operationId];
  return list.map((parameter) => keyOf(parameter, list));
}

function keyOf(parameter: Parameter, list: readonly Parameter[]): string {
  const isTaken =
    parameter.in === 'body' && list.some(({ name, in: place }) => name === parameter.name && place !== 'body');
  return isTaken ? `body.${parameter.name}` : parameter.name;
}

/** Asks with the parameter, and as if it were ignored. */
export async function askBothWays(
  service: TestService,
  operationId: OperationId,
  key: string,
  { ask, ignoring }: ParameterCase,
): Promise<{ readonly heard: TestAnswer; readonly ignored: TestAnswer }> {
  const question = typeof ask === 'function' ? await ask(service) : ask;
  const heard = toQuestion(question);
  const ignored = ignoring === undefined ? without(heard, operationId, key) : toQuestion(ignoring);
  return { heard: await put(service, heard), ignored: await putOnce(service, ignored) };
}

/** Answers by question, of each service. */
const known = new WeakMap<TestService, Map<string, Promise<TestAnswer>>>();

/** Half of the cases of an operation compare with the same question. */
function putOnce(service: TestService, question: Question): Promise<TestAnswer> {
  const answers = known.get(service) ?? new Map<string, Promise<TestAnswer>>();
  known.set(service, answers);
  const text = JSON.stringify(question);
  const answer = answers.get(text) ?? put(service, question);
  answers.set(text, answer);
  return answer;
}

function toQuestion(question: string | Question): Question {
  return typeof question === 'string' ? { path: question } : question;
}

function put(service: TestService, { path, body }: Question): Promise<TestAnswer> {
  return body ? service.post(path, body) : service.get(path);
}

/** @throws Error when the question does not hold the parameter, or cannot be asked without it */
function without({ path, body }: Question, operationId: OperationId, key: string): Question {
  const name = key.replace(/^body\./, '');
  if (body && (key !== name || name in body)) {
    const { [name]: dropped, ...rest } = body;
    if (dropped === undefined) throw new Error(`the case of ${operationId} ${key} does not send it`);
    return { path, body: rest };
  }
  const [place = '', query = ''] = path.split('?');
  const pairs = query.split('&');
  const kept = pairs.filter((pair) => !pair.startsWith(`${name}=`));
  if (kept.length === pairs.length)
    throw new Error(`the case of ${operationId} ${key} does not send it in the query: set \`ignoring\``);
  const rest = { path: kept.length === 0 ? place : `${place}?${kept.join('&')}` };
  return body ? { ...rest, body } : rest;
}

/** Every operation with its parameters, and how many of them have an effect in a case, as text. */
export function parameterTable(shown: ReadonlySet<string>): string {
  const lines = Object.values(operations)
    .filter(({ item }) => item !== null)
    .map(({ item, operationId }) => {
      const keys = parameterKeys(operationId);
      const marks = keys.map((key) => `${shown.has(`${operationId} ${key}`) ? '+' : 'MISSING:'}${key}`);
      return `${(item ?? '').padEnd(4)}${operationId.padEnd(28)}${String(keys.length).padStart(3)}  ${marks.join(' ')}`;
    });
  return lines.join('\n');
}
