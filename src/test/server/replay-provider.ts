import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReplayRequest {
  readonly method: string;
  /** With its query, below the base path. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** A reply: a payload in the envelope, or a handler that answers freely. */
export type Reply = Readonly<Record<string, unknown>> | readonly unknown[] | ReplyByHand;
type ReplyByHand = (request: ReplayRequest, response: ServerResponse) => void;

/** A deployment of the interface with the replies of a spec, which records all requests. */
export interface ReplayProvider {
  /** Without a path. */
  readonly url: string;
  readonly requests: ReplayRequest[];
  /** @param path its beginning, without the query; the longest that matches answers */
  reply(path: string, reply: Reply): void;
  /** For every path that has no reply of its own. */
  replyToAll(reply: Reply): void;
  /** Removes all replies and requests: every path is answered like an unknown path of a gateway. */
  clear(): void;
  close(): Promise<void>;
}

export const providerKey = 'a-secret-of-the-provider';
export const basePath = '/api/v1/merge-api';

export async function openReplayProvider(): Promise<ReplayProvider> {
  const replies = new Map<string, Reply>();
  const requests: ReplayRequest[] = [];
  const server = createServer((incoming, response) => void answer(incoming, response));
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const path = (incoming.url ?? '').replace(basePath, '');
    const body = text === '' ? undefined : (JSON.parse(text) as unknown);
    const request = { method: incoming.method ?? '', path, headers: incoming.headers, body };
    requests.push(request);
    const bare = decodeURIComponent(path.replace(/\?.*$/, ''));
    const [known] = [...replies.keys()].filter((each) => bare.startsWith(each)).sort((a, b) => b.length - a.length);
    const reply = known === undefined ? undefined : replies.get(known);
    if (reply === undefined) gatewayForbids(response);
    else if (typeof reply === 'function') reply(request, response);
    else sendJson(response, 200, { status_code: 200, error: null, response: reply });
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    reply: (path, reply) => void replies.set(path, reply),
    replyToAll: (reply) => void replies.set('/', reply),
    clear() {
      replies.clear();
      requests.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Answers an unknown path like a gateway that checks the permission before the path. */
export function gatewayForbids(response: ServerResponse): void {
  sendJson(response, 403, { errors: [{ message: 'Not permitted for this account.', code: 'permission_denied' }] });
}

/** The configuration of a service with this provider behind it. */
export function withProvider(url: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    SIGHTLINE_OFFLINE: 'off',
    SIGHTLINE_UPSTREAM_URL: url,
    SIGHTLINE_UPSTREAM_KEY: providerKey,
    SIGHTLINE_UPSTREAM_PER_SECOND: '100',
    ...more,
  };
}
