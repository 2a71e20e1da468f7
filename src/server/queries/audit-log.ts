import type { Engine, Query } from '#server/engine/engine.ts';
import { isoInstant, sqlInstant } from './instants.ts';
import type { Page } from './page.ts';

/** A change that was made through the interface. */
export interface AuditEntry {
  /** ISO 8601. */
  readonly at: string;
  /** Name of the API key, or its id. */
  readonly author: string;
  readonly keyId: string;
  readonly role: string;
  readonly operation: string;
  /** What was changed. May hold foreign text. */
  readonly subject: string;
  /** The parameters without secrets. May hold foreign text. */
  readonly details: string;
}

/** @throws EngineError */
export async function writeAudit(engine: Engine, { at, keyId, ...entry }: AuditEntry): Promise<void> {
  await engine.insert('audit_log', [{ ...entry, key_id: keyId, at: sqlInstant(at) }]);
}

export function auditCountQuery(): Query<{ readonly total: number }> {
  return { name: 'audit', sql: 'SELECT toUInt32(count()) AS total FROM audit_log' };
}

/** The newest first. */
export function auditQuery({ limit, skip }: Page): Query<AuditEntry> {
  return {
    name: 'audit',
    sql: `
      SELECT ${isoInstant('at')} AS at, author, key_id AS keyId, role, operation, subject, details
      FROM (SELECT * FROM audit_log ORDER BY at DESC, operation, subject LIMIT {limit:UInt32} OFFSET {skip:UInt32})`,
    params: { limit, skip },
  };
}
