import { readFileSync } from 'node:fs';

/** What a process holds in memory, in MB (2^20 bytes). */
export interface ProcessMemory {
  readonly resident: number;
  /** Memory that the process has allocated. */
  readonly anonymous: number;
  /** Pages of programs and files, clean ones of which the system takes back when it needs them. */
  readonly fileBacked: number;
}

/** @returns undefined where the kernel does not report it (only Linux does), or when the process has ended */
export function memoryOf(pid: number | undefined): ProcessMemory | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const of = (name: string) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024);
    const [resident, anonymous] = [of('Rss'), of('Anonymous')];
    return { resident, anonymous, fileBacked: resident - anonymous };
  } catch {
    return undefined;
  }
}
