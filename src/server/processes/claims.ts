import type { Engine } from '#server/engine/engine.ts';
import { allClaims, claimOnce, type ClaimRow, killStatementsOf, lastClaim } from '#server/queries/service-claims.ts';
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
  take(subject: string, about?: (before: ClaimRow | undefined) => string): Promise<Claim | string>;
  /** Whether nobody claimed the subject after this claim. */
  isLast(subject: string, claim: Claim): Promise<boolean>;
  /** Gives back what is still held: others need not wait until this process is gone. */
  release(subject: string, claim: Claim): Promise<void>;
  /** A number that belongs to whoever has this name for good, counted from 1. */
  numberOf(subject: string, name: string): Promise<number>;
}

/**
 * Claims of processes that share one ClickHouse server, which has no compare-and-set. A claim is a row with the subject and a number
 * one higher than that of the claim before; it is inserted under a deduplication token made of both, so that of several inserts
 * with the same number the server takes one and drops the others without an error. Whoever then reads its own name has the claim.
 *
 * A process has what it claimed as long as it is alive (`ProcessRegistry`); when it is gone, another may claim the next number. The
 * claims are read before the signs of life: a process that was gone and came back holds nothing that another could overlook.
 *
 * Assumed, beside what `ProcessRegistry` assumes: one server holds the table (deduplication is part of the commit of a part, under a
 * lock, and survives a restart), and between the reading of a claim and the insert of the next one fewer than 10,000 others are made.
 */
export function claimsOf(engine: Engine, registry: ProcessRegistry): Claims {
  return {
    async take(subject, about = () => '') {
      await registry.signOfLife();
      const trust = registry.trust();
      const [before] = await engine.query(lastClaim(subject));
      await registry.look();
      if (before && before.holder !== registry.process && registry.living().has(before.holder)) return before.holder;
      // what it sent before it was gone may still be running
      if (before && !['', registry.process].includes(before.holder))
        await engine.command(killStatementsOf(before.holder), { limits: 'search' });
      const next = { number: before?.number ?? 0, holder: registry.process, about: about(before) };
      let now: ClaimRow | undefined;
      do {
        next.number += 1;
        await engine.command(claimOnce(subject, next));
        [now] = await engine.query(lastClaim(subject));
        // nothing: the number is that of a claim that has expired, and whose token is still known
      } while (!now);
      if (now.number !== next.number || now.holder !== registry.process) return now.holder;
      return { number: next.number, about: next.about, isHeld: () => registry.isTrusted(trust) };
    },
    async release(subject, { number, about, isHeld }) {
      if (isHeld()) await engine.command(claimOnce(subject, { number: number + 1, holder: '', about }));
    },
    async numberOf(subject, name) {
      for (;;) {
        const all = await engine.query(allClaims(subject));
        const own = all.find((claim) => claim.about === name);
        if (own) return own.number;
        const number = (all.at(-1)?.number ?? 0) + 1;
        await engine.command(claimOnce(subject, { number, holder: registry.process, about: name }));
      }
    },
    async isLast(subject, { number }) {
      const [last] = await engine.query(lastClaim(subject));
      return last?.number === number;
    },
  };
}
