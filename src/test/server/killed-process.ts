import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Random, randomFor } from '#sample/random.ts';
import { type ChildProgram, childProgram } from './service-process.ts';

/** When to kill a process: after its first line, this many further lines, and this many milliseconds. */
export interface Kill {
  readonly lines: number;
  readonly laterMilliseconds: number;
}

export interface ProcessRun<Event> {
  /** The JSON lines that it wrote to stderr. The first one describes the state in which it found its data. */
  readonly events: readonly Event[];
  /** The mean time between two lines. */
  readonly millisecondsEach: number;
}

/**
 * Runs the program to its end or to its kill.
 * @param kill 'itself' for a program that kills itself
 * @throws Error when it ends in another way
 */
export async function runProcess<Event>(
  program: ChildProgram,
  options: readonly string[],
  kill?: Kill | 'itself',
): Promise<ProcessRun<Event>> {
  const child = spawn(process.execPath, [await childProgram(program), ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const events: Event[] = [];
  const otherLines: string[] = [];
  let [firstAt, lastAt] = [0, 0];
  for await (const line of createInterface({ input: child.stderr })) {
    if (!line.startsWith('{')) {
      otherLines.push(line);
      continue;
    }
    events.push(JSON.parse(line) as Event);
    lastAt = performance.now();
    if (events.length === 1) firstAt = lastAt;
    if (typeof kill === 'object' && events.length === 1 + kill.lines)
      setTimeout(() => child.kill('SIGKILL'), kill.laterMilliseconds);
  }
  await ended;
  const hasEndedAsExpected = kill ? child.signalCode === 'SIGKILL' : child.exitCode === 0;
  if (!hasEndedAsExpected) throw new Error(`${program} ended with ${child.exitCode}: ${otherLines.join('\n')}`);
  return { events, millisecondsEach: (lastAt - firstAt) / Math.max(1, events.length - 1) };
}

interface RepeatedKills<Event> {
  readonly program: ChildProgram;
  readonly options: readonly string[];
  /** The options of the last run, which is not killed. */
  readonly lastOptions: readonly string[];
  readonly kills: number;
  readonly random?: Random;
  /** Called after each run, the last one included. */
  readonly onRun: (events: readonly Event[]) => void | Promise<void>;
}

/** Starts the program again and again, kills it at a random moment of its work each time, and lets the last run end. */
export async function killRepeatedly<Event>(repeated: RepeatedKills<Event>): Promise<void> {
  const { program, options, lastOptions, kills, random = randomFor('moments of kills'), onRun } = repeated;
  let millisecondsEach = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    // every other process writes one more line, however slow the machine is
    const lines = kill === 0 ? 2 : kill % 2;
    const run = await runProcess<Event>(program, options, {
      lines,
      laterMilliseconds: millisecondsEach * random.next(),
    });
    if (run.events.length > 1) ({ millisecondsEach } = run);
    await onRun(run.events);
  }
  await onRun((await runProcess<Event>(program, lastOptions)).events);
}
