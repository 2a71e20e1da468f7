import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';

const hangUps = new WeakMap<Socket, AbortSignal>();

/**
 * The signal that a caller has closed its connection. All requests of a connection share it, because Node makes a new hidden class for each
 * signal, which slows down the code that reads it. Remove a listener when its work is done: the signal outlives the request.
 */
export function hangUpOf(connection: Socket): AbortSignal {
  const known = hangUps.get(connection);
  if (known) return known;
  const hangUp = new AbortController();
  setMaxListeners(0, hangUp.signal); // one listener per statement, and some calls need a dozen
  connection.once('close', () => hangUp.abort());
  hangUps.set(connection, hangUp.signal);
  return hangUp.signal;
}
