import { setMembers } from '#server/queries/padns-sets.ts';
import type { Handler } from './handler.ts';
import { readSetHash } from '#server/input/padns.ts';

const sets = {
  nshash: { type: 'NS', server: 'nssrv' },
  mxhash: { type: 'MX', server: 'mxsrv' },
} as const;

/** E5: the servers of a set, by the hash that NS and MX records carry. */
export const padnsTranslate: Handler<'padnsTranslate'> = async ({ path, signal }, { engine }) => {
  const { type, server } = sets[path.qtype];
  const hash = readSetHash('query', path.query);
  const members = await engine.query(setMembers(type, hash), { signal });
  if (members.length === 0) return { records: [] };
  return { records: [{ [path.qtype]: hash }, members.map(({ member }) => ({ [server]: member }))] };
};
