/**
 * Where the dashboard uses each operation, and how each of its parameters is reached. The one list: the table in
 * docs/operations.md is written from it (tools/place-table.ts), and operations.e2e.ts goes to every place.
 */
import { operations, type OperationId } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { explorerPlaces } from './explorer-places.ts';
import type { Place } from './place.ts';
import { subjectPlaces } from './subject-places.ts';

export const operationIds = Object.keys(operations) as OperationId[];

/** In the order that a table names them: the page of a subject first, then the explorer. */
export function placesOf(id: OperationId): readonly Place[] {
  return [...(subjectPlaces[id] ?? []), ...(explorerPlaces[id] ?? [])];
}

/** Names of the parameters that some place reaches: those of its address or list, and those its steps set. */
export function reachedParameters(id: OperationId): readonly string[] {
  const asked = new Set(placesOf(id).flatMap(({ asks = {} }) => Object.keys(asks)));
  const names = parameters[id]
    .filter(({ name, in: where }) => where !== 'query' || asked.has(name))
    .map(({ name }) => name);
  return [...new Set(names)];
}
