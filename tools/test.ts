// `npm test`: everything a change must pass, in the order that fails fastest. Every step runs, so that one run shows all
// that is wrong; the last line counts checks and test cases. The checks of the first group use one core each and run two at
// a time; the output of each is printed when it is done.
//
//   tsx tools/test.ts            all steps
//   tsx tools/test.ts unit e2e   only those
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import { findOrInstallBrowsers } from './find-chromium.ts';

/**
 * What the tests write. In memory where there is room: they make and remove some hundred stores of a thousand small files, and
 * ext4 spends a fifth of their time on looking for inodes that were not in use a moment ago.
 */
const scratch = scratchFolder();
const unitReport = join(scratch, 'unit.json');
const endToEndReport = join(scratch, 'e2e.json');

/** What failed, for the last lines: whoever keeps only the end of the output still reads the cause. */
const failures: string[] = [];

interface Count {
  readonly passed: number;
  readonly failed: number;
}

interface Result extends Count {
  readonly name: string;
  readonly seconds: number;
}

type Command = readonly [program: string, args: readonly string[]];

/** Checks that read the sources and write nothing: the longest first. */
const staticChecks = new Map<string, Command>(
  Object.entries({
    types: ['npm', ['run', '--silent', 'types']],
    lint: ['npm', ['run', '--silent', 'lint']],
    format: ['npx', ['oxfmt', '--check']],
    unused: ['npm', ['run', '--silent', 'unused']],
    contract: ['npm', ['run', '--silent', 'lint:contract']],
    generated: ['npm', ['run', '--silent', 'generate:check']],
  }),
);

/** What has the machine to itself. Each step answers how many checks passed and failed. */
const steps: Readonly<Record<string, () => Count>> = {
  unit: () => {
    run('npx', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]);
    return countUnit();
  },
  build: () => check('npm', ['run', '--silent', 'build']),
  budget: () => check('npx', ['tsx', 'tools/check-budget.ts']),
  e2e: () => {
    const { chromium, headlessShell } = findOrInstallBrowsers();
    run('npx', ['playwright', 'test', '--config', 'e2e/playwright.config.ts'], {
      SIGHTLINE_CHROMIUM: chromium,
      SIGHTLINE_HEADLESS_SHELL: headlessShell,
      PLAYWRIGHT_JSON_OUTPUT_FILE: endToEndReport,
    });
    return countEndToEnd();
  },
};

function scratchFolder(): string {
  const memory = '/dev/shm';
  const prefix = 'sightline-test-';
  try {
    const { bavail, bsize } = statfsSync(memory);
    // they take 0.2 GB
    if (bavail * bsize < 1e9 || freemem() < 4e9) return mkdtempSync(join(tmpdir(), prefix));
    // what runs that were killed left takes memory until the machine is restarted
    for (const name of readdirSync(memory).filter((each) => each.startsWith(prefix)))
      if (!isRunning(Number(name.split('-')[2]))) rmSync(join(memory, name), { recursive: true, force: true });
    return mkdtempSync(join(memory, `${prefix}${process.pid}-`));
  } catch {
    return mkdtempSync(join(tmpdir(), prefix)); // no such folder, or none of ours
  }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, TMPDIR: scratch, ...env } }).status === 0;
}

function check(command: string, args: readonly string[]): Count {
  return counted(run(command, args));
}

function counted(isGood: boolean): Count {
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 };
}

/** Runs the command beside others, and prints all it wrote in one piece when it has ended. */
async function checkBeside(name: string, [command, args]: Command): Promise<Result> {
  const startedAt = Date.now();
  const isGood = await new Promise<boolean>((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
    });
    const written: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => written.push(chunk));
    child.on('error', (error) => written.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (status) => {
      process.stdout.write(`\n== ${name}\n${Buffer.concat(written).toString()}`);
      resolve(status === 0);
    });
  });
  return { name, seconds: (Date.now() - startedAt) / 1000, ...counted(isGood) };
}

/** What is read of the report of Vitest. */
interface UnitReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function countUnit(): Count {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(unitReport, 'utf8')) as UnitReport;
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  for (const { name, message } of broken) failures.push(`${relative('.', name)}\n${message}`);
  for (const { name, assertionResults } of testResults)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') failures.push(`${relative('.', name)} > ${fullName}\n${failureMessages.join('\n')}`);
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/** A flaky case is a failed one: the cause is to be found. */
function countEndToEnd(): Count {
  const { stats, errors, suites } = JSON.parse(readFileSync(endToEndReport, 'utf8')) as JSONReport;
  for (const { message = '' } of errors) failures.push(`e2e\n${message}`);
  for (const spec of suites.flatMap(specsOf).filter((each) => !each.ok)) {
    const messages = spec.tests.flatMap(({ results }) => results).flatMap((result) => result.errors);
    failures.push(
      `e2e/${spec.file}:${spec.line} > ${spec.title}\n${messages.map(({ message = '' }) => message).join('\n')}`,
    );
  }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

function firstLines(text: string): string {
  const lines = text.split('\n');
  return lines.length > 40 ? [...lines.slice(0, 40), '...'].join('\n') : text;
}

/** A suite of Playwright's report holds specs and further suites. */
function specsOf({ specs, suites = [] }: JSONReportSuite): JSONReportSpec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
const results: Result[] = [];

const waiting = [...staticChecks].filter(([name]) => isWanted(name));
const takeChecks = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await checkBeside(...next));
};
await Promise.all([takeChecks(), takeChecks()]);

for (const [name, step] of Object.entries(steps).filter(([each]) => isWanted(each))) {
  const startedAt = Date.now();
  console.log(`\n== ${name}`);
  let result: Count;
  try {
    result = step();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    result = { passed: 0, failed: 1 };
  }
  results.push({ name, seconds: (Date.now() - startedAt) / 1000, ...result });
}
rmSync(scratch, { recursive: true, force: true });

if (failures.length > 0) console.log('\n== failures');
for (const failure of failures) console.log(`\n${firstLines(failure)}`);

console.log('\n== summary');
for (const { name, passed, failed, seconds } of results)
  console.log(
    `${name.padEnd(10)} ${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(0).padStart(6)} s`,
  );
const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
