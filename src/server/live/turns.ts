import { LiveError } from './door.ts';

/** Waits for a turn, works, and passes the turn on. */
export type Turns = <T>(caller: AbortSignal, act: () => Promise<T>) => Promise<T>;

/**
 * First come, first served, so many at once: what a list of a hundred names asks for must not drown a resolver or run this
 * process out of sockets.
 * @throws LiveError cancelled when the caller hangs up while it waits
 */
export function turns(atOnce: number): Turns {
  const waiting = new Set<() => void>();
  let taken = 0;
  const turn = (caller: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(take);
        reject(new LiveError('cancelled', 'The caller hung up.'));
      };
      const take = () => {
        caller.removeEventListener('abort', leave);
        taken += 1;
        resolve();
      };
      if (caller.aborted) leave();
      else if (taken < atOnce) take();
      else {
        waiting.add(take);
        caller.addEventListener('abort', leave, { once: true });
      }
    });
  return async (caller, act) => {
    await turn(caller);
    try {
      return await act();
    } finally {
      taken -= 1;
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      }
    }
  };
}
