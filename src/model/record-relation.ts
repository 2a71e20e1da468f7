/** The role of the answer of a record for its name. */
const answers: Readonly<Record<string, string>> = {
  A: 'resolved to',
  AAAA: 'resolved to',
  NS: 'name server',
  MX: 'mail server',
  CNAME: 'alias of',
  PTR: 'reverse name',
  SRV: 'service host',
  SVCB: 'service host',
  HTTPS: 'service host',
};
/** The role of the name of a record for its answer. */
const names: Readonly<Record<string, string>> = {
  A: 'resolved to it',
  AAAA: 'resolved to it',
  NS: 'hosted domain',
  MX: 'uses it as mail server',
  CNAME: 'alias of it',
  PTR: 'address with that reverse name',
  SRV: 'offers a service on it',
  SVCB: 'offers a service on it',
  HTTPS: 'offers a service on it',
};

/** The role of one end of a DNS record for the other: "resolved to". @param type ignoring case */
export function recordRelation(type: string, end: 'query' | 'answer'): string {
  const upper = type.toUpperCase().replace(/^PTR[46]$/, 'PTR');
  return (end === 'answer' ? answers : names)[upper] ?? `${upper} record`;
}

/** When a record was seen: 'yyyy-mm-dd hh:mm:ss', or '' if unknown. */
interface SeenSpan {
  readonly first_seen?: string | undefined;
  readonly last_seen?: string | undefined;
}

/** With the days on which the record was first and last seen: "resolved to, 2026-10-02 to 2026-10-11". */
export function datedRelation(relation: string, { first_seen, last_seen }: SeenSpan): string {
  const days = [...new Set([dayOf(first_seen), dayOf(last_seen)])].filter(Boolean).join(' to ');
  return days === '' ? relation : `${relation}, ${days}`;
}

function dayOf(time = ''): string {
  const day = time.slice(0, 10);
  return /^\d{4}-/.test(day) && !day.startsWith('1970') ? day : '';
}
