import { expect, it } from 'vitest';
import { listings, type TreeNode } from './DirectoryListings.tsx';

const ip = '192.0.2.1';
const file = (scan_date: string, filename: string, filesize: number | null = 1, address = ip) => ({
  ip: address,
  scan_date,
  filename,
  filesize,
  modified: '2026-06-01 00:00:00',
});

/** The tree as indented lines. */
function drawn(nodes: readonly TreeNode[], depth = 0): string[] {
  return nodes.flatMap(({ name, change, children }) => [
    `${'  '.repeat(depth)}${name}${change === 'same' ? '' : ` (${change})`}`,
    ...drawn(children, depth + 1),
  ]);
}

it('nests files in their directories, listed or not, directories first', () => {
  const [listing] = listings([
    file('2026-06-02', 'readme.txt'),
    file('2026-06-02', 'tools/', null),
    file('2026-06-02', 'tools/loader.exe', 40),
    file('2026-06-02', 'out/deep/hosts.txt', 2),
    file('2026-06-02', '//odd'),
  ]);
  expect(listing && drawn(listing.tree)).toEqual([
    '/',
    '  /',
    '    odd',
    'out/',
    '  deep/',
    '    hosts.txt',
    'tools/',
    '  loader.exe',
    'readme.txt',
  ]);
  expect(listing).toMatchObject({ ip, fileCount: 4, bytes: 44, added: undefined, gone: undefined });
});

it('compares a scan with the previous one of the same address', () => {
  const [newest, oldest, other] = listings([
    file('2026-06-02', 'a'),
    file('2026-06-02', 'b', 2),
    file('2026-06-02', 'c'),
    file('2026-06-01', 'b', 1),
    file('2026-06-01', 'c'),
    file('2026-06-01', 'd'),
    file('2026-06-01', 'a', 1, '192.0.2.2'),
  ]);
  expect(newest && drawn(newest.tree)).toEqual(['a (added)', 'b (changed)', 'c']);
  expect(newest).toMatchObject({ added: 1, gone: 1 });
  expect(oldest).toMatchObject({ scanDate: '2026-06-01', added: undefined });
  expect(other).toMatchObject({ ip: '192.0.2.2', added: undefined });
});
