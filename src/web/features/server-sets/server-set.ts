import type { PadnsTranslateAnswer } from '#contract/generated/types.gen.ts';

/** The two kinds of hash that stand for a set of servers. */
export type SetKind = 'nshash' | 'mxhash';

export const setKindWords: Readonly<
  Record<SetKind, { readonly one: string; readonly many: string; readonly other: SetKind }>
> = {
  nshash: { one: 'name server', many: 'name servers', other: 'mxhash' },
  mxhash: { one: 'mail server', many: 'mail servers', other: 'nshash' },
};

/** E5: the answer is the hash and then the list of its servers; only the list is of interest. */
export function serversOf({ records = [] }: PadnsTranslateAnswer): readonly string[] {
  return records
    .flatMap((record) => (Array.isArray(record) ? record : []))
    .flatMap(({ nssrv, mxsrv }) => nssrv ?? mxsrv ?? []);
}
