import type { Cidr } from '#model/cidr.ts';
import { formatIp } from '#model/ip-address.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PadnsRecordsPanel } from '#web/features/padns-records/PadnsRecordsPanel.tsx';

// E2: the netmask of a reverse look-up is at least this.
const shortestLength = { 4: 20, 6: 64 } as const;

/** Names that point into the subnet (E2 with netmask), and PTR records of its addresses (E1 with netmask). */
export function SubnetNames({ cidr }: { readonly cidr: Cidr }) {
  const { network, length } = cidr;
  const { version } = network;
  const qname = formatIp(network);
  return (
    <>
      {length < shortestLength[version] ? (
        <EmptyState kind="unknown" word="Too large to ask">
          Names are looked up in networks of /{shortestLength[version]} or longer. Open one of the smaller subnets
          instead.
        </EmptyState>
      ) : (
        <PadnsRecordsPanel
          title="Names in the network"
          expectedRows={24}
          question={{
            operationId: 'padnsReverse',
            path: { qtype: version === 4 ? 'a' : 'aaaa', qname },
            query: { netmask: length },
          }}
          emptyMessage="No name was seen pointing into this subnet."
          urlPrefix="n."
        />
      )}
      <PadnsRecordsPanel
        title="PTR records of its addresses"
        expectedRows={12}
        question={{
          operationId: 'padnsForward',
          path: { qtype: version === 4 ? 'ptr4' : 'ptr6', qname },
          query: { netmask: length },
        }}
        emptyMessage="No PTR record of an address in this subnet was seen."
        urlPrefix="p."
      />
    </>
  );
}
