import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '#server/disk/durable-file.ts';

/** The key with which this deployment seals evidence. */
export interface EvidenceKey {
  /** The public key: SPKI in base64, and the SHA-256 of its bytes. @throws the error of the disk */
  published(): Promise<{ readonly publicKey: string; readonly fingerprint: string }>;
  /** @returns the Ed25519 signature in base64 @throws the error of the disk */
  sign(text: string): Promise<string>;
}

/** The key in `evidence-key.pem` of the data folder, which only the user of the service may read. It is made at its first use. */
export function openEvidenceKey(dataFolder: string): EvidenceKey {
  let key: Promise<KeyObject> | undefined;
  const known = () =>
    (key ??= readOrMake(join(dataFolder, 'evidence-key.pem')).catch((error: unknown) => {
      key = undefined;
      throw error;
    }));
  return {
    async published() {
      const bytes = createPublicKey(await known()).export({ type: 'spki', format: 'der' });
      return { publicKey: bytes.toString('base64'), fingerprint: hash('sha256', bytes) };
    },
    sign: async (text) => sign(null, Buffer.from(text), await known()).toString('base64'),
  };
}

async function readOrMake(file: string): Promise<KeyObject> {
  if (existsSync(file)) return createPrivateKey(await readFile(file));
  const { privateKey } = generateKeyPairSync('ed25519');
  await replaceFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 0o600);
  return privateKey;
}
