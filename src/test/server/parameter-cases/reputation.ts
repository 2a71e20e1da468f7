import { expect } from 'vitest';
import { LANDMARKS } from '#sample/landmarks.ts';
import type { ParameterCase, ParameterCases } from '#test/server/parameter-case.ts';

const asn = LANDMARKS.bulletproofAsn.indicator.slice(2);
const otherAsn = LANDMARKS.slowAsn.indicator.slice(2);
const { badNameServer, c2Address, cleanAddress } = LANDMARKS;
const [subnet = '', mask = ''] = LANDMARKS.badSubnet.indicator.split('/');

type Rows = Readonly<Record<string, unknown>>[];
const rowsOf = (value: unknown): Rows => [value].flat() as Rows;

/** Cuts a list that is longer than two. */
const limit = (path: string, key: string): ParameterCase => ({
  ask: `${path}?limit=2`,
  holds: (response) => expect(response[key]).toHaveLength(2),
});
const explain = (path: string, key: string, field: string): ParameterCase => ({
  ask: `${path}?explain=1`,
  holds: (response) => expect(rowsOf(response[key])[0]).toHaveProperty(field),
});
/** A part of the path that chooses the subject. */
const subject = (path: string, other: string, key: string, fields: object): ParameterCase => ({
  ask: path,
  ignoring: other,
  holds: (response) => expect(rowsOf(response[key])[0]).toMatchObject(fields),
});

const takedown = '/explore/takedownreputation';
const nameServers = '/explore/nsreputation';
const ip = '/explore/ipreputation';
const known = { asn: Number(asn) };

/** D1 to D16. */
export const reputationCases: ParameterCases = {
  takedownReputationRank: {
    limit: limit(`${takedown}/rank`, 'takedown_reputation_rank'),
    explain: explain(`${takedown}/rank`, 'takedown_reputation_rank', 'asn_takedown_reputation_explain'),
  },
  takedownReputation: {
    asn: subject(`${takedown}/asn/${asn}`, `${takedown}/asn/${otherAsn}`, 'takedown_reputation', known),
    explain: explain(`${takedown}/asn/${asn}`, 'takedown_reputation', 'asn_takedown_reputation_explain'),
  },
  takedownReputationHistory: {
    asn: subject(
      `${takedown}/history/asn/${asn}`,
      `${takedown}/history/asn/${otherAsn}`,
      'takedown_reputation_history',
      known,
    ),
    limit: limit(`${takedown}/history/asn/${asn}`, 'takedown_reputation_history'),
    explain: explain(
      `${takedown}/history/asn/${asn}`,
      'takedown_reputation_history',
      'asn_takedown_reputation_explain',
    ),
  },
  nsReputationRank: {
    limit: limit(`${nameServers}/rank`, 'ns_server_reputation_rank'),
    explain: explain(`${nameServers}/rank`, 'ns_server_reputation_rank', 'ns_server_reputation_explain'),
  },
  nsReputation: {
    nameserver: subject(
      `${nameServers}/nameserver/${badNameServer.indicator}`,
      `${nameServers}/nameserver/ns1.no-such-server.test`,
      'ns_server_reputation',
      { ns_server: badNameServer.indicator, ns_server_reputation: expect.any(Number) as number },
    ),
    explain: explain(
      `${nameServers}/nameserver/${badNameServer.indicator}`,
      'ns_server_reputation',
      'ns_server_reputation_explain',
    ),
  },
  nsReputationHistory: {
    nameserver: subject(
      `${nameServers}/history/nameserver/${badNameServer.indicator}`,
      `${nameServers}/history/nameserver/ns1.no-such-server.test`,
      'ns_server_reputation_history',
      { ns_server: badNameServer.indicator },
    ),
    limit: limit(`${nameServers}/history/nameserver/${badNameServer.indicator}`, 'ns_server_reputation_history'),
    explain: explain(
      `${nameServers}/history/nameserver/${badNameServer.indicator}`,
      'ns_server_reputation_history',
      'ns_server_reputation_explain',
    ),
  },
  nameServersListed: { limit: limit('/explore/nameserverlisted', 'listed_on_nameserver') },
  asnReputationRank: {
    limit: limit(`${ip}/rank/asn`, 'asn_reputation_rank'),
    explain: explain(`${ip}/rank/asn`, 'asn_reputation_rank', 'asn_reputation_explain'),
  },
  asnReputation: {
    asn: subject(`${ip}/asn/${asn}`, `${ip}/asn/${otherAsn}`, 'asn_reputation', known),
    explain: explain(`${ip}/asn/${asn}`, 'asn_reputation', 'asn_reputation_explain'),
  },
  asnReputationHistory: {
    asn: subject(`${ip}/history/asn/${asn}`, `${ip}/history/asn/${otherAsn}`, 'asn_reputation_history', known),
    limit: limit(`${ip}/history/asn/${asn}`, 'asn_reputation_history'),
    explain: explain(`${ip}/history/asn/${asn}`, 'asn_reputation_history', 'asn_reputation_explain'),
  },
  subnetReputationRank: {
    limit: limit(`${ip}/rank/subnet`, 'subnet_reputation_rank'),
    explain: explain(`${ip}/rank/subnet`, 'subnet_reputation_rank', 'subnet_reputation_explain'),
  },
  subnetReputation: {
    subnet: subject(`${ip}/subnet/${subnet}/${mask}`, `${ip}/subnet/192.0.2.0/${mask}`, 'subnet_reputation', {
      subnet: `${subnet}/${mask}`,
    }),
    mask: subject(`${ip}/subnet/${subnet}/${mask}`, `${ip}/subnet/${subnet}/24`, 'subnet_reputation', {
      subnet: `${subnet}/${mask}`,
    }),
    explain: explain(`${ip}/subnet/${subnet}/${mask}`, 'subnet_reputation', 'subnet_reputation_explain'),
  },
  subnetReputationHistory: {
    subnet: subject(
      `${ip}/history/subnet/${subnet}/${mask}`,
      `${ip}/history/subnet/192.0.2.0/${mask}`,
      'subnet_reputation_history',
      { subnet: `${subnet}/${mask}` },
    ),
    mask: subject(
      `${ip}/history/subnet/${subnet}/${mask}`,
      `${ip}/history/subnet/${subnet}/24`,
      'subnet_reputation_history',
      { subnet: `${subnet}/${mask}` },
    ),
    limit: limit(`${ip}/history/subnet/${subnet}/${mask}`, 'subnet_reputation_history'),
    explain: explain(
      `${ip}/history/subnet/${subnet}/${mask}`,
      'subnet_reputation_history',
      'subnet_reputation_explain',
    ),
  },
  ipv4Reputation: {
    ipv4: subject(`${ip}/ipv4/${c2Address.indicator}`, `${ip}/ipv4/${cleanAddress.indicator}`, 'ip_reputation', {
      ip: c2Address.indicator,
    }),
    explain: explain(`${ip}/ipv4/${c2Address.indicator}`, 'ip_reputation', 'ip_reputation_explain'),
  },
  ipv4ReputationHistory: {
    ipv4: subject(
      `${ip}/history/ipv4/${c2Address.indicator}`,
      `${ip}/history/ipv4/${cleanAddress.indicator}`,
      'ip_reputation_history',
      { ip: c2Address.indicator },
    ),
    limit: limit(`${ip}/history/ipv4/${c2Address.indicator}`, 'ip_reputation_history'),
    explain: explain(`${ip}/history/ipv4/${c2Address.indicator}`, 'ip_reputation_history', 'ip_reputation_explain'),
  },
  ipv4ReputationRank: {
    limit: limit(`${ip}/rank/ipv4`, 'ip_reputation_rank'),
    explain: explain(`${ip}/rank/ipv4`, 'ip_reputation_rank', 'ip_reputation_explain'),
  },
};
