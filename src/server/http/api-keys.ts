import { hash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ApiKey } from '#model/api-key.ts';

const stored = z.object({ sha256: z.array(z.string().regex(/^[0-9a-f]{64}$/)) });

/** A key without its secret. */
export interface KnownKey extends Omit<ApiKey, 'key'> {
  /** The head of the hash of the key. */
  readonly id: string;
}

export interface ApiKeys {
  /** @returns undefined when the key is not known */
  check(key: string): KnownKey | undefined;
  /** The plain key if this start made one: it is shown once and never stored. */
  readonly made: string | undefined;
}

interface KeyOptions {
  readonly apiKeys: readonly ApiKey[];
  readonly dataFolder: string;
}

/**
 * Keys from the configuration, or else from `keys.json` in the data folder, which keeps only SHA-256 hashes. Without
 * either, a key of 256 random bits is made. A key in `keys.json` has the role `admin`.
 * @throws Error when keys.json is there but unreadable
 */
export function openApiKeys({ apiKeys, dataFolder }: KeyOptions): ApiKeys {
  if (apiKeys.length > 0) return keysOf(apiKeys.map(({ key, ...known }) => ({ ...known, digest: sha256(key) })));
  const file = join(dataFolder, 'keys.json');
  const ofAdmin = (digest: string) => ({ role: 'admin', digest }) as const;
  const hashes = readHashes(file);
  if (hashes) return keysOf(hashes.map(ofAdmin));
  const made = `sl_${randomBytes(32).toString('base64url')}`;
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ sha256: [sha256(made)] }, null, 2)}\n`, { mode: 0o600 });
  return keysOf([ofAdmin(sha256(made))], made);
}

interface HashedKey extends Omit<ApiKey, 'key'> {
  /** SHA-256 in hexadecimal digits. */
  readonly digest: string;
}

function keysOf(hashed: readonly HashedKey[], made?: string): ApiKeys {
  const known = new Map(hashed.map(({ digest, ...key }) => [digest, { ...key, id: digest.slice(0, 12) }]));
  return {
    made,
    // hashes are compared, so the time reveals nothing about a key
    check: (key) => known.get(sha256(key)),
  };
}

function readHashes(file: string): string[] | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const text = readFileSync(file, 'utf8');
    return stored.parse(JSON.parse(text)).sha256;
  } catch (cause) {
    throw new Error(
      `${file} is not readable as a key file. Remove it to have a new key made, or set SIGHTLINE_API_KEYS.`,
      { cause },
    );
  }
}

function sha256(key: string): string {
  return hash('sha256', key);
}
