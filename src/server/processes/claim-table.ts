import { type Engine, EngineError, type MajorityAnswer } from '#server/engine/engine.ts';
import {
  allClaims,
  claimIfFree,
  claimOnce,
  type ClaimRow,
  claimNumbered,
  lastClaim,
} from '#server/queries/service-claims.ts';

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

export function claimTable(engine: Engine): ClaimTable {
  return engine.cluster ? ofMajority(engine.cluster.majority) : ofServer(engine);
}

/** Of several inserts under one deduplication token a server takes one: whoever then reads its own name has the claim. */
function ofServer(engine: Engine): ClaimTable {
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

/**
 * On a cluster each node takes one claim of a number, and whoever has nodes with more than half of the votes has the claim. Claims go from
 * node to node in one order, and whoever finds another one's on the way gives up: only a node that fails meanwhile splits them, and
 * then the number may count for nobody. As long as nodes are silent that may hold the missing votes, a claim is not certain, and
 * may be that of each holder that it can still belong to.
 */
function ofMajority({ nodes, votes: allVotes, ask }: NonNullable<Engine['cluster']>['majority']): ClaimTable {
  const has = (votes: number): boolean => 2 * votes > allVotes;

  function judged(answers: readonly MajorityAnswer<ClaimRow | undefined>[], number: number): FoundClaim {
    const rows = answers.flatMap(({ answer, votes }) => (answer?.number === number ? [{ ...answer, votes }] : []));
    const votesOf = (name: string): number =>
      rows.reduce((sum, { holder, votes }) => sum + (holder === name ? votes : 0), 0);
    const open = rows.reduce((left, { votes }) => left - votes, allVotes);
    const names = [...new Set(rows.map(({ holder }) => holder))].sort((one, other) => votesOf(other) - votesOf(one));
    const [first = ''] = names;
    const isCertain = has(votesOf(first));
    const about = rows.find(({ holder }) => holder === first)?.about ?? '';
    return {
      number,
      about,
      isCertain,
      holders: isCertain ? [first] : names.filter((name) => has(votesOf(name) + open)),
    };
  }
  const readAll = (subject: string) => ask(({ engine }) => engine.query(allClaims(subject)));
  function judgedAt(answers: Awaited<ReturnType<typeof readAll>>, number: number): FoundClaim {
    const rows = answers.map((each) => ({ ...each, answer: each.answer.find((row) => row.number === number) }));
    return judged(rows, number);
  }
  return {
    async last(subject) {
      const answers = await ask(async ({ engine }) => (await engine.query(lastClaim(subject)))[0]);
      const number = Math.max(0, ...answers.map(({ answer }) => answer?.number ?? 0));
      return number === 0 ? undefined : judged(answers, number);
    },
    async all(subject) {
      const answers = await readAll(subject);
      const numbers = [...new Set(answers.flatMap(({ answer }) => answer.map(({ number }) => number)))];
      const found = numbers.sort((one, other) => one - other).map((number) => judgedAt(answers, number));
      const claims = found
        .filter(({ isCertain }) => isCertain)
        .map(({ number, about, holders }) => ({ number, about, holder: holders[0] ?? '' }));
      return { claims, highest: numbers.at(-1) ?? 0 };
    },
    async put(subject, claim) {
      for (const { engine } of nodes)
        try {
          await engine.command(claimOnce(subject, claim));
          const [row] = await engine.query(claimNumbered(subject, claim.number));
          if (row && row.holder !== claim.holder) return;
        } catch (error) {
          // silent, or without the table, since it lost its disk: whether enough are left is seen when the claim is read
          if (!(error instanceof EngineError) || !['unreachable', 'failed'].includes(error.fault)) throw error;
        }
    },
    async complete(subject, about) {
      const answers = await readAll(subject);
      const own = answers.flatMap(({ answer }) => answer).find((row) => row.about === about);
      if (!own) return false;
      for (const { node, answer } of answers)
        if (!answer.some(({ number }) => number === own.number)) await node.engine.command(claimIfFree(subject, own));
      const { isCertain, holders } = judgedAt(await readAll(subject), own.number);
      if (!isCertain && holders.includes(own.holder))
        throw new EngineError(
          'unreachable',
          `whether the claim ${own.number} to ${subject} counts is known to nodes that do not answer`,
        );
      return isCertain && holders.includes(own.holder);
    },
  };
}
