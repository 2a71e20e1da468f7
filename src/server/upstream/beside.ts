import { canonicalIp } from '#model/ip-address.ts';
import { isRecord } from './normalise.ts';
import type { AnswerSource } from './merge-lists.ts';

/** Whose the scores of a record are; those of the provider name it. */
export interface ScoreMark {
  readonly score_source: AnswerSource;
  readonly score_provider?: string;
}

export function scoreMark(source: AnswerSource, providerName: string): ScoreMark {
  return { score_source: source, ...(source === 'upstream' && { score_provider: providerName }) };
}

/** Scores and what explains them: never mixed, so each record has those of one side. */
const scoreField = /(^|_)(score|reputation|rank|malscore|verdict|explain|entropy)(_|$)|_max$/;

/** Fields that name what a record is about. */
const identities = ['ip', 'domain', 'asn', 'subnet', 'ns_server', 'host', 'date', 'query'] as const;

/**
 * The answer of one side with the scores of the other alongside its own: `score_source` says whose the record's scores are
 * (`score_provider` names the provider), and `other_scores` holds the other's. Facts that only the other side has join the record, scores never.
 */
export function beside(main: unknown, other: unknown, source: AnswerSource, providerName: string): unknown {
  if (Array.isArray(main)) return besideList(main, Array.isArray(other) ? other : [], source, providerName);
  if (!isRecord(main)) return main;
  const theirs = isRecord(other) && !('error' in other) ? other : {};
  const scores = scoresOf(theirs);
  const isScored = hasScores(main);
  const joined = Object.entries(main).map(([name, value]): [string, unknown] => [
    name,
    (isRecord(value) || Array.isArray(value)) && !isWhole(name)
      ? beside(value, theirs[name], source, providerName)
      : value,
  ]);
  const missing = Object.entries(theirs).filter(
    ([name]) => !(name in main) && !scoreField.test(name) && name !== 'error',
  );
  return {
    ...Object.fromEntries([...joined, ...missing]),
    ...(isScored && scoreMark(source, providerName)),
    ...(Object.keys(scores).length > 0 && {
      other_scores: {
        ...(source === 'own' ? { source: 'upstream', provider: providerName } : { source: 'own' }),
        ...scores,
      },
    }),
  };
}

/** Members that are evidence of one side as a whole. */
function isWhole(name: string): boolean {
  return name.endsWith('_explain') || ['listings', 'facts', 'scan_data', 'not_tracked'].includes(name);
}

function besideList(
  main: readonly unknown[],
  other: readonly unknown[],
  source: AnswerSource,
  providerName: string,
): unknown[] {
  const byIdentity = new Map(other.map((each) => [identityOf(each), each]));
  return main.map((each) => {
    const identity = identityOf(each);
    return identity === undefined ? each : beside(each, byIdentity.get(identity), source, providerName);
  });
}

function identityOf(value: unknown): string | undefined {
  if (!isRecord(value) || !identities.some((name) => name in value)) return undefined;
  return identities
    .map((name) => String(value[name] ?? '').toLowerCase())
    .map((text) => canonicalIp(text) ?? text)
    .join(' ');
}

export function hasScores(record: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(scoresOf(record)).length > 0;
}

function scoresOf(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) => scoreField.test(name) && (typeof value !== 'object' || name.endsWith('_explain')),
    ),
  );
}
