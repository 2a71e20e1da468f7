import type { FeedDocument } from '#server/collect/feeds/entry.ts';

/** Whether a value of parsed JSON is an object with named members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The list, or an empty one for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value that the text is in JSON; undefined when it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The document as JSON; undefined when it is not JSON. Other faults (too large, unreadable) are not its content's and are thrown. */
export async function readJson(document: FeedDocument): Promise<unknown> {
  try {
    return await document.json();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
