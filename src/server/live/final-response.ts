import type { ClientRequest, IncomingMessage } from 'node:http';
import { LiveError } from './outbound-client.ts';

/** Limit of interim (1xx) responses. */
const maxInterim = 20;

/**
 * The final response to a request. A switch to another protocol (101) and endless interim responses end it at once; without any event
 * of the server, the deadline of the request's own signal does.
 * @param what answers: 'The web server', for the messages
 * @throws LiveError, or node's error
 */
export function finalResponse(request: ClientRequest, what: string): Promise<IncomingMessage> {
  const switched = () =>
    new LiveError('live_failed', `${what} switched to another protocol (101), which was not requested.`);
  return new Promise((resolve, reject) => {
    const cut = (error: LiveError): void => void request.destroy(error);
    let interim = 0;
    request
      // a 101 that names no protocol arrives as a response
      .on('response', (answer) => ((answer.statusCode ?? 0) >= 200 ? resolve(answer) : cut(switched())))
      .on('error', reject)
      // 101 leaves HTTP: neither a response nor an error follows
      .on('upgrade', (_, socket) => {
        socket.destroy();
        reject(switched());
      })
      .on('information', () => {
        interim += 1;
        if (interim > maxInterim) cut(new LiveError('live_failed', `${what} sends too many interim responses.`));
      })
      .on('close', () => reject(new LiveError('live_failed', `${what} closed the connection without an answer.`)));
  });
}
