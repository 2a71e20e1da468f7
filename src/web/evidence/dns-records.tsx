import type { Query } from '#web/api/query.ts';
import { definePadns } from './padns-records.tsx';
import { seenAfter, seenWithin } from './SeenWithin.tsx';

interface DnsRecordsProps {
  readonly title: string;
  readonly qtype: Query<'padnsForward'>['path']['qtype'];
  readonly qname: string;
  readonly isWithSubdomains: boolean;
}

/** E1: the records of a name, of one type or all, with subdomains on request. */
export const DnsRecords = definePadns<DnsRecordsProps>({
  title: ({ title }) => title,
  question: ({ qtype, qname, isWithSubdomains }, { choice, asOf }) => ({
    operationId: 'padnsForward',
    path: { qtype, qname },
    query: { ...(isWithSubdomains && { subdomains: 1 }), ...seenAfter(choice, asOf) },
  }),
  choice: seenWithin,
  empty: 'No such record was seen. Records that the sensors never saw are not included.',
  urlPrefix: 'r.',
});
