import { parseIp } from '#model/ip-address.ts';
import { isRecordType, type RecordType, type SeenRecord } from './log-reader.ts';

/** One transaction of a log that names the question and lists answers without saying who owns them. */
export interface FlatAnswers {
  readonly query: string;
  /** The type asked for, 'A'; '' where the log does not say. */
  readonly type: string;
  readonly answers: readonly string[];
  /** Seconds, one for each answer; shorter where the log says less. */
  readonly ttls: readonly number[];
  /** Epoch seconds. */
  readonly time: number;
}

/**
 * Tells which name owns which answer: the question owns the first, and while an answer is a name where an address was asked for,
 * it is an alias (CNAME) that owns the next. Where the log does not say what was asked for, a name is an alias only when an address
 * follows. Answers to a question of another type than those that are kept (SRV, ANY) are kept when they are addresses of ANY.
 * @returns the records, and how many answers fit no record
 */
export function recordsOf({ query, type, answers, ttls, time }: FlatAnswers): {
  readonly records: readonly SeenRecord[];
  readonly misfits: number;
} {
  const records: SeenRecord[] = [];
  let owner = query;
  let misfits = 0;
  const lastAddress = type === '' ? answers.findLastIndex((each) => parseIp(each) !== null) : -1;
  for (const [index, answer] of answers.entries()) {
    const found = typeOf(answer, type, index < lastAddress);
    if (found === null) {
      misfits += 1;
      continue;
    }
    const seen = { first: time, last: time, count: 1, ttl: ttls[index] ?? 0 };
    records.push({ what: 'record', name: owner, type: found, answer, ...seen });
    // a delegated reverse zone (RFC 2317): the alias does not stand for an address, so the PTR record stays with the name asked for
    if (found === 'CNAME' && type !== 'PTR') owner = answer;
  }
  return { records: withSets(records), misfits };
}

function typeOf(answer: string, asked: string, isAddressNext: boolean): RecordType | null {
  if (asked === 'TXT' || asked === 'SOA') return answer === '' ? null : asked;
  const isKept = isRecordType(asked);
  const address = parseIp(answer);
  if (address) {
    if (isKept ? asked !== 'A' && asked !== 'AAAA' : asked !== '' && asked !== 'ANY' && asked !== '*') return null;
    return address.version === 4 ? 'A' : 'AAAA';
  }
  if (answer === '' || /\s/.test(answer)) return null;
  if (asked === 'A' || asked === 'AAAA') return 'CNAME';
  if (asked === 'PTR' && /\.(in-addr|ip6)\.arpa\.?$/i.test(answer)) return 'CNAME';
  if (isKept) return asked;
  return asked === '' && isAddressNext ? 'CNAME' : null;
}

/** Gives NS and MX records all answers of their name and type; the order stays. */
export function withSets(records: readonly SeenRecord[]): readonly SeenRecord[] {
  const sets = new Map<string, string[]>();
  for (const { name, type, answer } of records) {
    if (type !== 'NS' && type !== 'MX') continue;
    const key = `${type} ${name}`;
    const set = sets.get(key);
    if (set) set.push(answer);
    else sets.set(key, [answer]);
  }
  if (sets.size === 0) return records;
  return records.map((record) => {
    const set = sets.get(`${record.type} ${record.name}`);
    return set ? { ...record, set } : record;
  });
}
