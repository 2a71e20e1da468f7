/** Rows of the same key together; groups and rows keep the order in which they come. */
export function groupRows<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly (readonly Row[])[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups.values()];
}
