import type { Entity } from '#web/kit/subject/entity.ts';
import { definePadns } from './padns-records.tsx';
import { seenAfter, seenWithin } from './SeenWithin.tsx';

type Address = Pick<Entity, 'kind' | 'value'>;

/** E2: the names that pointed to an address. */
export const AddressNames = definePadns<Address>({
  title: 'Names that point here',
  question: ({ kind, value }, { choice, asOf }) => ({
    operationId: 'padnsReverse',
    path: { qtype: kind === 'ipv4' ? 'a' : 'aaaa', qname: value },
    query: seenAfter(choice, asOf),
  }),
  choice: seenWithin,
  empty: 'No name was seen pointing to this address. Names that the sensors never saw are not included.',
  urlPrefix: 'n.',
});

/** E1: the PTR records of an address. */
export const PtrRecords = definePadns<Address>({
  title: 'PTR records',
  question: ({ kind, value }, { choice, asOf }) => ({
    operationId: 'padnsForward',
    path: { qtype: kind === 'ipv4' ? 'ptr4' : 'ptr6', qname: value },
    query: seenAfter(choice, asOf),
  }),
  choice: seenWithin,
  empty: 'No PTR record of this address was seen.',
  expectedRows: 3,
  urlPrefix: 'p.',
});
