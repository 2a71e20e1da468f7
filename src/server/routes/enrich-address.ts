import type { EnrichmentScanData, IpReputation } from '#contract/generated/types.gen.ts';
import { dateToEpochSeconds } from '#model/dates.ts';
import { ipv4Record, ipv6Record } from '#server/serializers/address-record.ts';
import { withEvidence, type EvidenceFields } from '#server/serializers/evidence.ts';
import { enrichmentScanData } from '#server/serializers/scan-data.ts';
import { addressDossiers, type Dossier } from '#server/queries/address-dossier.ts';
import { hostsAt, scanFlagsQuery, scansOf, type FlaggedHosts } from '#server/queries/scan-data.ts';
import { readIpv4, readIpv6 } from '#server/input/address.ts';
import { evidenceOfAddresses } from './evidence.ts';
import type { Caller, Handler, Services } from './handler.ts';
import { ipRecordsOf, readIpScores } from './reputation-network.ts';
import { sinceDay } from '#server/input/scan.ts';

/** G2: the record of A1 with what scans found. */
const enrichIpv4: Handler<'enrichIpv4'> = async (call, services) => {
  const { engine, now } = services;
  const ip = readIpv4('enrichIpv4', call.path.ipv4);
  const explain = call.query.explain === 1;
  const [{ dossiers, evidence }, flags, scan_data, scored] = await Promise.all([
    known('enrichIpv4', ip, explain, call, services),
    engine.query(scanFlagsQuery('enrichIpv4', flaggedAt(ip), scanFlagsOf(now())), { signal: call.signal }),
    call.query.scan_data ? scanDataOf('enrichIpv4', ip, call, services) : undefined,
    readIpScores('enrichIpv4', ip, 1, call, services),
  ]);
  const ip2asn = dossiers.map((dossier, index) => ({
    ...withEvidence(ipv4Record(dossier, { now: now(), explain }), evidence[index]),
    ...(dossier.isKnown && {
      ip_has_expired_certificate: flags[0]?.hasExpiredCertificate === 1,
      ip_has_open_directory: flags[0]?.hasOpenDirectory === 1,
      ip_is_ipfs_node: dossier.facts.isIpfsNode,
      ...ipStanding(ipRecordsOf(scored, { ip, density: dossier.activeDensity }, 1, explain)),
      // proxies are not looked for, and lists of VPN exits are never complete: unknown is not "no"
      ip_flags: { is_proxy: null, is_sinkhole: dossier.facts.isSinkhole, is_vpn: dossier.facts.isVpn || null },
      ...(scan_data && { scan_data }),
    }),
  }));
  return { ip2asn };
};

/** D14, as existing clients look for it in G2. */
function ipStanding([record]: readonly IpReputation[]) {
  if (record?.ip_reputation === undefined) return {};
  const { ip_reputation, ip_reputation_explain } = record;
  return {
    ip_reputation,
    ip_reputation_score: ip_reputation,
    ...(ip_reputation_explain && { ip_reputation_explain }),
  };
}

function flaggedAt(ip: string): FlaggedHosts {
  return { hosts: hostsAt(ip), directories: hostsAt(ip) };
}

/** G3: the record of B1 and whether it is an IPFS node. */
const enrichIpv6: Handler<'enrichIpv6'> = async (call, services) => {
  const ip = readIpv6('enrichIpv6', call.path.ipv6);
  const explain = call.query.explain === 1;
  const [{ dossiers, evidence }, scan_data] = await Promise.all([
    known('enrichIpv6', ip, explain, call, services),
    call.query.scan_data ? scanDataOf('enrichIpv6', ip, call, services) : undefined,
  ]);
  const ip2asn = dossiers.map((dossier, index) => ({
    ...withEvidence(ipv6Record(dossier, { now: services.now(), explain }), evidence[index]),
    ...(dossier.isKnown && { ip_is_ipfs_node: dossier.facts.isIpfsNode, ...(scan_data && { scan_data }) }),
  }));
  return { ip2asn };
};

/** The window is that of A3 and A7. */
export function scanFlagsOf(now: Date) {
  return { since: sinceDay(undefined, now), now: dateToEpochSeconds(now) };
}

type Asked = Pick<Caller, 'signal'>;

async function known(
  name: string,
  ip: string,
  explain: boolean,
  call: Asked,
  services: Services,
): Promise<{ readonly dossiers: readonly Dossier[]; readonly evidence: readonly EvidenceFields[] }> {
  const { engine, now } = services;
  const dossiers = await addressDossiers(engine, { name, ips: [ip], now: now(), explain }, { signal: call.signal });
  return { dossiers, evidence: await evidenceOfAddresses(name, dossiers, call, services) };
}

async function scanDataOf(
  name: string,
  ip: string,
  { signal }: Asked,
  { engine, now }: Services,
): Promise<EnrichmentScanData> {
  return enrichmentScanData(await scansOf(engine, name, hostsAt(ip), { signal }), now());
}

/** G2 and G3; the enrichment of domains is in enrichment.ts. */
export const addressEnrichment = { enrichIpv4, enrichIpv6 };
