import { parameters, type Parameter } from '#contract/generated/parameters.gen.ts';
import { operations, type OperationId } from '#contract/generated/operations.gen.ts';
import type { TestAnswer, TestService } from './collection.ts';

/** A request below the base path: GET unless it has a body. */
export interface Question {
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** One parameter at work. */
export interface ParameterCase {
  /** The question with the parameter in it; a function when it takes something to be there first (a job, say). */
  readonly ask: string | Question | ((service: TestService) => Promise<string>);
  /**
   * The same question as a service hears it that ignores the parameter. A query parameter is just left out, and a member
   * of a body that is not required; give it for the others: another value in the path, another list in the body.
   */
  readonly ignoring?: string | Question;
  /** Throws (expect) unless the answer is what the parameter asks for. It must throw for `ignoring`. */
  readonly holds: (response: TestAnswer['response'], answer: TestAnswer) => void;
}

/** Cases of some operations by parameter; the members of a body as `body.<name>` where a query parameter has the name. */
export type ParameterCases = Partial<Readonly<Record<OperationId, Readonly<Record<string, ParameterCase>>>>>;

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

/** Asks with the parameter and as if it were ignored. */
export async function askBothWays(
  service: TestService,
  operationId: OperationId,
  key: string,
  { ask, ignoring }: ParameterCase,
): Promise<{ readonly heard: TestAnswer; readonly ignored: TestAnswer }> {
  const question = typeof ask === 'function' ? await ask(service) : ask;
  const heard = toQuestion(question);
  const ignored = ignoring === undefined ? without(heard, operationId, key) : toQuestion(ignoring);
  return { heard: await put(service, heard), ignored: await put(service, ignored) };
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
    throw new Error(`the case of ${operationId} ${key} does not send it in the query: say what ignoring it would ask`);
  const rest = { path: kept.length === 0 ? place : `${place}?${kept.join('&')}` };
  return body ? { ...rest, body } : rest;
}

/** Every operation with its parameters and how many of them were shown to matter, as text. */
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
