import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

// Only Linux has priorities of threads: elsewhere these functions do nothing.

/** Lowers the priority of the calling thread below that of requests. */
export function stepBack(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, constants.priority.PRIORITY_LOW);
  } catch {
    // not Linux
  }
}

/** Lowers the priority of all threads of this process that have this name. @param priority 0 to 19; 19 is the lowest */
export function lowerThreads(name: string, priority: number): void {
  try {
    for (const thread of readdirSync('/proc/self/task'))
      if (readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() === name) setPriority(Number(thread), priority);
  } catch {
    // not Linux, or a thread has just ended
  }
}
