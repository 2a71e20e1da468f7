import { parseAsNumberLiteral, useQueryState } from 'nuqs';

export const movesDays = [7, 30, 90, 365] as const;

const parser = parseAsNumberLiteral(movesDays).withDefault(90).withOptions({ history: 'replace' });

/** How far back transfers are looked for, in days: in the URL. */
export function useMovesDays() {
  return useQueryState('moves.days', parser);
}
