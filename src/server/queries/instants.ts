/** SQL of a DateTime64(3, 'UTC') as ISO 8601: '2026-11-29T08:00:00.000Z'. */
export const isoInstant = (sql: string): string => `concat(replaceOne(toString(${sql}), ' ', 'T'), 'Z')`;

/** Such a time as the engine reads it in inserted rows. @param iso in UTC, as `toISOString` writes it */
export const sqlInstant = (iso: string): string => iso.replace('T', ' ').replace('Z', '');
