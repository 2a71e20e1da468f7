import { pathOfSealed, sealedFormat, type SealedManifest } from '#model/sealed-case.ts';
import { badInput } from '#server/http/api-error.ts';
import { type LiveHandler, writerOf } from './handler.ts';

/** The public key of this deployment. */
const evidenceKey: LiveHandler<'evidenceKey'> = {
  answer: async (_, services) => {
    const { publicKey: public_key, fingerprint } = await writerOf(services).evidenceKey.published();
    return { public_key, fingerprint };
  },
};

/** Signs the names and hashes of the files of a case. */
const evidenceSeal: LiveHandler<'evidenceSeal'> = {
  answer: async ({ body: { name, files }, owner }, services) => {
    if (new Set(files.map(pathOfSealed)).size < files.length)
      throw badInput('files', 'Two files have the same path. Give each file a path of its own.');
    const key = writerOf(services).evidenceKey;
    const { publicKey, fingerprint } = await key.published();
    const content: SealedManifest = {
      format: sealedFormat,
      version: 1,
      name,
      sealed_at: services.now().toISOString(),
      sealed_by: owner,
      public_key: publicKey,
      files,
    };
    const manifest = `${JSON.stringify(content, null, 2)}\n`;
    return { manifest, signature: await key.sign(manifest), fingerprint };
  },
};

export const sealHandlers = { evidenceKey, evidenceSeal };
