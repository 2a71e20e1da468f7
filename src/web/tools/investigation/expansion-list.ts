import type { QueryClient } from '@tanstack/react-query';
import type {
  ConnectionRow,
  Ipv4Record,
  Ipv6Record,
  PadnsRecord,
  RelatedSubject,
} from '#contract/generated/types.gen.ts';
import {
  type Connection,
  connectionAttributes,
  formatConnection,
  isConnectionAttribute,
  sameWord,
  withoutEqualParts,
} from '#model/connection.ts';
import { recordRelation } from '#model/record-relation.ts';
import { parseCidr } from '#model/cidr.ts';
import { type IndicatorKind, isNameServer } from '#model/indicator-kind.ts';
import { indicatorOf } from '#model/indicator-of.ts';
import { askToEnd } from '#web/api/ask-to-end.ts';
import { answerOptions, withDay } from '#web/api/query.ts';
import { stepHref, type StepSubject } from '#web/stores/investigation/investigation-node.ts';
import { isCommon, linkTitles } from '#model/connection-strength.ts';
import {
  operatorReason,
  sharedReason,
  subjectOf,
  viaOfOperator,
  viaOfShared,
} from '#web/kit/indicator/trace-connections.ts';

/** A request whose results become steps below a node. */
export interface Expansion {
  /** Kept with each step that it brought. */
  readonly id: string;
  /** "Addresses (A)" */
  readonly label: string;
  /** The relation of an added step to the one above: "resolved to". */
  readonly via: string;
  readonly kinds: readonly IndicatorKind[];
  readonly ask: ExpansionAsk;
  /** Set where the operation takes only some values of the kind. */
  readonly isFor?: (value: string) => boolean;
}

/** The operation, its parameters, and the field of its rows that becomes a step, with its kind. */
type ExpansionAsk =
  | {
      readonly operation: 'padnsForward' | 'padnsReverse';
      readonly qtype: 'a' | 'aaaa' | 'ns' | 'mx';
      readonly field: 'query' | 'answer';
      readonly brings: IndicatorKind;
    }
  | { readonly operation: 'padnsDensity' }
  | { readonly operation: 'ipv4Info' | 'ipv6Info' };

/** Larger networks give more nodes than a graph can show. */
function isSmall(value: string): boolean {
  const cidr = parseCidr(value);
  return cidr !== null && cidr.length >= (cidr.network.version === 4 ? 20 : 64);
}

const isVersion = (version: 4 | 6) => (value: string) =>
  isSmall(value) && parseCidr(value)?.network.version === version;
const forward = (qtype: 'a' | 'aaaa' | 'ns' | 'mx', brings: IndicatorKind) =>
  ({ operation: 'padnsForward', qtype, field: 'answer', brings }) as const;
const reverse = (qtype: 'a' | 'aaaa' | 'ns', field: 'query' | 'answer', brings: IndicatorKind) =>
  ({ operation: 'padnsReverse', qtype, field, brings }) as const;

export const expansions: readonly Expansion[] = [
  {
    id: 'addresses',
    label: 'Addresses (A)',
    via: recordRelation('A', 'answer'),
    kinds: ['domain', 'name-server'],
    ask: forward('a', 'ipv4'),
  },
  {
    id: 'addresses6',
    label: 'IPv6 addresses (AAAA)',
    via: recordRelation('AAAA', 'answer'),
    kinds: ['domain', 'name-server'],
    ask: forward('aaaa', 'ipv6'),
  },
  {
    id: 'servers',
    label: 'Name servers (NS)',
    via: recordRelation('NS', 'answer'),
    kinds: ['domain'],
    ask: forward('ns', 'name-server'),
  },
  {
    id: 'mail',
    label: 'Mail exchangers (MX)',
    via: recordRelation('MX', 'answer'),
    kinds: ['domain'],
    ask: forward('mx', 'domain'),
  },
  {
    id: 'names',
    label: 'Names pointing to it (A)',
    via: recordRelation('A', 'query'),
    kinds: ['ipv4'],
    ask: reverse('a', 'query', 'domain'),
  },
  {
    id: 'names6',
    label: 'Names pointing to it (AAAA)',
    via: recordRelation('AAAA', 'query'),
    kinds: ['ipv6'],
    ask: reverse('aaaa', 'query', 'domain'),
  },
  {
    id: 'network',
    label: 'Network and AS',
    via: 'announced in',
    kinds: ['ipv4'],
    ask: { operation: 'ipv4Info' },
  },
  {
    id: 'network6',
    label: 'Network and AS',
    via: 'announced in',
    kinds: ['ipv6'],
    ask: { operation: 'ipv6Info' },
  },
  {
    id: 'domains',
    label: 'Hosted domains (NS)',
    via: recordRelation('NS', 'query'),
    kinds: ['name-server'],
    ask: reverse('ns', 'query', 'domain'),
  },
  {
    id: 'subnets',
    label: 'Subnets in use',
    via: 'subnet in use',
    kinds: ['asn'],
    ask: { operation: 'padnsDensity' },
  },
  {
    id: 'subnet-addresses',
    label: 'Addresses in use (A)',
    via: 'address in use',
    kinds: ['subnet'],
    ask: reverse('a', 'answer', 'ipv4'),
    isFor: isVersion(4),
  },
  {
    id: 'subnet-names',
    label: 'Names pointing into it (A)',
    via: 'resolved into it',
    kinds: ['subnet'],
    ask: reverse('a', 'query', 'domain'),
    isFor: isVersion(4),
  },
  {
    id: 'subnet-names6',
    label: 'Names pointing into it (AAAA)',
    via: 'resolved into it',
    kinds: ['subnet'],
    ask: reverse('aaaa', 'query', 'domain'),
    isFor: isVersion(6),
  },
];

/** What a search can find: its label, and how an added step was reached. */
export const searchFinds = {
  'found-names': { label: 'Names in the results', via: 'name that the search found' },
  'found-answers': { label: 'Answers in the results', via: 'answer that the search found' },
  'found-hosts': { label: 'Hosts in the results', via: 'host that the search found' },
  'found-systems': { label: 'Autonomous systems in the results', via: 'AS that the search found' },
} as const;
export type SearchFindId = keyof typeof searchFinds;

export function isSearchFind(id: string): id is SearchFindId {
  return Object.hasOwn(searchFinds, id);
}

/** The expansions for a subject. */
function expansionsOf(subject: Extract<StepSubject, { is: 'subject' }>): readonly Expansion[] {
  return expansions.filter(({ kinds, isFor }) => kinds.includes(subject.kind) && (isFor?.(subject.value) ?? true));
}

/** An expansion of a step, ready to run. */
export interface ExpansionOffer {
  readonly id: string;
  /** Kept with each step that it brings. */
  readonly via: string;
  readonly label: string;
  /** The number of results, where it is known in advance; the request is then sent only when the offer is chosen. */
  readonly count?: number;
  /** Shared by too many subjects to connect any: shown with its count only. */
  readonly isCommon?: boolean;
  /** The relation of every result to the step above, if it is more than `via` says: "same JARM 2ad2ad…, 10.2 bits". */
  readonly why?: string;
  /** Rejects with ApiFailure. */
  readonly ask: (asking: Asking) => Promise<Found>;
}

/** One part of what a search answers. */
interface SearchFinding {
  readonly id: SearchFindId;
  readonly ask: ExpansionOffer['ask'];
}

/** Gives the findings in the answer of a search. */
export type FindingsOf = (search: Extract<StepSubject, { is: 'search' }>) => readonly SearchFinding[];

/** The expansions for a step. */
export function offersOf(subject: StepSubject, findingsOf: FindingsOf): readonly ExpansionOffer[] {
  if (subject.is === 'search')
    return findingsOf(subject).map(({ id, ask }) => ({ id, via: id, label: searchFinds[id].label, ask }));
  return expansionsOf(subject).map((expansion) => ({
    id: expansion.id,
    via: expansion.id,
    label: expansion.label,
    ask: (asking) => askExpansion(expansion, subject.value, asking),
  }));
}

/** What the same operator likely or possibly runs as well; an answer about connections has it. */
export function operatorOffers(related: readonly RelatedSubject[]): readonly ExpansionOffer[] {
  return (['likely', 'possible'] as const).flatMap((word) => {
    const such = related.filter(({ operator }) => operator === word);
    const subjects = such.map(subjectOf);
    const via = viaOfOperator(word);
    const why = new Map(such.map((each) => [stepHref(subjectOf(each)), operatorReason(each)]));
    const ask = () => Promise.resolve({ subjects, why, isMore: false });
    return such.length === 0 ? [] : [{ id: via, via, label: linkTitles[word], ask }];
  });
}

/** One offer for each shared attribute, the most telling first. */
export function connectionOffers(rows: readonly ConnectionRow[], self: string): readonly ExpansionOffer[] {
  return withoutEqualParts(rows).flatMap((row) => {
    const { attribute = '', value = '', label = '', shared_by: count = 0 } = row;
    if (count === 0 || !isConnectionAttribute(attribute)) return [];
    const word = sameWord(attribute);
    const shown = label || value;
    return {
      id: `${viaOfShared(attribute)}:${value}`,
      via: viaOfShared(attribute),
      label: `S${word.slice(1)}: ${shown.length > 40 ? `${shown.slice(0, 40)}…` : shown}`,
      count,
      isCommon: isCommon(row),
      why: sharedReason(row),
      ask: (asking: Asking) => askMembers({ attribute, value }, self, asking),
    };
  });
}

async function askMembers(connection: Connection, self: string, { client }: Asking): Promise<Found> {
  const query = { with: [formatConnection(connection)], limit: askedRows };
  const { response } = await client.fetchQuery(answerOptions({ operationId: 'connectionMembers', query }));
  const isOfNames = connectionAttributes[connection.attribute] === 'name';
  const list = isOfNames ? response.names : response.addresses;
  const members = (list?.records ?? []).flatMap(({ subject = '' }) => (subject === self ? [] : [subject]));
  const subjects = isOfNames
    ? subjectsOf(members, 'domain')
    : [...subjectsOf(members, 'ipv4'), ...subjectsOf(members, 'ipv6')];
  return { subjects, isMore: (list?.total ?? 0) > askedRows };
}

/** The results of an expansion. */
export interface Found {
  /** Each once, the latest seen first. */
  readonly subjects: readonly StepSubject[];
  /** The record that brought a subject, by the address of its page. */
  readonly seen?: ReadonlyMap<string, Pick<PadnsRecord, 'first_seen' | 'last_seen'>>;
  /** The relation of a subject to the step above, where it differs from subject to subject, by the address of its page. */
  readonly why?: ReadonlyMap<string, string>;
  /** The answer was truncated: there may be more. */
  readonly isMore: boolean;
}

/** Enough rows for the number of distinct values that are added at once. */
export const askedRows = 200;

export interface Asking {
  readonly client: QueryClient;
  readonly asOf: string | null;
  readonly signal: AbortSignal;
}

/** Requests the results of an expansion. Rejects with ApiFailure. */
async function askExpansion({ ask }: Expansion, value: string, asking: Asking): Promise<Found> {
  switch (ask.operation) {
    case 'padnsForward':
    case 'padnsReverse': {
      const records = await askRecords(ask.operation, ask.qtype, value, asking);
      const dated = records.toReversed().flatMap((record) => {
        const [subject] = subjectsOf([record[ask.field] ?? ''], ask.brings);
        return subject ? [[stepHref(subject), record] as const] : [];
      });
      const texts = records.map((record) => record[ask.field] ?? '');
      // the latest record of a subject comes first in the answer, so it is set last
      return { subjects: subjectsOf(texts, ask.brings), seen: new Map(dated), isMore: records.length >= askedRows };
    }
    case 'padnsDensity': {
      const path = { qtype: 'asn', query: value } as const;
      const question = { operationId: 'padnsDensity', path, query: { scope: 'asn_subnets' } } as const;
      const { response } = await asking.client.fetchQuery(answerOptions(question));
      return {
        subjects: subjectsOf(
          (response.records ?? []).map(({ subnet = '' }) => subnet),
          'subnet',
        ),
        isMore: false,
      };
    }
    case 'ipv4Info': {
      const question = { operationId: 'ipv4Info', path: { ipv4: value } } as const;
      return announcedBy((await asking.client.fetchQuery(answerOptions(question))).response.ip2asn);
    }
    case 'ipv6Info': {
      const question = { operationId: 'ipv6Info', path: { ipv6: value } } as const;
      return announcedBy((await asking.client.fetchQuery(answerOptions(question))).response.ip2asn);
    }
  }
}

async function askRecords(
  operationId: 'padnsForward' | 'padnsReverse',
  qtype: 'a' | 'aaaa' | 'ns' | 'mx',
  value: string,
  { client, asOf, signal }: Asking,
): Promise<readonly PadnsRecord[]> {
  const [qname = '', netmask] = value.split('/');
  const query = { limit: askedRows, ...(netmask && { netmask: Number(netmask) }) };
  const question = withDay({ operationId, path: { qtype, qname }, query }, asOf);
  const { records = [] } = await askToEnd(client, question, signal);
  return records;
}

function announcedBy([record]: readonly (Ipv4Record | Ipv6Record)[] = []): Found {
  const asn = Number(record?.asn);
  return {
    subjects: [
      ...subjectsOf([record?.subnet ?? ''], 'subnet'),
      ...(asn > 0 ? [{ is: 'subject', kind: 'asn', value: String(asn) } as const] : []),
    ],
    isMore: false,
  };
}

/** The values of the right kind, each once. Names serve for domains and name servers. */
function subjectsOf(texts: readonly string[], kind: IndicatorKind): readonly StepSubject[] {
  const wanted = isNameServer(kind) ? 'domain' : kind;
  const values = texts.flatMap((text) => {
    const indicator = indicatorOf(text);
    return indicator?.kind === wanted ? [indicator.value] : [];
  });
  return [...new Set(values)].map((value) => ({ is: 'subject', kind, value }));
}
