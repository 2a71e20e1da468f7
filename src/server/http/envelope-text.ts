import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Envelope } from './api-error.ts';

/** Records that are written in one go: a few milliseconds. */
const sliceLength = 500;

/** The JSON of an envelope. Long lists are written in slices, so that other answers are sent between them. */
export async function envelopeText(envelope: Envelope): Promise<string> {
  const { response } = envelope;
  const members = typeof response === 'object' && response !== null && !Array.isArray(response) ? response : {};
  const [name, list] = Array.isArray(response)
    ? [undefined, response as unknown[]]
    : (Object.entries(members).find((entry): entry is [string, unknown[]] => isLong(entry[1])) ?? []);
  if (!isLong(list)) return JSON.stringify(envelope);
  const mark = randomUUID();
  const rest = { ...envelope, response: name === undefined ? mark : { ...members, [name]: mark } };
  const [head, tail] = JSON.stringify(rest).split(`"${mark}"`);
  const slices: string[] = [];
  for (let at = 0; at < list.length; at += sliceLength) {
    slices.push(JSON.stringify(list.slice(at, at + sliceLength)).slice(1, -1));
    await nextTurn();
  }
  return `${head}[${slices.join(',')}]${tail}`;
}

function isLong(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > sliceLength;
}
