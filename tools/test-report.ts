/** Reads the JSON reports of Vitest and Playwright for `tools/test.ts`. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';

/** Numbers of passed and failed cases, the messages of failures, and the seconds of each group of files. */
export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
  readonly secondsByGroup: ReadonlyMap<string, number>;
}

/** The fields of Vitest's report that are read here. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Reads a report of Vitest; a spec file that did not load counts as one failed case. */
export function readVitestReport(path: string): TestReport {
  const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  const { numPassedTests: passed, numFailedTests, testResults } = report;
  const failures: string[] = [];
  const secondsByGroup = new Map<string, number>();
  for (const { name, startTime, endTime, status, message, assertionResults } of testResults) {
    const file = relative('.', name);
    add(secondsByGroup, groupOf(file), (endTime - startTime) / 1000);
    if (status === 'failed' && assertionResults.length === 0) failures.push(`${file}\n${message}`);
    for (const each of assertionResults)
      if (each.status === 'failed') failures.push(`${file} > ${each.fullName}\n${each.failureMessages.join('\n')}`);
  }
  const brokenFiles = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return { passed, failed: numFailedTests + brokenFiles.length, failures, secondsByGroup };
}

/** Reads a report of Playwright; a flaky case counts as failed, because its cause has to be found. */
export function readPlaywrightReport(path: string): TestReport {
  const { stats, errors, suites } = JSON.parse(readFileSync(path, 'utf8')) as JSONReport;
  const failures = errors.map(({ message = '' }) => `e2e\n${message}`);
  const secondsByGroup = new Map<string, number>();
  for (const spec of suites.flatMap(specsOf)) {
    const results = spec.tests.flatMap((test) => test.results);
    for (const { duration } of results) add(secondsByGroup, `e2e/${spec.file}`, duration / 1000);
    if (spec.ok) continue;
    const messages = results.flatMap((result) => result.errors).map(({ message = '' }) => message);
    failures.push(`e2e/${spec.file}:${spec.line} > ${spec.title}\n${messages.join('\n')}`);
  }
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures,
    secondsByGroup,
  };
}

/** The folder of a spec: its first two levels below `src`. */
function groupOf(file: string): string {
  return file.split('/').slice(0, -1).slice(0, 3).join('/');
}

function add(sums: Map<string, number>, key: string, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value);
}

/** A suite of Playwright's report holds specs and further suites. */
function specsOf({ specs, suites = [] }: JSONReportSuite): JSONReportSpec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}
