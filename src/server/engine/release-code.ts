import { readFile } from 'node:fs/promises';

/** `MADV_DONTNEED` of madvise(2). */
const dontNeed = 4;
/** In smaps of proc(5): the mapping of a file's code without any page that differs from the file. */
const code = /^([\da-f]+)-([\da-f]+) r-xp .* \/.*\n(?:[A-Z].*\n)*?Anonymous: +0 kB$/gm;

/**
 * Releases the code of this process from resident memory. Most of it is the engine's library: a start runs through 150 MB of it, and
 * look-ups use a third of that. The kernel keeps the pages in its cache and maps those that run again, without reading the disk.
 * Does nothing on other systems than Linux, or where the C library cannot be called.
 */
export async function releaseCode(): Promise<void> {
  if (process.platform !== 'linux') return;
  try {
    const { default: koffi } = await import('koffi');
    const madvise = koffi.load('libc.so.6').func('int madvise(uintptr_t address, size_t length, int advice)') as (
      ...given: readonly number[]
    ) => number;
    for (const [, begin = '', end = ''] of (await readFile('/proc/self/smaps', 'utf8')).matchAll(code)) {
      const address = Number.parseInt(begin, 16);
      madvise(address, Number.parseInt(end, 16) - address, dontNeed);
    }
  } catch {
    // the process then only takes more memory
  }
}

/** Growth since the last release that is worth another one. */
const grownBytes = 64_000_000;
let leftBytes = 0;

/**
 * Gives freed memory back to the system: after large answers the C library keeps more than 100 MB of it for reuse. Runs in a
 * thread of its own, and only when the process has grown since the last time. Does nothing where the C library cannot be called.
 */
export async function releaseFreed(): Promise<void> {
  if (process.platform !== 'linux' || process.memoryUsage.rss() < leftBytes + grownBytes) return;
  try {
    const { default: koffi } = await import('koffi');
    const trim = koffi.load('libc.so.6').func('int malloc_trim(size_t pad)');
    await new Promise((resolve) => trim.async(0, resolve));
  } catch {
    // the process then only takes more memory
  }
  leftBytes = process.memoryUsage.rss();
}
