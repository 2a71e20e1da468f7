import { createPublicKey, hash, verify as isSigned } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { z } from 'zod';
import { errorText } from '#model/errors.ts';
import {
  manifestFile,
  pathOfSealed,
  sealedFormat,
  sealedLine,
  type SealedManifest,
  signatureFile,
} from '#model/sealed-case.ts';
import { visibleText } from '#model/visible-text.ts';
import { packSealed } from '#web/exports/sealed-zip.ts';
import { print } from './output.ts';
import { CommandFailure } from './service.ts';

const manifestSchema: z.ZodType<SealedManifest> = z.object({
  format: z.literal(sealedFormat),
  version: z.literal(1),
  name: z.string(),
  sealed_at: z.string(),
  sealed_by: z.string(),
  public_key: z.string(),
  files: z.array(z.string()),
});

/** What a sealed archive says of itself once nothing in it was changed. */
interface SealedCase {
  readonly name: string;
  readonly sealedAt: string;
  readonly sealedBy: string;
  readonly files: number;
  /** SHA-256 of the public key. */
  readonly fingerprint: string;
}

/** Checks sealed evidence without a service, and prints who sealed it and when. @throws CommandFailure when it was changed */
export async function verify(file: string, { signer }: { readonly signer: string }): Promise<void> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new CommandFailure(errorText(error), 2);
  });
  const found = await openSealed(bytes).catch((error: unknown) => {
    throw new CommandFailure(`${file} is not as it was sealed: ${visibleText(errorText(error))}`);
  });
  if (signer !== '' && signer.toLowerCase() !== found.fingerprint)
    throw new CommandFailure(`${file} was sealed with another key: ${found.fingerprint}`);
  await print(
    `${visibleText(found.name)}: ${found.files} files, as they were sealed at ${visibleText(found.sealedAt)} with API key ${visibleText(found.sealedBy)}
Key of the deployment: ${found.fingerprint}
${signer === '' ? 'Compare it with the fingerprint that the sender gives, or pass that as --signer.' : 'It is the key of --signer.'}
`,
  );
}

/** @throws Error that says what differs */
export async function openSealed(bytes: Uint8Array): Promise<SealedCase> {
  // sealed files are not compressed: a foreign archive cannot unpack to more than its size
  const files = unzipSync(bytes, { filter: ({ compression }) => compression === 0 });
  const { [manifestFile]: manifestBytes, [signatureFile]: signature, ...content } = files;
  if (!manifestBytes || !signature) throw new Error(`it lacks ${manifestFile} or ${signatureFile}.`);
  const text = Buffer.from(manifestBytes).toString();
  const manifest = manifestSchema.parse(JSON.parse(text));
  const publicKey = Buffer.from(manifest.public_key, 'base64');
  const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
  const signed = Buffer.from(Buffer.from(signature).toString(), 'base64');
  // base64 may have bits and characters that mean nothing
  if (!Buffer.from(signed.toString('base64')).equals(signature) || !isSigned(null, manifestBytes, key, signed))
    throw new Error(`the signature does not belong to ${manifestFile}.`);
  const lines = new Map(manifest.files.map((line) => [pathOfSealed(line), line]));
  for (const [path, of] of Object.entries(content))
    if (lines.get(path) !== sealedLine(path, of.length, hash('sha256', of))) throw new Error(`${path} was changed.`);
  for (const path of lines.keys()) if (!(path in content)) throw new Error(`${path} is missing.`);
  if (!Buffer.from(await packSealed(files)).equals(bytes)) throw new Error('the archive around its files was changed.');
  return {
    name: manifest.name,
    sealedAt: manifest.sealed_at,
    sealedBy: manifest.sealed_by,
    files: lines.size,
    fingerprint: hash('sha256', publicKey),
  };
}
