import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { formatCidr, type Cidr } from '#model/cidr.ts';
import { formatIp } from '#model/ip-address.ts';
import { NotAsOf } from '#web/components/time/NotAsOf.tsx';
import {
  everyDay,
  scanKinds,
  scanNames,
  scanOperations,
  type ScanKind,
  type ScanSearch,
} from '#web/components/ask/scan-kind.ts';
import { ScansPanel } from '#web/features/scans/ScansPanel.tsx';
import { SegmentedControl } from '#web/ui/RadioGroup.tsx';

const choices = scanKinds.map((value) => ({ value, label: scanNames[value] }));
const parser = parseAsStringLiteral(scanKinds).withDefault('certificates').withOptions({ history: 'push' });

/** What scans saw in the network (A3 to A7 with netmask), one kind at a time. */
export function SubnetScans({ cidr }: { readonly cidr: Cidr }) {
  const [kind, setKind] = useQueryState('scan', parser);
  const subnet = formatCidr(cidr);
  return (
    <>
      <NotAsOf what="What scans saw" />
      <div>
        <SegmentedControl
          label="What scans saw"
          value={kind}
          choices={choices}
          onChange={(next) => void setKind(next)}
        />
      </div>
      <ScansPanel
        key={kind}
        search={searchIn(cidr, kind)}
        title={`${scanNames[kind]} in ${subnet}`}
        subject={subnet}
        emptyMessage="No scan saw this in the network. That says nothing about addresses that were never scanned."
        urlPrefix={`${kind}.`}
      />
    </>
  );
}

function searchIn({ network, length }: Cidr, kind: ScanKind): ScanSearch {
  const place = { ipv4: formatIp(network), netmask: length };
  const hasWindow = kind !== 'favicon' && kind !== 'headers';
  return { operationId: scanOperations[kind], query: { ...place, ...(hasWindow && { window: everyDay }) } };
}
