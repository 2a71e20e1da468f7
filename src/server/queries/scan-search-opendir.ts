import type { WildcardClass } from '#model/wildcard.ts';
import type { Query } from '#server/engine/engine.ts';
import { addressKey } from './address-key.ts';
import { allOf, condition, type Condition, mergeParams, wildcardCondition } from './condition.ts';
import { networkCondition, type ScanNetwork } from './scan-search.ts';

/** What of a listed file is compared: its own name, or its whole path in the listing. */
export type FilePart = 'name' | 'path';

export interface OpenDirectorySearch extends ScanNetwork {
  readonly file: { readonly part: FilePart; readonly pattern: WildcardClass } | undefined;
  readonly regex: { readonly part: FilePart; readonly pattern: string } | undefined;
  /** Only scans of this day and after it, 'yyyy-mm-dd'. */
  readonly since: string;
  /** Everything that is listed where the file was found. */
  readonly full: boolean;
}

export interface FoundFileRow {
  readonly key: string;
  /** 'yyyy-mm-dd' */
  readonly scanDate: string;
  readonly filename: string;
  /** Null for directories. */
  readonly filesize: number | null;
  /** 'yyyy-mm-dd hh:mm:ss' */
  readonly modified: string;
}

const columnOf: Readonly<Record<FilePart, string>> = { name: 'name', path: 'filename' };

/** A7: files by scan, newest first. @param limit the most rows to give */
export function openDirectoryFiles(search: OpenDirectorySearch, limit: number): Query<FoundFileRow> {
  const { table, where } = found(search);
  return {
    name: 'scanOpenDirectories',
    sql: `
      SELECT ${addressKey('ip')} AS key, toString(scan_date) AS scanDate, filename, filesize, toString(modified) AS modified
      FROM ${table} FINAL WHERE ${where.sql}
      ORDER BY ${table}.scan_date DESC, ip, filename LIMIT {limit:UInt32}`,
    params: mergeParams(where.params, { limit }),
  };
}

function found(search: OpenDirectorySearch): { readonly table: string; readonly where: Condition } {
  const scanned = [networkCondition(search), condition('scan_date >= {since:Date}', { since: search.since })];
  const files = fileConditions(search);
  if (files.length === 0) return { table: 'scan_opendir', where: allOf(scanned) };
  const matching = allOf([...scanned, ...files]);
  if (!search.full) return { table: 'opendir_files', where: matching };
  const hosts = condition(`ip IN (SELECT ip FROM opendir_files WHERE ${matching.sql})`, matching.params);
  return { table: 'scan_opendir', where: allOf([...scanned, hosts]) };
}

function fileConditions({ file, regex }: OpenDirectorySearch): Condition[] {
  return [
    ...(file ? [wildcardCondition({ text: columnOf[file.part] }, 'file', file.pattern)] : []),
    ...(regex ? [condition(`match(${columnOf[regex.part]}, {regex:String})`, { regex: regex.pattern })] : []),
  ];
}
