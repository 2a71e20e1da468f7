// `npm test` runs everything a change must pass, in the order that fails fastest. Every step runs, so that one run shows all that is
// wrong; the last line counts checks and test cases. `npm run test:long` repeats random tests more often (`*.long.*`, `#test/long.ts`).
//
//   tsx tools/test.ts             all steps
//   tsx tools/test.ts unit e2e    only these steps
//   tsx tools/test.ts --long      the long unit and end-to-end tests, and the planted faults
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findOrInstallBrowsers } from './find-chromium.ts';
import { installProgramsOfSpecs } from './install-packages.ts';
import { readPlaywrightReport, readVitestReport, type TestReport } from './test-report.ts';

const { values, positionals: wantedSteps } = parseArgs({
  options: { long: { type: 'boolean', default: false } },
  allowPositionals: true,
});

/**
 * The folder for test data: in memory if there is room. Tests create and remove some hundred stores of a thousand small
 * files each, and ext4 spends a fifth of that time searching for free inodes.
 */
const scratch = scratchFolder();
// as root, specs run programs as the user nobody, who has to reach them
chmodSync(scratch, 0o711);

type StepResult = Pick<TestReport, 'passed' | 'failed'> & Partial<TestReport>;
type NamedResult = StepResult & { readonly name: string; readonly seconds: number };
type Command = readonly [program: string, ...args: string[]];

/** Checks that read the sources and write nothing, the longest first. Each uses one core, so two run at a time. */
const staticChecks: readonly (readonly [name: string, command: Command])[] = [
  ['types', ['npm', 'run', '--silent', 'types']],
  ['lint', ['npm', 'run', '--silent', 'lint']],
  ['format', ['npx', 'oxfmt', '--check']],
  ['unused', ['npm', 'run', '--silent', 'unused']],
  ['contract', ['npm', 'run', '--silent', 'lint:contract']],
  ['generated', ['npm', 'run', '--silent', 'generate:check']],
];

/** Steps that use the whole machine. */
const steps: readonly (readonly [name: string, run: () => StepResult])[] = [
  ['unit', unitTests],
  ['build', () => check('npx', 'tsx', 'tools/build.ts', '--if-stale')],
  ['budget', () => check('npx', 'tsx', 'tools/check-budget.ts')],
  ['e2e', endToEndTests],
  ['faults', () => check('npm', 'run', '--silent', 'faults')],
];

const stepsOfLongRun = ['unit', 'build', 'e2e', 'faults'];
const onlyInLongRun = ['faults'];

function unitTests(): StepResult {
  installProgramsOfSpecs(values.long);
  const report = join(scratch, 'unit.json');
  const mode = values.long ? ['--mode', 'long'] : [];
  run(['npx', 'vitest', 'run', ...mode, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  return readVitestReport(report);
}

function endToEndTests(): StepResult {
  const report = join(scratch, 'e2e.json');
  const { chromium, headlessShell } = findOrInstallBrowsers();
  run(['npx', 'playwright', 'test', '--config', 'e2e/playwright.config.ts'], {
    SIGHTLINE_CHROMIUM: chromium,
    SIGHTLINE_HEADLESS_SHELL: headlessShell,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...(values.long && { SIGHTLINE_TEST_LONG: 'on' }),
  });
  return readPlaywrightReport(report);
}

function scratchFolder(): string {
  const memory = '/dev/shm';
  const prefix = 'sightline-test-';
  try {
    const { bavail, bsize } = statfsSync(memory);
    // the tests need 0.2 GB
    if (bavail * bsize < 1e9 || freemem() < 4e9) return mkdtempSync(join(tmpdir(), prefix));
    // the folders of killed runs take memory until the machine restarts
    for (const name of readdirSync(memory).filter((each) => each.startsWith(prefix)))
      if (!isRunning(Number(name.split('-')[2]))) rmSync(join(memory, name), { recursive: true, force: true });
    return mkdtempSync(join(memory, `${prefix}${process.pid}-`));
  } catch {
    return mkdtempSync(join(tmpdir(), prefix)); // /dev/shm does not exist or is not writable
  }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function run([program, ...args]: Command, env: NodeJS.ProcessEnv = {}): boolean {
  return spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, TMPDIR: scratch, ...env } }).status === 0;
}

function check(...command: Command): StepResult {
  return countOf(run(command));
}

function countOf(hasPassed: boolean): StepResult {
  return { passed: hasPassed ? 1 : 0, failed: hasPassed ? 0 : 1 };
}

/** Runs a check beside others and prints its output in one piece at its end. */
async function runStaticCheck(name: string, [program, ...args]: Command): Promise<NamedResult> {
  const startedAt = Date.now();
  const hasPassed = await new Promise<boolean>((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
    });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (status) => {
      process.stdout.write(`\n== ${name}\n${Buffer.concat(output).toString()}`);
      resolve(status === 0);
    });
  });
  return { name, seconds: (Date.now() - startedAt) / 1000, ...countOf(hasPassed) };
}

function runStep(name: string, step: () => StepResult): NamedResult {
  const startedAt = Date.now();
  console.log(`\n== ${name}`);
  let result: StepResult;
  try {
    result = step();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    result = { passed: 0, failed: 1 };
  }
  return { name, seconds: (Date.now() - startedAt) / 1000, ...result };
}

/** Prints the failures, the seconds by group, and the counts of every step; the count of all is the last line. */
function printSummary(results: readonly NamedResult[]): void {
  const failures = results.flatMap((result) => result.failures ?? []);
  if (failures.length > 0) console.log('\n== failures');
  for (const failure of failures) console.log(`\n${firstLines(failure)}`);

  console.log('\n== seconds by group (several run at a time)');
  const groups = results.flatMap(({ secondsByGroup }) => [...(secondsByGroup ?? [])]).sort((a, b) => b[1] - a[1]);
  for (const [group, seconds] of groups) console.log(`${seconds.toFixed(1).padStart(7)} s  ${group}`);

  console.log('\n== summary');
  for (const { name, passed, failed, seconds } of results)
    console.log(
      `${name.padEnd(10)} ${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(0).padStart(6)} s`,
    );
  console.log(`\n${sumOf(results, 'passed')} passed, ${sumOf(results, 'failed')} failed`);
}

function firstLines(text: string): string {
  const lines = text.split('\n');
  return lines.length > 40 ? [...lines.slice(0, 40), '...'].join('\n') : text;
}

function sumOf(results: readonly NamedResult[], key: 'passed' | 'failed'): number {
  return results.reduce((total, result) => total + result[key], 0);
}

const isWanted = (name: string) => {
  if (wantedSteps.length > 0) return wantedSteps.includes(name);
  return values.long ? stepsOfLongRun.includes(name) : !onlyInLongRun.includes(name);
};
const results: NamedResult[] = [];
const waiting = staticChecks.filter(([name]) => isWanted(name));
const runWaitingChecks = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await runStaticCheck(...next));
};
await Promise.all([runWaitingChecks(), runWaitingChecks()]);
for (const [name, step] of steps) if (isWanted(name)) results.push(runStep(name, step));
rmSync(scratch, { recursive: true, force: true });
printSummary(results);
process.exitCode = sumOf(results, 'failed') === 0 ? 0 : 1;
