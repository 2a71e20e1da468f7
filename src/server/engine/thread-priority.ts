import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

// Only Linux has priorities of threads: elsewhere these functions do nothing.

/**
 * 0 is that of look-ups, and 19 is the lowest. A merge takes half a minute of a core when the parts of several imports have come together:
 * above the reading, it would stop the import for that time.
 */
export const priorities = { upkeep: 5, reading: 10, merge: 15 } as const;

/** Lowers the priority of the calling thread, which reads a feed or a log, below that of requests. */
export function stepBack(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, priorities.reading);
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
