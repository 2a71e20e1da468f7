import { connect } from 'node:net';

/** A caller that costs the machine under measurement next to nothing: one connection, one GET at a time. */
export interface LeanCaller {
  /** @returns the status @throws Error when the connection breaks */
  get(path: string): Promise<number>;
  close(): void;
}

/** @param key sent as X-API-KEY */
export function leanCaller(port: number, key: string): LeanCaller {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let received = '';
  let settle: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined;
  socket.setEncoding('latin1'); // a character for every byte, as content-length counts
  socket.on('data', (part: string) => {
    received += part;
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/^content-length: (\d+)/im.exec(received.slice(0, end))?.[1]);
    if (received.length < end + 4 + length) return;
    const status = Number(received.slice(9, 12));
    received = '';
    settle?.resolve(status);
  });
  socket.on('error', (error) => settle?.reject(error));
  socket.on('close', () => settle?.reject(new Error('the service closed the connection')));
  return {
    get: (path) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-api-key: ${key}\r\n\r\n`, 'latin1');
      }),
    close: () => socket.destroy(),
  };
}
