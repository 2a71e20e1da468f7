import { pause } from './pause.ts';

/**
 * Does the work while no other tab of this browser does work of that name, in the order of asking. Where locks do not exist
 * (a page that came over plain HTTP from another machine) every tab works for itself. Rejects when aborted while waiting.
 */
export async function inTurn<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const locks = lockManager();
  return locks ? locks.request(name, { signal }, work) : work();
}

/**
 * True for the first tab that asks, once per name: it keeps the claim for as long as others may still be about to ask. Always
 * true where locks do not exist.
 */
export async function claimOnce(name: string): Promise<boolean> {
  const locks = lockManager();
  if (!locks) return true;
  return new Promise((resolve) => {
    void locks.request(name, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (lock) await pause(keptMilliseconds);
    });
  });
}

const keptMilliseconds = 10_000;

/** The types take it for granted; browsers offer it to secure contexts only. */
function lockManager(): LockManager | undefined {
  return (navigator as { readonly locks?: LockManager }).locks;
}
