/** A place in a ranking: the fields of the record and of its explain object side by side, under their wire names. */
export type RankingRow = { readonly rank: number } & Readonly<Record<string, unknown>>;

interface RankingFields {
  readonly list: string;
  readonly explain?: string;
}

/** The rows of a ranking, in the order of the answer: highest scores first. */
export function rankingRows(
  response: Readonly<Record<string, unknown>>,
  { list, explain }: RankingFields,
): readonly RankingRow[] {
  const records = response[list];
  if (!Array.isArray(records)) return [];
  return records.map((record: Readonly<Record<string, unknown>>, index) => {
    const { [explain ?? '']: inputs, ...fields } = record;
    return { ...fields, ...(typeof inputs === 'object' && inputs), rank: index + 1 };
  });
}
