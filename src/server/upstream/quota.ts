import { ProviderError } from './provider-fault.ts';

export interface QuotaLimits {
  /** Calls a day and a month (UTC); undefined where the operator sets none. */
  readonly day: number | undefined;
  readonly month: number | undefined;
}

export interface QuotaUse {
  readonly used: number;
  readonly limit: number | null;
  /** Jobs and bulk runs stop here. */
  readonly softLimit: number | null;
}

export interface Quota {
  /**
   * Counts one call, before it is sent: what is under way counts.
   * @param isExpendable bulk runs, background look-ups and searches that scan stop at 80 %
   * @throws ProviderError over_quota
   */
  take(isExpendable: boolean): void;
  /** How many more calls there may be; null without a limit. */
  left(isExpendable: boolean): number | null;
  readonly day: QuotaUse;
  readonly month: QuotaUse;
  /** Takes over what the store counted, of other processes and earlier runs too. */
  adopt(counts: { readonly day: number; readonly month: number }): void;
}

const softShare = 0.8;

/** Counts calls by day and month. @param now the clock of the service */
export function callQuota(limits: QuotaLimits, now: () => Date): Quota {
  let [day, month] = ['', ''];
  let [usedToday, usedThisMonth] = [0, 0];
  const turn = (): void => {
    const iso = now().toISOString();
    if (iso.slice(0, 10) !== day) [day, usedToday] = [iso.slice(0, 10), 0];
    if (iso.slice(0, 7) !== month) [month, usedThisMonth] = [iso.slice(0, 7), 0];
  };
  const use = (used: number, limit: number | undefined): QuotaUse => ({
    used,
    limit: limit ?? null,
    softLimit: limit === undefined ? null : Math.floor(limit * softShare),
  });
  const uses = (): readonly [string, QuotaUse][] => {
    turn();
    return [
      ['day', use(usedToday, limits.day)],
      ['month', use(usedThisMonth, limits.month)],
    ];
  };
  const leftOf = ({ used, limit, softLimit }: QuotaUse, isExpendable: boolean): number =>
    Math.max(0, ((isExpendable ? softLimit : limit) ?? Infinity) - used);
  return {
    take(isExpendable) {
      for (const [period, each] of uses()) {
        if (leftOf(each, isExpendable) >= 1) continue;
        const isSoft = each.limit !== null && each.used < each.limit;
        throw new ProviderError(
          'over_quota',
          isSoft ? 'soft_limit' : 'hard_limit',
          isSoft
            ? `${each.used} of ${each.limit} calls of this ${period} are used: bulk runs and wide searches stop at 80 %.`
            : `All ${each.limit} calls of this ${period} to the provider are used.`,
        );
      }
      usedToday += 1;
      usedThisMonth += 1;
    },
    left(isExpendable) {
      const least = Math.min(...uses().map(([, each]) => leftOf(each, isExpendable)));
      return Number.isFinite(least) ? least : null;
    },
    get day() {
      turn();
      return use(usedToday, limits.day);
    },
    get month() {
      turn();
      return use(usedThisMonth, limits.month);
    },
    adopt(counts) {
      turn();
      usedToday = Math.max(usedToday, counts.day);
      usedThisMonth = Math.max(usedThisMonth, counts.month);
    },
  };
}
