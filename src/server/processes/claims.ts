import type { Engine } from '#server/engine/engine.ts';
import { killStatementsOf } from '#server/queries/service-claims.ts';
import { claimTable } from './claim-table.ts';
import type { ProcessRegistry } from './process-registry.ts';

export interface Claim {
  readonly number: number;
  readonly about: string;
  /** Whether this process still holds it; once false it stays so. */
  isHeld(): boolean;
}

/** What one process at a time may take for itself. All of it throws EngineError. */
export interface Claims {
  /** @returns the claim, or the name of the living process that has the subject */
  take(subject: string, about?: (before: { readonly about: string } | undefined) => string): Promise<Claim | string>;
  /** Whether nobody claimed the subject after this claim. */
  isLast(subject: string, claim: Claim): Promise<boolean>;
  /** Gives back what is still held: others need not wait until this process is gone. */
  release(subject: string, claim: Claim): Promise<void>;
  /** A number that belongs to whoever has this name for good, counted from 1. */
  numberOf(subject: string, name: string): Promise<number>;
}

/**
 * Claims of processes that share one ClickHouse server or one cluster, which have no compare-and-set. A claim is a row with the subject
 * and a number one higher than that of the claim before. Of several with the same number one counts at most (`ClaimTable`): whoever
 * then reads its own name has the claim.
 *
 * A process has what it claimed as long as it is alive (`ProcessRegistry`); when it is gone, another may claim the next number. The
 * claims are read before the signs of life: a process that was gone and came back holds nothing that another could overlook.
 *
 * Assumed, beside what `ProcessRegistry` assumes: deduplication is part of the commit of a part, under a lock, and survives a restart of
 * the server; and between the reading of a claim and the insert of the next one fewer than 10,000 others are made.
 */
export function claimsOf(engine: Engine, registry: ProcessRegistry): Claims {
  const table = claimTable(engine);
  const { process } = registry;
  return {
    async take(subject, about = () => '') {
      await registry.signOfLife();
      const trust = registry.trust();
      const before = await table.last(subject);
      await registry.look();
      const others = before?.holders.filter((name) => !['', process].includes(name)) ?? [];
      const living = others.find((name) => registry.living().has(name));
      if (living !== undefined) return living;
      // what it sent before it was gone may still be running
      for (const name of others) await engine.command(killStatementsOf(name), { limits: 'search' });
      const next = { number: before?.number ?? 0, holder: process, about: about(before) };
      for (;;) {
        next.number += 1;
        await table.put(subject, next);
        const now = await table.last(subject);
        // nothing: the number is that of a claim that has expired, and whose token is still known
        if (!now) continue;
        const { number, holders, isCertain } = now;
        if (number === next.number && isCertain && holders[0] === process)
          return { number, about: next.about, isHeld: () => registry.isTrusted(trust) };
        const other = holders.find((name) => name !== process);
        if (other !== undefined || holders.length > 0) return other ?? 'that could not be made out';
        // it counts for nobody
        next.number = Math.max(next.number, number);
      }
    },
    async release(subject, { number, about, isHeld }) {
      if (isHeld()) await table.put(subject, { number: number + 1, holder: '', about });
    },
    async numberOf(subject, name) {
      for (;;) {
        const { claims, highest } = await table.all(subject);
        const own = claims.find((claim) => claim.about === name);
        if (own) return own.number;
        if (!(await table.complete(subject, name)))
          await table.put(subject, { number: highest + 1, holder: process, about: name });
      }
    },
    async isLast(subject, { number }) {
      return (await table.last(subject))?.number === number;
    },
  };
}
