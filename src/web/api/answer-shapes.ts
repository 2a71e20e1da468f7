import { answerShapes, namedShapes } from '#contract/generated/answer-shapes.gen.ts';
import { readByShape, type Reading } from './read-by-shape.ts';

/** Reads what is under `response` by the contract. @param operation method and path template */
export function readResponse(operation: string, response: unknown): Reading {
  return readByShape(response, answerShapes[operation] ?? 'any', namedShapes);
}
