import type { SubnetCell } from '#contract/generated/types.gen.ts';
import { type Cidr, formatCidr, lastAddress } from '#model/cidr.ts';
import { activeDays, dateToIsoDate, firstOfLastDays } from '#model/dates.ts';
import { formatIp } from '#model/ip-address.ts';
import { listedShare } from '#model/subnet-cell.ts';
import { reputationVerdictState } from '#model/verdict.ts';
import { readSubnet } from '#server/input/address.ts';
import { addressOfKey, mapped } from '#server/queries/address-key.ts';
import { type CellRow, containedPrefixesQuery, subnetCellsQuery } from '#server/queries/subnet-contents.ts';
import type { Caller, Handler, Services } from './handler.ts';
import { scoreAddresses } from './member-scores.ts';

/** What an IPv4 subnet contains: announced prefixes, and its addresses or the /24 networks in it. */
const subnetContents: Handler<'subnetContents'> = async ({ path, signal }, services) => {
  const cidr = readSubnet('subnetContents', path);
  const { engine, now } = services;
  const [first = '', last = ''] = mapped([cidr.network, lastAddress(cidr)].map(formatIp));
  const [today, since] = [dateToIsoDate(now()), dateToIsoDate(firstOfLastDays(activeDays, now()))];
  const cellLength = cellLengthOf(cidr);
  const [rows, prefixes] = await Promise.all([
    cellLength === null
      ? []
      : engine.query(subnetCellsQuery({ first, last, length: 96 + cellLength, today, since }), { signal }),
    engine.query(containedPrefixesQuery({ first, last, length: 96 + cidr.length, today }), { signal }),
  ]);
  const cells = await cellsOf(rows, cellLength, services, signal);
  return {
    subnet: formatCidr(cidr),
    cell_length: cellLength,
    cells: cells.toSorted(worstFirst),
    prefixes_total: prefixes[0]?.total ?? 0,
    prefixes: prefixes.map(({ subnet, asn, asname, reputation, active, listed }) => ({
      subnet,
      asn,
      asname,
      subnet_reputation: active > 0 ? reputation : null,
      ips_num_active: active,
      ips_num_listed: listed,
    })),
  };
};

/** At most 256 cells. */
function cellLengthOf({ length }: Cidr): number | null {
  if (length >= 24) return 32;
  return length >= 16 ? 24 : null;
}

/** The records of cells; those of addresses with risk scores. @throws EngineError */
async function cellsOf(
  rows: readonly CellRow[],
  cellLength: number | null,
  services: Services,
  signal: Caller['signal'],
): Promise<SubnetCell[]> {
  const covered = await services.coverage();
  const ips = rows.map(({ key }) => addressOfKey(key));
  const scored = await scoreAddresses(cellLength === 32 ? ips : [], services, { signal });
  return rows.map(({ key, active, listed, sources, categories }): SubnetCell => {
    const ip = addressOfKey(key);
    const found = scored.get(ip);
    const counts = {
      ips_active: active,
      ips_listed: listed,
      lists: sources.map(covered.titleOf).toSorted(),
      categories: [...categories],
    };
    if (!found) {
      const cell = `${ip}/24`;
      const share = { reputation: listedShare(counts), base: active, listed };
      const verdict = reputationVerdictState({ ...share, isListable: covered.isListable('subnet', cell) });
      return { cell, ...counts, risk_score: null, decider: '', verdict };
    }
    const { risk_score, decider, verdict } = found.score;
    return { cell: ip, names: found.dossier.activeDensity, ...counts, risk_score, decider, verdict };
  });
}

function worstFirst(one: SubnetCell, other: SubnetCell): number {
  const score = (cell: SubnetCell) => cell.risk_score ?? listedShare(cell);
  return score(other) - score(one) || (other.ips_listed ?? 0) - (one.ips_listed ?? 0);
}

export const subnetHandlers = { subnetContents };
