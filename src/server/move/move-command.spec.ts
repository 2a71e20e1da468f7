import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '#test/server/made-once.ts';
import { childProgram } from '#test/server/service-process.ts';

// The command line of `npm run move`.

const move = async (...words: readonly string[]) =>
  promisify(execFile)(process.execPath, [await childProgram('move'), ...words], { cwd: root, timeout: 60_000 }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { readonly code: number; readonly stderr: string }) => ({ code, said: stderr }),
  );

it('prints its options', async () => {
  expect(await move('--help')).toEqual({ code: 0, said: expect.stringContaining('--to-cluster NAME') });
  expect(await move('--too', 'x')).toEqual({ code: 2, said: expect.stringMatching(/--too[^]*--to-cluster NAME/) });
});

it.each(['clickhouse:8123', 'user:secret@clickhouse.example:8123/sightline', 'tcp://clickhouse:9000'])(
  'does not take the address %s for a folder',
  async (address) => {
    const { code, said } = await move('--from', 'http://127.0.0.1:9', '--to', address);
    expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining('begins with http://') });
    expect(existsSync(join(root, address))).toBe(false);
  },
);
