import type { Engine } from '#server/engine/engine.ts';
import { allClaims, claimOnce, type ClaimRow, lastClaim } from '#server/queries/service-claims.ts';

/** Where claims stand. All of it throws EngineError. */
export interface ClaimTable {
  /** The claim with the highest number. */
  last(subject: string): Promise<FoundClaim | undefined>;
  /** The claims that certainly count, by their numbers, and the highest number that any has. */
  all(subject: string): Promise<{ readonly claims: readonly ClaimRow[]; readonly highest: number }>;
  /** Makes a claim, unless there is one with the same number. */
  put(subject: string, claim: ClaimRow): Promise<void>;
  /** Makes a claim certain that was cut off while it was made. @returns whether there was one, which counts now */
  complete(subject: string, about: string): Promise<boolean>;
}

interface FoundClaim {
  readonly number: number;
  readonly about: string;
  /** Who may have it: one, unless it is not certain. */
  readonly holders: readonly string[];
  /** Whether it is certain that the first of them has it. */
  readonly isCertain: boolean;
}

/** Of several inserts under one deduplication token a server takes one: whoever then reads its own name has the claim. */
export function claimTable(engine: Engine): ClaimTable {
  return {
    async last(subject) {
      const [row] = await engine.query(lastClaim(subject));
      return row && { number: row.number, about: row.about, holders: [row.holder], isCertain: true };
    },
    async all(subject) {
      const claims = await engine.query(allClaims(subject));
      return { claims, highest: claims.at(-1)?.number ?? 0 };
    },
    put: (subject, claim) => engine.command(claimOnce(subject, claim)),
    complete: async () => false,
  };
}
