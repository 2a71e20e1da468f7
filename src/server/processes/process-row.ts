import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Engine } from '#server/engine/engine.ts';

/** This process among those that share a ClickHouse server. */
export interface ProcessRow {
  /** Writes the first heartbeat; the next ones follow until `close`. @throws EngineError */
  begin(): Promise<void>;
  /** Says that this process has ended: its jobs count as stopped, and another one may become the writer at once. */
  close(): Promise<void>;
}

const beatMilliseconds = 3000;

/** @param process from `processName` */
export function processRow(engine: Engine, process: string): ProcessRow {
  let timer: NodeJS.Timeout | undefined;
  const write = (hasLeft: 0 | 1) => engine.insert('service_processes', [{ process, has_left: hasLeft }]);
  return {
    async begin() {
      await write(0);
      // calls that need the store report an outage
      timer = setInterval(() => void write(0).catch(() => undefined), beatMilliseconds).unref();
    },
    async close() {
      if (timer === undefined) return;
      clearInterval(timer);
      await write(1).catch(() => undefined);
    },
  };
}

/** A name that no other process has or had. */
export function processName(): string {
  return `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
}

/** Whether a process of this name runs on this machine, beside this one. */
export function isRunningHere(name: string): boolean {
  const [, host, pid] = /^(.*)-(\d+)-[0-9a-f]{8}$/.exec(name) ?? [];
  if (host !== hostname() || Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
