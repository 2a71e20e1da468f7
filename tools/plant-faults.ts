// `npm run faults`: plants one fault after the other in a copy of the sources and runs the specs that have to catch it. A fault that no
// spec catches shows a gap in the tests.
//
//   npm run faults            all faults
//   npm run faults -- dates   those in files whose path contains "dates"
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

interface Fault {
  readonly file: string;
  /** A text that occurs once in the file, and its replacement. */
  readonly from: string;
  readonly to: string;
  readonly spec: string;
}

const faults: readonly Fault[] = [
  {
    file: 'src/model/cidr.ts',
    from: 'inner.length >= outer.length',
    to: 'inner.length > outer.length',
    spec: 'src/model/cidr.spec.ts',
  },
  {
    file: 'src/model/dates.ts',
    from: 'Math.min(date.getUTCDate(), daysInMonth)',
    to: 'date.getUTCDate()',
    spec: 'src/model/dates.spec.ts',
  },
  {
    file: 'src/model/verdict.ts',
    from: 'base === 0 || base < listed',
    to: 'base === 0',
    spec: 'src/model/verdict.spec.ts',
  },
  {
    file: 'src/model/text-rules.ts',
    from: "p\\[s\\])(?=[[(]?:)/gi, 'https']",
    to: "p\\[s\\])(?=[[(]?:)/gi, 'http']",
    spec: 'src/model/refang.spec.ts',
  },
  {
    file: 'src/model/wildcard.ts',
    from: 'return from <= text.length - suffix.length',
    to: 'return true',
    spec: 'src/model/wildcard.spec.ts',
  },
  {
    file: 'src/model/ns-timeline.ts',
    from: 'seen.has(setKey(members));\n    seen.add',
    to: 'seen.size > 1;\n    seen.add',
    spec: 'src/model/ns-timeline.spec.ts',
  },
  {
    file: 'src/model/score-formulas.ts',
    from: 'ago <= days',
    to: 'ago < days',
    spec: 'src/model/score-formulas.spec.ts',
  },
  {
    file: 'src/server/serializers/routing-history.ts',
    from: 'return a.length > b.length',
    to: 'return a.length < b.length',
    spec: 'src/server/serializers/routing-history.spec.ts',
  },
  {
    file: 'src/server/serializers/routing-history.ts',
    from: 'row.knownTo < last ? row.knownTo : last',
    to: 'last',
    spec: 'src/server/serializers/routing-history.spec.ts',
  },
  {
    file: 'src/server/serializers/reputation-records.ts',
    from: 'day >= oldest',
    to: 'day > oldest',
    spec: 'src/server/serializers/reputation-records.spec.ts',
  },
  {
    file: 'src/server/serializers/padns-record.ts',
    from: '...(!plain && ttl > 0 && { ttl })',
    to: 'ttl',
    spec: 'src/server/routes/padns-forward.spec.ts',
  },
  {
    file: 'src/server/serializers/ns-changes.ts',
    from: 'last(30) - last(7)',
    to: 'last(30)',
    spec: 'src/server/routes/domain-ns-changes.spec.ts',
  },
  {
    file: 'src/server/queries/condition.ts',
    from: "'.') = 0`",
    to: "'.') >= 0`",
    spec: 'src/server/routes/padns-density.spec.ts',
  },
  {
    file: 'src/server/queries/certificates.ts',
    from: '(not_before) <= {issuedTo:Int64}',
    to: '(not_before) < {issuedTo:Int64}',
    spec: 'src/server/routes/certificates.spec.ts',
  },
  {
    file: 'src/server/queries/ns-transfers.ts',
    from: 'at <= {changedTo',
    to: 'at < {changedTo',
    spec: 'src/server/routes/ns-transfers.spec.ts',
  },
  {
    file: 'src/server/ingest/scores/sql-parts.ts',
    from: 'intDiv(2 * (${dividend}) + (${divisor}), 2 * (${divisor}))',
    to: 'intDiv(${dividend}, ${divisor})',
    spec: 'src/server/ingest/scores/refresh.spec.ts',
  },
  {
    file: 'src/server/ingest/scores/sql-parts.ts',
    from: '(first, end - 1)',
    to: '(first, end)',
    spec: 'src/server/ingest/scores/refresh.spec.ts',
  },
  {
    file: 'src/server/ingest/scores/snapshots.ts',
    from: 'max_age / 180',
    to: 'max_age / 90',
    spec: 'src/server/ingest/scores/refresh.spec.ts',
  },
  {
    file: 'src/server/ingest/journal/observations.ts',
    from: '(sequences.get(table) ?? 0) < batch.sequence',
    to: '(sequences.get(table) ?? 0) <= batch.sequence',
    spec: 'src/server/ingest/journal/observations.spec.ts',
  },
  {
    file: 'src/server/ingest/journal/observation-journal.ts',
    from: '.size !== bytes',
    to: '.size < 0',
    spec: 'src/server/ingest/journal/observation-journal.spec.ts',
  },
];

const root = join(import.meta.dirname, '..');
const [part = ''] = process.argv.slice(2);
const chosen = faults.filter(({ file }) => file.includes(part));
const copy = mkdtempSync(join(tmpdir(), 'sightline-faults-'));
try {
  process.exitCode = main();
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** @returns 1 when a fault was missed, or its text is not in the sources */
function main(): 0 | 1 {
  const left = new Set(['node_modules', 'dist', '.git', 'test-results']);
  cpSync(root, copy, { recursive: true, filter: (path) => !left.has(basename(path)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const specs = [...new Set(chosen.map(({ spec }) => spec))];
  const missing = specs.filter((spec) => !existsSync(join(copy, spec)));
  if (missing.length > 0 || !passes(specs)) {
    console.error(missing.length > 0 ? `There is no ${missing.join(', ')}.` : 'The specs fail without a fault.');
    return 1;
  }
  const outcomes = chosen.map((fault) => {
    const outcome = plant(fault);
    console.log(`${outcome.padEnd(7)} ${fault.file}: ${fault.from.trim()} -> ${fault.to.trim()}  (${fault.spec})`);
    return outcome;
  });
  const caught = outcomes.filter((outcome) => outcome === 'caught').length;
  console.log(`\n${caught} of ${chosen.length} faults caught`);
  return caught === chosen.length ? 0 : 1;
}

function plant({ file, from, to, spec }: Fault): 'caught' | 'MISSED' | 'NO FIT' {
  const path = join(copy, file);
  const whole = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (whole.split(from).length !== 2) return 'NO FIT';
  writeFileSync(
    path,
    whole.replace(from, () => to),
  );
  const isMissed = passes([spec]);
  writeFileSync(path, whole);
  return isMissed ? 'MISSED' : 'caught';
}

function passes(specs: readonly string[]): boolean {
  return spawnSync('npx', ['vitest', 'run', ...specs], { cwd: copy, stdio: 'ignore' }).status === 0;
}
