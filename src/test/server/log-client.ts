import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { key as adminKey } from './collection.ts';
import { checkAgainstContract } from './contract-check.ts';
import type { FeedStage } from './feed-stage.ts';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Sending {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Uploads and pushes to the whole service; every answer is checked against the contract. @param defaultKey of requests without another */
export function logClient(stage: FeedStage, defaultKey = adminKey) {
  const app = () => stage.service().app;

  async function send(path: string, payload: Readable | Buffer | string | object, { key, headers = {} }: Sending = {}) {
    const isRaw = typeof payload === 'string' || Buffer.isBuffer(payload) || payload instanceof Readable;
    const type = isRaw ? { 'content-type': 'application/octet-stream' } : {};
    const auth = 'authorization' in headers ? {} : { 'x-api-key': key ?? defaultKey };
    const answer = await app().inject({
      method: 'POST',
      url: `/api/v1${path}`,
      payload,
      headers: { ...auth, ...type, ...headers },
    });
    const body = answer.json<{ error: { code: string; message: string } | null; response: unknown }>();
    if (!path.includes('/elastic/')) checkAgainstContract('POST', path, answer.statusCode, body);
    return { status: answer.statusCode, headers: answer.headers, ...body };
  }

  async function get<Response = Record<string, unknown>>(path: string, key = defaultKey): Promise<Response> {
    const answer = await app().inject({ method: 'GET', url: `/api/v1${path}`, headers: { 'x-api-key': key } });
    checkAgainstContract('GET', path, answer.statusCode, answer.json());
    return answer.json<{ response: Response }>().response;
  }

  /** Uploads a file whole. @returns its id */
  async function upload(name: string, content: Buffer, more: object = {}): Promise<string> {
    const { response, error } = await send('/sightline/imports', { name, bytes: content.length, ...more });
    if (error) throw new Error(error.message);
    const { id } = response as { id: string };
    await send(`/sightline/imports/${id}/content?offset=0`, content);
    return id;
  }

  /** The entry once its dry run, import or removal has ended. */
  async function settled(id: string) {
    const busy = ['uploading', 'checking', 'waiting', 'importing', 'removing'];
    for (;;) {
      const shown = await get(`/sightline/imports/${id}`);
      if (!busy.includes(String(shown['state']))) return shown;
      await pause(100);
    }
  }

  const change = (id: string, action: string, more: object = {}) =>
    send(`/sightline/imports/${id}`, { action, ...more });

  /** What the collection holds of hosts in `zone`.test. */
  async function countsOf(zone: string): Promise<{ records: number; count: number }> {
    const [row] = await stage.service().engine.query<{ records: number; count: number }>({
      name: 'spec',
      sql: `SELECT count() AS records, sum(count) AS count FROM (
            SELECT rname, answer, sum(count) AS count FROM fwd WHERE rname LIKE reverse({zone:String}) GROUP BY rname, answer)`,
      params: { zone: `%.${zone}.test` },
    });
    return row ?? { records: 0, count: 0 };
  }

  return { send, get, upload, settled, change, countsOf };
}

/** Puts a file into an inbox, renamed, so that it is whole when it is seen. */
export function putIntoInbox(inbox: string, name: string, content: string | Buffer): void {
  writeFileSync(join(inbox, `.${name}`), content);
  renameSync(join(inbox, `.${name}`), join(inbox, name));
}
