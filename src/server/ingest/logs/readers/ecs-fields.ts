import { isObject, type LogObject } from '#server/ingest/logs/skip-rules.ts';

/** A field is nested, or flattened with dots in its key, in whole or in part. Paths are made once, because every event needs them. */
export type Path = readonly { readonly key: string; readonly rest: Path | undefined }[];

export function pathOf(names: string): Path {
  const parts = names.split('.');
  return parts.map((_, index) => ({
    key: parts.slice(0, index + 1).join('.'),
    rest: index + 1 < parts.length ? pathOf(parts.slice(index + 1).join('.')) : undefined,
  }));
}

export function field(object: LogObject, path: Path): unknown {
  for (const { key, rest } of path) {
    const value = object[key];
    const found = rest ? (isObject(value) ? field(value, rest) : undefined) : value;
    if (found !== undefined) return found;
  }
  return undefined;
}

export function oneOrMore(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
