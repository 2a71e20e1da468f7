import { PadnsRecordsPanel } from '#web/features/padns-records/PadnsRecordsPanel.tsx';
import type { AddressViewProps } from './address-view.ts';

/** Passive DNS about the address: the names that pointed to it (E2), and what its PTR record said (E1). */
export function AddressNames({ ip, version }: Pick<AddressViewProps, 'ip' | 'version'>) {
  return (
    <>
      <PadnsRecordsPanel
        title="Names that point here"
        expectedRows={12}
        question={{ operationId: 'padnsReverse', path: { qtype: version === 4 ? 'a' : 'aaaa', qname: ip } }}
        emptyMessage="No name was seen pointing to this address. That says nothing about names the sensors never saw."
        urlPrefix="n."
      />
      <PadnsRecordsPanel
        title="PTR records"
        expectedRows={3}
        question={{ operationId: 'padnsForward', path: { qtype: version === 4 ? 'ptr4' : 'ptr6', qname: ip } }}
        emptyMessage="No PTR record of this address was seen."
        urlPrefix="p."
      />
    </>
  );
}
