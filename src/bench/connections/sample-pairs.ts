import { join } from 'node:path';
import { benchFolder } from '#bench/bench-folder.ts';
import { indicatorOf } from '#model/indicator-of.ts';
import { OPERATORS } from '#sample/operators.ts';
import { openChdb } from '#server/engine/chdb-engine.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { populationReader } from '#server/queries/connection-populations.ts';
import { linksOf, wordOf } from '#server/routes/related-subjects.ts';
import { weighedValues } from '#server/routes/weighed-values.ts';
import { copyTestStore } from '#test/server/made-once.ts';
import type { LinkWord } from '#model/connection-strength.ts';
import type { Pair } from './average-precision.ts';

export interface SamplePair extends Pair {
  /** The strength of the link; minus infinity where the service found none. */
  readonly bits: number;
  readonly word: LinkWord;
}

/** The links that the service finds from the subjects of the sample whose operators are known, to anything in the sample; each pair once. */
export async function samplePairs(): Promise<SamplePair[]> {
  const { folder, removeFolder } = benchFolder();
  const path = join(folder, 'store');
  await copyTestStore(path, new Date().toISOString().slice(0, 10));
  const engine = await openChdb({ path, database: 'sightline', sessions: 2, limits: statementLimits(2e9) });
  try {
    const now = () => new Date();
    const services = { engine, now, populations: populationReader({ engine, now }) };
    const found = new Map<string, SamplePair>();
    const note = (one: string, other: string, bits: number, word: LinkWord) => {
      const key = [one, other].sort().join(' ');
      const before = found.get(key);
      if (before && before.bits >= bits) return;
      const isSame = OPERATORS.some((subjects) => subjects.includes(one) && subjects.includes(other));
      found.set(key, { isSame, bits, word });
    };
    for (const subjects of OPERATORS)
      for (const one of subjects) for (const other of subjects) if (one < other) note(one, other, -Infinity, 'weak');
    for (const one of new Set(OPERATORS.flat())) {
      const type = indicatorOf(one)?.kind === 'domain' ? 'domain' : 'ip';
      const { values, own } = await weighedValues(type, one, services, {});
      for (const { subject, bits, shares } of await linksOf(values, own.domain, services, {}))
        note(one, subject, bits, wordOf(bits, shares));
    }
    return [...found.values()];
  } finally {
    await engine.close();
    removeFolder();
  }
}
