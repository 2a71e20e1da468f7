import type { Query } from '#server/engine/engine.ts';

export interface ClaimRow {
  readonly number: number;
  readonly holder: string;
  readonly about: string;
}

/** The claim to a subject that counts. Where a claim stands twice after all, the earlier one counts. */
export function lastClaim(subject: string): Query<ClaimRow> {
  return {
    name: 'serviceClaims',
    sql: `
      SELECT number, holder, about FROM service_claims
      WHERE subject = {subject:String} ORDER BY number DESC, at, holder LIMIT 1`,
    params: { subject },
  };
}

export function allClaims(subject: string): Query<ClaimRow> {
  return {
    name: 'serviceClaims',
    sql: `
      SELECT number, holder, about FROM service_claims
      WHERE subject = {subject:String} ORDER BY number, at, holder LIMIT 1 BY number`,
    params: { subject },
  };
}

/** Inserts a claim unless one of the same number was inserted before. */
export function claimOnce(subject: string, { number, holder, about }: ClaimRow): Query<never> {
  return {
    name: 'serviceClaims',
    sql: `
      INSERT INTO service_claims (subject, number, holder, about)
      SELECT {subject:String}, {number:UInt64}, {holder:String}, {about:String}`,
    params: { subject, number, holder, about },
    settings: { insert_deduplicate: 1, insert_deduplication_token: `${subject}/${number}`, async_insert: 0 },
  };
}

/** Ends what a process that is gone left running in the server, and waits for it. */
export function killStatementsOf(process: string): Query<never> {
  return {
    name: 'serviceClaims',
    sql: 'KILL QUERY WHERE startsWith(query_id, {prefix:String}) SYNC',
    params: { prefix: `${process}:` },
  };
}

/** Calls of one term that were not answered, oldest first. */
export function openCalls(term: number): Query<{ readonly id: string; readonly body: string }> {
  return {
    name: 'serviceCalls',
    sql: `
      SELECT id, argMin(body, is_answer) AS body FROM service_calls WHERE written > now() - INTERVAL 1 MINUTE AND term = {term:UInt64}
      GROUP BY id HAVING max(is_answer) = 0 ORDER BY min(written), id`,
    params: { term },
  };
}

export function answerOf(id: string): Query<{ readonly body: string }> {
  return {
    name: 'serviceCalls',
    sql: `
      SELECT body FROM service_calls
      WHERE written > now() - INTERVAL 5 MINUTE AND id = {id:String} AND is_answer = 1 LIMIT 1`,
    params: { id },
  };
}

export function documentNamed(name: string): Query<{ readonly version: number; readonly body: string }> {
  return {
    name: 'serviceDocuments',
    sql: 'SELECT version, body FROM service_documents WHERE name = {name:String} ORDER BY version DESC LIMIT 1',
    params: { name },
  };
}
