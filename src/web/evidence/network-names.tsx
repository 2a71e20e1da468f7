import { parseCidr } from '#model/cidr.ts';
import { formatIp } from '#model/ip-address.ts';
import type { PanelSetting } from '#web/kit/panel/panel-source.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { definePadns } from './padns-records.tsx';
import { seenAfter, seenWithin } from './SeenWithin.tsx';

type Network = Pick<Entity, 'value'>;

/** E2 with netmask: the names that pointed to addresses of a network. */
export const NetworkNames = definePadns<Network>({
  title: 'Names in the network',
  question: ({ value }, setting) => {
    const { version, qname, query } = networkQuery(value, setting);
    return { operationId: 'padnsReverse', path: { qtype: version === 4 ? 'a' : 'aaaa', qname }, query };
  },
  choice: seenWithin,
  empty: 'No name was seen pointing into this subnet.',
  expectedRows: 24,
  urlPrefix: 'n.',
});

/** E1 with netmask: the PTR records of the addresses of a network. */
export const NetworkPtrRecords = definePadns<Network>({
  title: 'PTR records of its addresses',
  question: ({ value }, setting) => {
    const { version, qname, query } = networkQuery(value, setting);
    return { operationId: 'padnsForward', path: { qtype: version === 4 ? 'ptr4' : 'ptr6', qname }, query };
  },
  choice: seenWithin,
  empty: 'No PTR record of an address in this subnet was seen.',
  urlPrefix: 'p.',
});

function networkQuery(value: string, { choice, asOf }: PanelSetting) {
  const cidr = parseCidr(value);
  const [qname = value] = value.split('/');
  return {
    version: cidr?.network.version ?? 4,
    qname: cidr ? formatIp(cidr.network) : qname,
    query: { ...(cidr && { netmask: cidr.length }), ...seenAfter(choice, asOf) },
  };
}
