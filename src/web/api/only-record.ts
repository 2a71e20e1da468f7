/** D5, D9, D12, D14 answer a list of one record; some deployments send the record itself. */
export function onlyRecord<Record extends object>(
  answer: readonly Record[] | Record | null | undefined,
): Record | undefined {
  return Array.isArray(answer) ? (answer as readonly Record[])[0] : ((answer ?? undefined) as Record | undefined);
}
