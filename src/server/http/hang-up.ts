import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';

const hangUps = new WeakMap<Socket, AbortSignal>();

/**
 * Fires when the caller closes its connection; who listens removes the listener when its work is done. One for all requests of a
 * connection: Node makes a new hidden class for each signal, which slows down everything that reads it.
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
