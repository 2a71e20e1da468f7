import { groupRows, type FileRow } from './scan-rows.ts';

export type FileChange = 'added' | 'changed' | 'same';

export interface TreeNode {
  /** The last part of the path; '/' at its end for a directory. */
  readonly name: string;
  /** As the server listed it. */
  readonly path: string;
  /** Undefined for a directory that is known only by what is in it. */
  readonly file: FileRow | undefined;
  readonly change: FileChange;
  readonly children: readonly TreeNode[];
}

/** What one scan of one address listed. */
export interface Listing {
  readonly ip: string;
  /** 'yyyy-mm-dd' */
  readonly scanDate: string;
  readonly fileCount: number;
  /** Of the files with a size. */
  readonly bytes: number;
  /** Against the scan before; undefined for the first one. */
  readonly added: number | undefined;
  readonly gone: number | undefined;
  readonly tree: readonly TreeNode[];
}

/** Listings in the order of the rows, which is newest first at each address. */
export function listings(rows: readonly FileRow[]): readonly Listing[] {
  const groups = groupRows(rows, ({ ip, scan_date }) => `${ip} ${scan_date}`);
  return groups.map((files, index) => {
    const { ip = '', scan_date: scanDate = '' } = files[0] ?? {};
    const next = groups[index + 1];
    const earlier = next?.[0]?.ip === ip ? new Map(next.map((file) => [file.filename, file])) : undefined;
    const changeOf = (file: FileRow) => changeAgainst(earlier, file);
    const names = new Set(files.map(({ filename }) => filename));
    return {
      ip,
      scanDate,
      fileCount: files.filter(({ filename = '' }) => !filename.endsWith('/')).length,
      bytes: files.reduce((sum, { filesize }) => sum + (filesize ?? 0), 0),
      added: earlier && files.filter((file) => changeOf(file) === 'added').length,
      gone: earlier && [...earlier.keys()].filter((name) => !names.has(name)).length,
      tree: treeOf(files, changeOf),
    };
  });
}

function changeAgainst(earlier: ReadonlyMap<string | undefined, FileRow> | undefined, file: FileRow): FileChange {
  if (!earlier) return 'same';
  const before = earlier.get(file.filename);
  if (!before) return 'added';
  return before.filesize === file.filesize && before.modified === file.modified ? 'same' : 'changed';
}

interface Branch {
  readonly path: string;
  file: FileRow | undefined;
  readonly children: Map<string, Branch>;
}

function treeOf(files: readonly FileRow[], changeOf: (file: FileRow) => FileChange): readonly TreeNode[] {
  const root = branch('');
  for (const file of files) {
    let at = root;
    for (const part of (file.filename ?? '').match(/[^/]*\/|[^/]+$/g) ?? []) {
      const child = at.children.get(part) ?? branch(at.path + part);
      at.children.set(part, child);
      at = child;
    }
    at.file = file;
  }
  const nodes = ({ children }: Branch): TreeNode[] =>
    [...children]
      .map(([name, child]) => ({
        name,
        path: child.path,
        file: child.file,
        change: child.file ? changeOf(child.file) : 'same',
        children: nodes(child),
      }))
      .sort((a, b) => Number(b.name.endsWith('/')) - Number(a.name.endsWith('/')) || (a.name < b.name ? -1 : 1));
  return nodes(root);
}

function branch(path: string): Branch {
  return { path, file: undefined, children: new Map() };
}
