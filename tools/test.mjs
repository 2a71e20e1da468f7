// `npm test`: everything a change must pass, in the order that fails fastest. Every step runs, so that one run shows all
// that is wrong; the last line counts checks and test cases.
//
//   node tools/test.mjs            all steps
//   node tools/test.mjs unit e2e   only those
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findOrInstallChromium } from './find-chromium.mjs';

const reports = mkdtempSync(join(tmpdir(), 'sightline-test-'));
const unitReport = join(reports, 'unit.json');
const endToEndReport = join(reports, 'e2e.json');

/** What failed, for the last lines: whoever keeps only the end of the output still reads the cause. */
const failures = [];

/** Each step answers how many checks passed and failed. */
const steps = {
  lint: () => check('npx', ['eslint', '--max-warnings=0', '.']),
  format: () => check('npx', ['prettier', '--check', '--log-level=warn', '.']),
  contract: () => check('npm', ['run', '--silent', 'lint:contract']),
  generated: () => check('npm', ['run', '--silent', 'generate:check']),
  types: () => check('npx', ['tsc', '--noEmit', '-p', '.']),
  unit: () => {
    run('npx', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]);
    return countUnit();
  },
  build: () => check('node', ['tools/build.mjs']),
  budget: () => check('node', ['tools/check-budget.mjs']),
  e2e: () => {
    run('npx', ['playwright', 'test', '--config', 'e2e/playwright.config.ts'], {
      SIGHTLINE_CHROMIUM: findOrInstallChromium(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: endToEndReport,
    });
    return countEndToEnd();
  },
};

function run(command, args, env = {}) {
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

function check(command, args) {
  const isGood = run(command, args);
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 };
}

function countUnit() {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(unitReport, 'utf8'));
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  for (const { name, message } of broken) failures.push(`${relative('.', name)}\n${message}`);
  for (const { name, assertionResults } of testResults)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') failures.push(`${relative('.', name)} > ${fullName}\n${failureMessages.join('\n')}`);
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/** A flaky case is a failed one: the cause is to be found. */
function countEndToEnd() {
  const { stats, errors, suites } = JSON.parse(readFileSync(endToEndReport, 'utf8'));
  for (const { message } of errors) failures.push(`e2e\n${message}`);
  for (const spec of suites.flatMap(specsOf).filter((each) => !each.ok)) {
    const messages = spec.tests.flatMap(({ results }) => results).flatMap((result) => result.errors);
    failures.push(`e2e/${spec.file}:${spec.line} > ${spec.title}\n${messages.map(({ message }) => message).join('\n')}`);
  }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

function firstLines(text) {
  const lines = text.split('\n');
  return lines.length > 40 ? [...lines.slice(0, 40), '...'].join('\n') : text;
}

/** A suite of Playwright's report holds specs and further suites. */
function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

const wanted = process.argv.slice(2);
const chosen = Object.entries(steps).filter(([name]) => wanted.length === 0 || wanted.includes(name));
const results = chosen.map(([name, step]) => {
  const startedAt = Date.now();
  console.log(`\n== ${name}`);
  let result;
  try {
    result = step();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    result = { passed: 0, failed: 1 };
  }
  return { name, seconds: (Date.now() - startedAt) / 1000, ...result };
});
rmSync(reports, { recursive: true, force: true });

if (failures.length > 0) console.log('\n== failures');
for (const failure of failures) console.log(`\n${firstLines(failure)}`);

console.log('\n== summary');
for (const { name, passed, failed, seconds } of results)
  console.log(
    `${name.padEnd(10)} ${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(0).padStart(6)} s`,
  );
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
