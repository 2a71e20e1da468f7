import type { Entity } from '#web/kit/subject/entity.ts';
import { definePadns } from './padns-records.tsx';

/** E1: the IPv4 addresses of a name server. */
export const ServerIpv4 = definePadns<Entity>({
  title: 'IPv4 addresses of the server',
  question: ({ value }) => ({ operationId: 'padnsForward', path: { qtype: 'a', qname: value } }),
  empty: 'No A record of this name was seen.',
  expectedRows: 4,
  urlPrefix: 'a.',
});

/** E1: the IPv6 addresses of a name server. */
export const ServerIpv6 = definePadns<Entity>({
  title: 'IPv6 addresses of the server',
  question: ({ value }) => ({ operationId: 'padnsForward', path: { qtype: 'aaaa', qname: value } }),
  empty: 'No AAAA record of this name was seen.',
  expectedRows: 4,
  urlPrefix: 'b.',
});
