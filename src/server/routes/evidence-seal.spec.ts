import { hash, randomInt } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSealed } from '#cli/verify.ts';
import { manifestFile, sealedLine, signatureFile } from '#model/sealed-case.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { packSealed } from '#web/exports/sealed-zip.ts';

const service = useTestService();

const bytesOf = (text: string) => new TextEncoder().encode(text);
const files = { 'report.md': bytesOf('# Case 7\n'), 'records/001-domain-a.example.json': bytesOf('{ "a": 1 }\n') };
const linesOf = (all: Readonly<Record<string, Uint8Array>>) =>
  Object.entries(all).map(([path, bytes]) => sealedLine(path, bytes.length, hash('sha256', bytes)));
const seal = (body: object) => service.post('/sightline/evidence', body);

async function sealedArchive(): Promise<Uint8Array> {
  const { response } = await seal({ name: 'Case 7', files: linesOf(files) });
  const { manifest, signature } = response as { manifest: string; signature: string };
  return packSealed({ ...files, [manifestFile]: bytesOf(manifest), [signatureFile]: bytesOf(signature) });
}

describe('sealed evidence', () => {
  it('is verified without the service, and names the key that the service publishes', async () => {
    const { response } = await service.get('/sightline/evidence');
    const { fingerprint } = response as { fingerprint: string };
    expect(await openSealed(await sealedArchive())).toMatchObject({ name: 'Case 7', files: 2, fingerprint });
    expect(statSync(join(service.folder, 'evidence-key.pem')).mode & 0o777).toBe(0o600);
  });

  it('shows every change of one bit', async () => {
    const archive = await sealedArchive();
    const unnoticed: number[] = [];
    for (let change = 0; change < 1000; change += 1) {
      const bit = randomInt(8 * archive.length);
      const changed = archive.slice();
      changed[bit >> 3]! ^= 1 << (bit & 7);
      await openSealed(changed).then(
        () => unnoticed.push(bit),
        () => undefined,
      );
    }
    expect(unnoticed).toEqual([]);
  });

  it('shows a file that was added, removed or swapped', async () => {
    const { response } = await seal({ name: 'Case 7', files: linesOf(files) });
    const { manifest, signature } = response as { manifest: string; signature: string };
    const signed = { [manifestFile]: bytesOf(manifest), [signatureFile]: bytesOf(signature) };
    const packed = async (content: Readonly<Record<string, Uint8Array>>) =>
      openSealed(await packSealed({ ...content, ...signed }));
    await expect(packed({ ...files, 'more.txt': bytesOf('x') })).rejects.toThrow('more.txt was changed');
    await expect(packed({ 'report.md': files['report.md'] })).rejects.toThrow('a.example.json is missing');
    await expect(packed({ ...files, 'report.md': bytesOf('# Case 8\n') })).rejects.toThrow('report.md was changed');
  });

  it.each([
    ['two files of one path', { name: 'x', files: [...linesOf(files), ...linesOf(files)] }],
    ['no file', { name: 'x', files: [] }],
    ['a line that is not one of a file', { name: 'x', files: ['report.md'] }],
    ['no name', { name: '', files: linesOf(files) }],
  ])('is refused for %s', async (_, body) => {
    expect((await seal(body)).status).toBe(400);
  });
});
