import { formatAsn } from '#model/asn.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { isObject } from '#model/json-value.ts';
import { judgementSentence } from '#model/judgement-words.ts';
import { type Judgement, judgementKey } from '#model/judgement.ts';
import { fetchAnswer } from '#web/api/query.ts';
import { isNotOffered, judgementsOf, readJudgement } from '#web/api/team.ts';

/** What the team says; nothing where the service has no judgements. @throws ApiFailure */
export async function teamJudgements(): Promise<readonly Judgement[]> {
  try {
    const { response } = await fetchAnswer({ operationId: 'judgements' });
    return (response.records ?? []).map(readJudgement);
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    return [];
  }
}

/** Adds the field `team` to records about which the team says something: a sentence for each judgement. @throws ApiFailure */
export async function teamMarker(): Promise<<Row extends object>(rows: readonly Row[]) => readonly Row[]> {
  const judgements = await teamJudgements();
  if (judgements.length === 0) return (rows) => rows;
  const of = judgementsOf(judgements);
  return (rows) =>
    rows.map((row) => {
      const held = [...subjectsIn(row)].flatMap((about) => of(about).map((judgement) => ({ about, judgement })));
      const once = new Map(held.toReversed().map((each) => [judgementKey(each.judgement), each]));
      const team = [...once.values()].toReversed().map(({ about, judgement }) => judgementSentence(judgement, about));
      return team.length === 0 ? row : { ...row, team };
    });
}

/** The names, addresses, networks and AS numbers that a record has, also as the names of fields; other texts have no judgement. */
function subjectsIn(value: unknown, name = ''): ReadonlySet<string> {
  if (typeof value === 'number') return new Set(name === 'asn' ? [formatAsn(value)] : []);
  if (typeof value === 'string') return new Set([canonicalIp(value) ?? value.toLowerCase().replace(/\.$/, '')]);
  if (Array.isArray(value)) return new Set(value.flatMap((each) => [...subjectsIn(each, name)]));
  if (!isObject(value)) return new Set();
  return new Set(Object.entries(value).flatMap(([field, each]) => [field, ...subjectsIn(each, field)]));
}
