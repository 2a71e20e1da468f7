import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

interface Issue {
  readonly file: string;
  readonly files?: readonly unknown[];
  readonly exports?: readonly { readonly name: string }[];
  readonly types?: readonly { readonly name: string }[];
}

export interface DeadCode {
  readonly files: string[];
  /** Exported values and types that no other file imports, as `path: name`. */
  readonly exports: string[];
}

/** What knip finds in the checkout by the configuration of this one. */
export function deadCode(checkout: string): DeadCode {
  const knip = join(root, 'node_modules/knip/bin/knip.js');
  const options = ['--reporter', 'json', '--include', 'files,exports,types', '--no-exit-code', '--no-config-hints'];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [knip, '--directory', checkout, '--config', join(root, 'knip.json'), ...options],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`knip failed: ${stderr}`);
  const { issues } = JSON.parse(stdout) as { issues: readonly Issue[] };
  return {
    files: issues.filter(({ files = [] }) => files.length > 0).map(({ file }) => file),
    exports: issues.flatMap(({ file, exports = [], types = [] }) =>
      [...exports, ...types].map(({ name }) => `${file}: ${name}`),
    ),
  };
}
