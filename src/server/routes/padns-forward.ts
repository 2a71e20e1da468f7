import { parseIp } from '#model/ip-address.ts';
import { hasWildcard } from '#model/wildcard.ts';
import { badInput } from '#server/http/api-error.ts';
import { isWide, readAddress, readNameMatch, readRange, readSelection, readSetHash } from '#server/input/padns.ts';
import type { Engine, QueryOptions } from '#server/engine/engine.ts';
import { newestOfPattern, padnsForward as forwardQuery } from '#server/queries/padns-forward.ts';
import type { ForwardLookup } from '#server/queries/padns-names.ts';
import type { PadnsRow, RecordType } from '#server/queries/padns-selection.ts';
import { setMembers } from '#server/queries/padns-sets.ts';
import { padnsRecord } from '#server/serializers/padns-record.ts';
import { type Handler, jobHandler, type Question } from './handler.ts';
import { answerPage, askNewest, pageStyleOf, withSetHashes } from './padns-page.ts';

type Asked = Question<'padnsForward'>;

// E1, any: "not shown". Decision: every type that is under a name; anyipv4 and anyipv6 leave out the other family's
// addresses. An address has PTR records only.
const named: readonly RecordType[] = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'SOA', 'TXT'];
const typesOf: Readonly<Record<Asked['path']['qtype'], readonly RecordType[]>> = {
  a: ['A'],
  aaaa: ['AAAA'],
  cname: ['CNAME'],
  mx: ['MX'],
  ns: ['NS'],
  soa: ['SOA'],
  txt: ['TXT'],
  ptr4: ['PTR4'],
  ptr6: ['PTR6'],
  any: named,
  anyipv4: named.filter((type) => type !== 'AAAA'),
  anyipv6: named.filter((type) => type !== 'A'),
};

/** @throws ApiError 400 */
function readLookup({ path: { qtype, qname }, query }: Asked, now: Date): ForwardLookup {
  const selection = readSelection(query, now);
  const { regex } = query;
  const selfOnly = query.match === 'self' && (qtype === 'mx' || qtype === 'ns');
  const types = typesOf[qtype];
  if (regex !== undefined) return { ...selection, types, selfOnly, owner: { kind: 'regex', regex } };
  const address = parseIp(qname);
  const isPointer = qtype === 'ptr4' || qtype === 'ptr6';
  if (isPointer ? !hasWildcard(qname) : address && qtype.startsWith('any')) {
    const version = isPointer ? (qtype === 'ptr4' ? 4 : 6) : (address?.version ?? 4);
    const range = readRange(readAddress('qname', qname, version), query.netmask);
    const pointers: RecordType[] = [version === 4 ? 'PTR4' : 'PTR6'];
    return { ...selection, types: pointers, selfOnly, owner: { kind: 'range', range } };
  }
  if (address)
    throw badInput(
      'qname',
      `qname takes a name for ${qtype}; what points to an address is found by the reverse lookup.`,
    );
  const subdomains = query.subdomains === 1 && (qtype === 'a' || qtype === 'aaaa');
  return { ...selection, types, selfOnly, owner: readNameMatch('qname', qname, subdomains) };
}

function isHeavy({ owner }: ForwardLookup): boolean {
  return owner.kind !== 'range' && isWide(owner);
}

function askByName(engine: Engine, lookup: ForwardLookup, options: QueryOptions): Promise<PadnsRow[]> {
  const newest = newestOfPattern(lookup);
  const key = JSON.stringify(['query', lookup.types, lookup.owner]);
  return askNewest(engine, newest, { key, limit: lookup.limit, whole: forwardQuery(lookup) }, options);
}

/** E1: records of a name. */
export const padnsForward = jobHandler<'padnsForward', ForwardLookup>({
  read: readLookup,
  regex: 'regex',
  isHeavy,
  answer: (engine, lookup, options, call) =>
    answerPage(engine, lookup, forwardQuery, {
      ...pageStyleOf(call),
      ...(call.path.qtype.startsWith('any')
        ? { record: (row) => padnsRecord(row, true) }
        : { complete: withSetHashes }),
      ask: (page) => askByName(engine, page, options),
      options,
    }),
});

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
