import { operations } from '#contract/generated/operations.gen.ts';
import { connection } from './connection.ts';
import type { AnyQuery } from './query.ts';

export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query below the base of the interface: "/explore/domain/...". */
  readonly path: string;
  /** Absolute. */
  readonly url: string;
  /** With the key as `$API_KEY`, never the key itself. */
  readonly curl: string;
}

/** The HTTP request of a question. Unset parameters are omitted; lists become repeated parameters. */
export function apiRequest({ operationId, path = {}, query = {}, body }: AnyQuery): ApiRequest {
  const { method, path: template } = operations[operationId];
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name] ?? '')));
  const base = new URL(connection().baseUrl, globalThis.location?.origin ?? 'http://127.0.0.1:8787').href;
  const search = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => pairsOf(name, value))).toString();
  const pathAndQuery = `${filled}${search && `?${search}`}`;
  const url = `${base}${pathAndQuery}`;
  return { method, path: pathAndQuery, url, curl: curlOf(method, url, body) };
}

function pairsOf(name: string, value: unknown): [string, string][] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((each) => each !== undefined && each !== null).map((each) => [name, String(each)]);
}

function curlOf(method: string, url: string, body: unknown): string {
  const parts = [`curl -H "X-API-KEY: $API_KEY"`];
  if (body !== undefined)
    parts.push(`-H 'Content-Type: application/json'`, `--data ${shellQuote(JSON.stringify(body))}`);
  else if (method === 'POST') parts.push('-X POST');
  return [...parts, shellQuote(url)].join(' ');
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
