import { parse } from 'csv-parse/sync';
import type { FeedDocument } from './entry.ts';

const mostColumns = 200;

/**
 * Names that a mapping can be made of: the columns of a CSV file, from its header or the comment in place of one; of JSON the
 * paths of the values in its first record, such as `data[].ip`.
 */
export async function columnsOf(document: FeedDocument, format: string, delimiter: string): Promise<string[]> {
  if (format === 'csv') return csvColumns(document, delimiter);
  if (format === 'ndjson') return pathsOf(jsonOf(await firstLine(document, () => true)));
  return pathsOf(await document.json().catch(() => undefined));
}

async function csvColumns(document: FeedDocument, delimiter: string): Promise<string[]> {
  let comment = '';
  const isHeader = (line: string): boolean => {
    if (line.startsWith('#')) comment = line.replace(/^#+\s*/, '');
    return !line.startsWith('#');
  };
  const first = fieldsOf(await firstLine(document, isHeader), delimiter);
  const above = fieldsOf(comment, delimiter);
  // some publishers write the names of the columns into the last comment
  const names = above.length === first.length && first.length > 1 ? above : first;
  return names.slice(0, mostColumns);
}

function fieldsOf(line: string, delimiter: string): string[] {
  if (line === '') return [];
  const options = { delimiter: delimiter === 'tab' ? '\t' : delimiter || ',', relaxQuotes: true, trim: true } as const;
  try {
    return parse(line.slice(0, 65_536), options)[0] ?? [];
  } catch {
    return [];
  }
}

async function firstLine(document: FeedDocument, isWanted: (line: string) => boolean): Promise<string> {
  for await (const line of document.lines()) if (line.trim() !== '' && isWanted(line)) return line;
  return '';
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Paths to the texts, numbers and lists of them in a value; of a list its first element counts. */
function pathsOf(value: unknown): string[] {
  const found = new Set<string>();
  const visit = (at: unknown, path: string, depth: number): void => {
    if (found.size >= mostColumns || depth > 6) return;
    if (Array.isArray(at)) visit(at[0], `${path}[]`, depth + 1);
    else if (typeof at === 'object' && at !== null)
      for (const [name, member] of Object.entries(at))
        visit(member, path === '' || path.endsWith('.') ? `${path}${name}` : `${path}.${name}`, depth + 1);
    else if (typeof at === 'string' || typeof at === 'number') found.add(path);
  };
  visit(value, '', 0);
  return [...found];
}
