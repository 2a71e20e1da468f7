import { pause } from './pause.ts';

/**
 * Runs the work while no other tab of this browser runs work of that name; waiting tabs take turns in order. Without locks
 * (a page served over plain HTTP from another machine), every tab runs its own work. Rejects when aborted while waiting.
 */
export async function inTurn<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const locks = lockManager();
  return locks ? locks.request(name, { signal }, work) : work();
}

/**
 * True for the first tab that claims the name, which keeps the claim for as long as other tabs may still try. Always
 * true without locks.
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

/** The lock manager. The types say it always exists; browsers provide it in secure contexts only. */
function lockManager(): LockManager | undefined {
  return (navigator as { readonly locks?: LockManager }).locks;
}
