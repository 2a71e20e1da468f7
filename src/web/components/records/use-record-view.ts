import { parseAsStringLiteral, useQueryState } from 'nuqs';

const recordViews = ['table', 'timeline', 'picture'] as const;
/** How loaded records are shown; a picture is one of its kind, such as a tree of files. */
export type RecordView = (typeof recordViews)[number];

/** The way the records of a panel are shown, in the URL; one that these records have not is the usual one. */
export function useRecordView(
  urlPrefix: string,
  possible: readonly RecordView[],
  usual: RecordView = 'table',
): [view: RecordView, choose: (view: RecordView) => void] {
  const [chosen, setChosen] = useQueryState(`${urlPrefix}view`, parseAsStringLiteral(recordViews));
  const view = chosen !== null && possible.includes(chosen) ? chosen : usual;
  return [view, (next) => void setChosen(next === usual ? null : next)];
}
