import { hash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const stored = z.object({ sha256: z.array(z.string().regex(/^[0-9a-f]{64}$/)) });

export interface ApiKeys {
  /** @returns the id of the key (the head of its hash), or undefined when the key is not known */
  check(key: string): string | undefined;
  /** Whether the key with this id may change sources: every key may, unless administrator keys are configured. */
  mayManage(id: string): boolean;
  /** Whether the key with this id may push logs and do nothing else. */
  mayOnlyPush(id: string): boolean;
  /** The plain key if this start made one: it is shown once and never stored. */
  readonly made: string | undefined;
}

interface KeyOptions {
  readonly apiKeys: readonly string[];
  readonly adminKeys: readonly string[];
  readonly ingestKeys: readonly string[];
  readonly dataFolder: string;
}

/**
 * Keys from the configuration, or else from `keys.json` in the data folder, which keeps only SHA-256 hashes. Without
 * either, a key of 256 random bits is made. Keys of administrators come from the configuration only; they may query, too.
 * @throws Error when keys.json is there but unreadable
 */
export function openApiKeys({ apiKeys, adminKeys, ingestKeys, dataFolder }: KeyOptions): ApiKeys {
  const more = { admin: adminKeys.map(sha256), ingest: ingestKeys.map(sha256) };
  if (apiKeys.length > 0) return keysOf(apiKeys.map(sha256), more);
  const file = join(dataFolder, 'keys.json');
  const hashes = readHashes(file);
  if (hashes) return keysOf(hashes, more);
  const made = `sl_${randomBytes(32).toString('base64url')}`;
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ sha256: [sha256(made)] }, null, 2)}\n`, { mode: 0o600 });
  return keysOf([sha256(made)], more, made);
}

/** SHA-256 in hexadecimal digits. */
interface OtherKeys {
  readonly admin: readonly string[];
  readonly ingest: readonly string[];
}

function keysOf(plain: readonly string[], { admin, ingest }: OtherKeys, made?: string): ApiKeys {
  const known = new Set([...plain, ...admin, ...ingest]);
  const managers = new Set((admin.length > 0 ? admin : plain).map(idOf));
  const others = new Set([...plain, ...admin].map(idOf));
  const shippers = new Set(ingest.map(idOf).filter((id) => !others.has(id)));
  return {
    made,
    mayManage: (id) => managers.has(id),
    mayOnlyPush: (id) => shippers.has(id),
    check(key) {
      // hashes are compared, so the time reveals nothing about a key
      const digest = sha256(key);
      return known.has(digest) ? idOf(digest) : undefined;
    },
  };
}

function idOf(digest: string): string {
  return digest.slice(0, 12);
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
