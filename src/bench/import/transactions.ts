import { reverseZoneName } from '#model/ip-address.ts';
import { randomFor, type Random } from '#sample/random.ts';

export interface Answer {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  /** As a zone file writes it. */
  readonly data: string;
}

/** One line of a log: a query for a name, and its answers. */
export interface Transaction {
  readonly number: number;
  /** Epoch seconds, with microseconds. */
  readonly time: number;
  readonly client: string;
  readonly port: number;
  readonly name: string;
  readonly type: string;
  /** In the order of the message: aliases first. Empty for a name that does not exist. */
  readonly answers: readonly Answer[];
}

type Question = Pick<Transaction, 'name' | 'type' | 'answers'>;

interface Traffic {
  readonly lines: number;
  /** Epoch seconds. */
  readonly begin: number;
  /** Share of lines that are new, 0 to 1. */
  readonly newShare: number;
  /** Whether each new line is answered by one address, so that it holds one record. */
  readonly isSingle?: boolean;
}

const perSecond = 500;

/**
 * The traffic of a resolver, always the same for a label: a few names are requested all the time (Zipf), and some lines are new.
 * Names and addresses lie in reserved space.
 */
export function* transactions(
  label: string,
  { lines, begin, newShare, isSingle = false }: Traffic,
): Generator<Transaction> {
  const random = randomFor(`log/${label}`);
  const questions: Question[] = [];
  for (let number = 0; number < lines; number += 1) {
    // the logarithm is uniform: the nth name comes with a frequency of 1/n
    const known = random.chance(newShare) ? undefined : questions[Math.floor(questions.length ** random.next()) - 1];
    const question = known ?? (isSingle ? addressOf(random, label) : questionOf(random, label));
    if (!known) questions.push(question);
    yield {
      ...question,
      number,
      time: begin + number / perSecond,
      client: `192.0.2.${random.int(1, 254)}`,
      port: random.int(1024, 65_535),
    };
  }
}

const shares: readonly (readonly [type: string, share: number])[] = [
  ['A', 0.6],
  ['AAAA', 0.18],
  ['PTR', 0.06],
  ['HTTPS', 0.05],
  ['MX', 0.03],
  ['TXT', 0.04],
  ['NS', 0.02],
  ['SOA', 0.02],
];

function questionOf(random: Random, label: string): Question {
  let rest = random.next();
  const [type = 'A'] = shares.find(([, share]) => (rest -= share) < 0) ?? [];
  const domain = domainOf(random, label);
  const host = hostIn(random, domain);
  const name = type === 'PTR' ? (reverseZoneName(ipv4(random)) ?? '') : type === 'A' || type === 'AAAA' ? host : domain;
  const isMissing = random.chance(0.08);
  return { name, type, answers: isMissing ? [] : answersOf(random, name, type, domain) };
}

function addressOf(random: Random, label: string): Question {
  const name = hostIn(random, domainOf(random, label));
  const answers = [{ name, type: 'A', ttl: random.pick(lifetimes), data: ipv4(random) }];
  return { name, type: 'A', answers };
}

function domainOf(random: Random, label: string): string {
  return `${random.text(random.int(5, 12))}-${label}.${random.pick(['test', 'example', 'invalid'])}`;
}

function hostIn(random: Random, domain: string): string {
  return `${random.pick(['www', 'api', 'cdn', 'img', 'mail', 'static', 'login'])}.${domain}`;
}

function answersOf(random: Random, name: string, type: string, domain: string): readonly Answer[] {
  const ttl = random.pick(lifetimes);
  const of = (...data: readonly string[]) => data.map((each): Answer => ({ name, type, ttl, data: each }));
  switch (type) {
    case 'A':
    case 'AAAA': {
      const edge = `e${random.int(1, 99_999)}.edge.example`;
      const isAlias = random.chance(0.35);
      const owner = isAlias ? edge : name;
      const addresses = Array.from({ length: random.int(1, 4) }, () => (type === 'A' ? ipv4(random) : ipv6(random)));
      const records = addresses.map((data): Answer => ({ name: owner, type, ttl, data }));
      return isAlias ? [{ name, type: 'CNAME', ttl, data: edge }, ...records] : records;
    }
    case 'PTR':
      return of(`host-${random.int(1, 99_999)}.${domain}`);
    case 'MX':
      return of(`10 mx1.${domain}`, `20 mx2.${domain}`);
    case 'NS':
      return of(`ns1.${domain}`, `ns2.${domain}`);
    case 'TXT':
      return of(`"v=spf1 ip4:${ipv4(random)} include:_spf.${domain} -all"`);
    case 'SOA':
      return of(`ns1.${domain} hostmaster.${domain} ${random.int(1, 9e8)} 7200 3600 1209600 300`);
    default:
      return of('1 . alpn="h2,h3"');
  }
}

const lifetimes = [30, 60, 300, 3600, 86_400];

/** 198.18.0.0/15, the benchmarking network. */
function ipv4(random: Random): string {
  return `198.${random.int(18, 19)}.${random.int(0, 255)}.${random.int(0, 255)}`;
}

function ipv6(random: Random): string {
  return `2001:db8:${random.int(1, 65_535).toString(16)}:${random.int(1, 65_535).toString(16)}::${random.int(1, 9)}`;
}
