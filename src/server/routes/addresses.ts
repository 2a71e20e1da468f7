import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { IpRiskScore } from '#contract/generated/types.gen.ts';
import { dateToIsoDate, firstOfLastDays } from '#model/dates.ts';
import { addressHistory } from '#server/serializers/routing-history.ts';
import { bulkIpv4Record, ipv4Record, ipv6Record, riskScore, sparseRecord } from '#server/serializers/address-record.ts';
import { withEvidence, type EvidenceFields } from '#server/serializers/evidence.ts';
import { addressScanData } from '#server/serializers/scans.ts';
import { addressDossiers, type Dossier } from '#server/queries/address-dossier.ts';
import type { Coverage } from '#server/queries/coverage.ts';
import { coveringPrefixesQuery } from '#server/queries/routing-history.ts';
import { addressScansOf } from '#server/queries/scan-data.ts';
import { readIpv4, readIpv4Items, readIpv6, readIpv6Items } from '#server/input/address.ts';
import { answerItems, type RefusedItem } from '#server/input/bulk-items.ts';
import { evidenceOfAddresses } from './evidence.ts';
import type { Caller, Handler, Services } from './handler.ts';

interface KnownAddresses {
  readonly dossiers: readonly Dossier[];
  readonly evidence: readonly EvidenceFields[];
  readonly coverage: Coverage;
}

/** The input of whole records; sparse ones need no evidence. @throws EngineError */
export async function knownAddresses(
  name: OperationId,
  ips: readonly string[],
  call: Pick<Caller, 'signal'>,
  services: Services,
  { explain = false, isSparse = false }: { readonly explain?: boolean; readonly isSparse?: boolean } = {},
): Promise<KnownAddresses> {
  const { engine, now } = services;
  const [dossiers, coverage] = await Promise.all([
    addressDossiers(engine, { name, ips, now: now(), explain }, { signal: call.signal }),
    services.coverage(),
  ]);
  return { dossiers, coverage, evidence: isSparse ? [] : await evidenceOfAddresses(name, dossiers, call, services) };
}

/** A2, A8, B2, B3 */
async function riskScores(
  name: OperationId,
  ips: readonly string[],
  call: Pick<Caller, 'signal'>,
  services: Services,
): Promise<IpRiskScore[]> {
  const { dossiers, coverage } = await knownAddresses(name, ips, call, services, { isSparse: true });
  return dossiers.map((dossier) => riskScore(dossier, coverage));
}

/** An item that is not an address of the requested version gets an error in place of its data. */
function refusedAddress({ sent, error }: RefusedItem): { readonly ip: string; readonly error: string } {
  return { ip: sent, error };
}

/** A1 */
const ipv4Info: Handler<'ipv4Info'> = async (call, services) => {
  const { explain, scan_data, sparse } = call.query;
  const ip = readIpv4('ipv4Info', call.path.ipv4);
  const isWhole = sparse === undefined;
  const [{ dossiers, evidence, coverage }, scans] = await Promise.all([
    knownAddresses('ipv4Info', [ip], call, services, { explain: isWhole && explain === 1, isSparse: !isWhole }),
    isWhole && scan_data ? addressScansOf(services.engine, ip, { signal: call.signal }) : null,
  ]);
  const ip2asn = dossiers.map((dossier, index) => {
    if (sparse !== undefined) return sparseRecord(dossier, sparse, coverage);
    const options = { now: services.now(), coverage, explain: explain === 1 };
    const record = withEvidence(ipv4Record(dossier, options), evidence[index]);
    return scans && dossier.isKnown ? { ...record, scan_data: addressScanData(scans) } : record;
  });
  return { ip2asn };
};

/** A2 */
const ipv4RiskScore: Handler<'ipv4RiskScore'> = async (call, services) => {
  const ip = readIpv4('ipv4RiskScore', call.path.ipv4);
  return { ip2asn: await riskScores('ipv4RiskScore', [ip], call, services) };
};

/** A8 */
const ipv4RiskScoreBulk: Handler<'ipv4RiskScoreBulk'> = async (call, services) => {
  const ask = (ips: readonly string[]) => riskScores('ipv4RiskScoreBulk', ips, call, services);
  return answerItems(readIpv4Items('ipv4RiskScoreBulk', call.body.ips), ask, refusedAddress);
};

/** A9 */
const ipv4InfoBulk: Handler<'ipv4InfoBulk'> = async (call, services) => {
  const ask = async (ips: readonly string[]) => {
    const { dossiers, evidence, coverage } = await knownAddresses('ipv4InfoBulk', ips, call, services);
    return dossiers.map((dossier, index) =>
      withEvidence(bulkIpv4Record(dossier, { now: services.now(), coverage }), evidence[index]),
    );
  };
  return { ip2asn: await answerItems(readIpv4Items('ipv4InfoBulk', call.body.ips), ask, refusedAddress) };
};

/**
 * A13: the networks of the address within the window, including today, or on one day. Each record gives the whole period,
 * including days before the window, so all days up to today are read.
 */
const ipv4History: Handler<'ipv4History'> = async ({ path, query, signal }, { engine, now }) => {
  const ip = readIpv4('ipv4History', path.ipv4);
  const today = dateToIsoDate(now());
  const from = query.date ?? dateToIsoDate(firstOfLastDays(query.window ?? 90, now()));
  const to = query.date ?? today;
  const covering = coveringPrefixesQuery('ipv4History', [ip], { from: theBeginning, to: today, today });
  const records = addressHistory(await engine.query(covering, { signal }), { from, to, today });
  return { records: records.length > 0 ? records : [{ ip, error: 'Not found' }] };
};

/** The earliest day that the store can hold. */
const theBeginning = '1900-01-01';

/** B1 */
const ipv6Info: Handler<'ipv6Info'> = async (call, services) => {
  const { explain, sparse } = call.query;
  const ip = readIpv6('ipv6Info', call.path.ipv6);
  const isWhole = sparse === undefined;
  const asked = { explain: isWhole && explain === 1, isSparse: !isWhole };
  const { dossiers, evidence, coverage } = await knownAddresses('ipv6Info', [ip], call, services, asked);
  const options = { now: services.now(), coverage, explain: explain === 1 };
  return {
    ip2asn: dossiers.map((dossier, index) =>
      sparse ? sparseRecord(dossier, sparse, coverage) : withEvidence(ipv6Record(dossier, options), evidence[index]),
    ),
  };
};

/** B2 */
const ipv6RiskScore: Handler<'ipv6RiskScore'> = async (call, services) => {
  const ip = readIpv6('ipv6RiskScore', call.path.ipv6);
  return { ip2asn: await riskScores('ipv6RiskScore', [ip], call, services) };
};

/** B3 */
const ipv6RiskScoreBulk: Handler<'ipv6RiskScoreBulk'> = async (call, services) => {
  const ask = (ips: readonly string[]) => riskScores('ipv6RiskScoreBulk', ips, call, services);
  return answerItems(readIpv6Items('ipv6RiskScoreBulk', call.body.ips), ask, refusedAddress);
};

/** B4 */
const ipv6InfoBulk: Handler<'ipv6InfoBulk'> = async (call, services) => {
  const ask = async (ips: readonly string[]) => {
    const { dossiers, evidence, coverage } = await knownAddresses('ipv6InfoBulk', ips, call, services);
    return dossiers.map((dossier, index) =>
      withEvidence(ipv6Record(dossier, { now: services.now(), coverage }), evidence[index]),
    );
  };
  return { ip2asn: await answerItems(readIpv6Items('ipv6InfoBulk', call.body.ips), ask, refusedAddress) };
};

export const addresses = {
  ipv4Info,
  ipv4RiskScore,
  ipv4RiskScoreBulk,
  ipv4InfoBulk,
  ipv4History,
  ipv6Info,
  ipv6RiskScore,
  ipv6RiskScoreBulk,
  ipv6InfoBulk,
};
