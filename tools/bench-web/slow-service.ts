import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Product } from '../built-product.ts';

/** The User Timing mark that a page's chunk sets at the end of its evaluation. */
export const evaluatedMark = 'page evaluated';

/**
 * A proxy in front of the product: the service answers every question so much later, its files come as fast as before, and
 * each page's chunk says when it has been evaluated.
 */
export async function startSlowService(product: Product, delayMilliseconds: number): Promise<Product> {
  const { hostname, port, host } = new URL(product.url);
  const pass = (incoming: IncomingMessage, answer: ServerResponse) => {
    const { method, url: path = '', headers } = incoming;
    const isPage = path.startsWith('/assets/route-');
    const passed = request({
      hostname,
      port,
      method,
      path,
      headers: {
        ...headers,
        host,
        ...(headers.origin && { origin: product.url }),
        ...(isPage && { 'accept-encoding': 'identity' }),
      },
    });
    passed.once('response', (given) => {
      const { 'content-length': length, ...others } = given.headers;
      answer.writeHead(given.statusCode ?? 502, isPage || length === undefined ? others : given.headers);
      given.pipe(answer, { end: !isPage });
      if (isPage) given.once('end', () => answer.end(`\n;performance.mark(${JSON.stringify(evaluatedMark)});`));
    });
    passed.once('error', () => answer.destroy());
    incoming.pipe(passed);
  };
  const server = createServer((incoming, answer) => {
    const isQuestion = incoming.url?.startsWith('/api/') ?? false;
    void pause(isQuestion ? delayMilliseconds : 0).then(() => pass(incoming, answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...product,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
