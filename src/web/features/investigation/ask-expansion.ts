import type { QueryClient } from '@tanstack/react-query';
import type { PadnsRecord } from '#contract/generated/types.gen.ts';
import { isNameServer, type IndicatorKind } from '#model/indicator-kind.ts';
import { askToEnd } from '#web/api/ask-to-end.ts';
import { answerOptions, withDay } from '#web/api/question.ts';
import { indicatorOf } from '#model/indicator-of.ts';
import type { StepSubject } from '#web/stores/investigation/investigation-subject.ts';
import type { Expansion } from './expansion-list.ts';

/** What an expansion would bring. */
export interface Found {
  /** Each once, the latest seen first. */
  readonly subjects: readonly StepSubject[];
  /** The answer was cut: there may be more than these. */
  readonly isMore: boolean;
}

/** Enough rows to find as many different values as are taken at once. */
export const askedRows = 200;

export interface Asking {
  readonly client: QueryClient;
  readonly asOf: string | null;
  readonly signal: AbortSignal;
}

/** Asks what an expansion of a subject would bring. Rejects with ApiFailure. */
export async function askExpansion({ ask }: Expansion, value: string, asking: Asking): Promise<Found> {
  switch (ask.operation) {
    case 'padnsForward':
    case 'padnsReverse': {
      const records = await askRecords(ask.operation, ask.qtype, value, asking);
      const texts = records.map((record) => record[ask.field] ?? '');
      return { subjects: subjectsOf(texts, ask.brings), isMore: records.length >= askedRows };
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
    case 'ipv4Info':
      return announcedBy(
        await asking.client.fetchQuery(answerOptions({ operationId: 'ipv4Info', path: { ipv4: value } })),
      );
    case 'ipv6Info':
      return announcedBy(
        await asking.client.fetchQuery(answerOptions({ operationId: 'ipv6Info', path: { ipv6: value } })),
      );
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

interface Announced {
  readonly response?: { readonly ip2asn?: readonly { readonly subnet?: string; readonly asn?: number | string }[] };
}

function announcedBy({ response }: Announced): Found {
  const [record] = response?.ip2asn ?? [];
  const asn = Number(record?.asn);
  return {
    subjects: [
      ...subjectsOf([record?.subnet ?? ''], 'subnet'),
      ...(asn > 0 ? [{ is: 'subject', kind: 'asn', value: String(asn) } as const] : []),
    ],
    isMore: false,
  };
}

/** The values that are what they should be, each once. Names stand for domains and name servers alike. */
function subjectsOf(texts: readonly string[], kind: IndicatorKind): readonly StepSubject[] {
  const wanted = isNameServer(kind) ? 'domain' : kind;
  const values = texts.flatMap((text) => {
    const indicator = indicatorOf(text);
    return indicator?.kind === wanted ? [indicator.value] : [];
  });
  return [...new Set(values)].map((value) => ({ is: 'subject', kind, value }));
}
