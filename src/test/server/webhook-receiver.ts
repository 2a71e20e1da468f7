import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestAllowance } from '#server/live/target.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks on loopback, which the service reaches under a documentation address. It is down at first. */
export interface WebhookReceiver {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  up(status?: number): Promise<void>;
  close(): Promise<void>;
}

const address = '198.51.100.80';

/** Lets the service reach the receiver at a port of this machine. */
export const receiverAllowance = (port: number): TestAllowance => ({
  resolvers: ['127.0.0.1:9'],
  routes: { [`${address}:80`]: port },
});

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  let server: Server | undefined;
  let answered = 200;
  const listen = async (port: number) => {
    server = createServer((request, response) => {
      void text(request).then((body) => {
        received.push({ headers: request.headers, body });
        response.writeHead(answered).end();
      });
    });
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  const close = async () => {
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    server = undefined;
  };
  const port = await listen(0);
  await close();
  return {
    url: `http://${address}/hook?token=a`,
    port,
    received,
    close,
    async up(status = 200) {
      answered = status;
      if (!server) await listen(port);
    },
  };
}

/** Checks a signature as docs/watches.md tells a receiver to do. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name]),
  );
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest();
  return (signatures ?? '').split(' ').some((each) => {
    const sent = Buffer.from(each.replace('v1,', ''), 'base64');
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}
