import { uncapital } from '#model/format.ts';
import { type JsonObject, textOf } from '#model/json-value.ts';
import type { LogEntry } from '#server/ingest/logs/log-reader.ts';
import { type LoggedAnswer, recordEntries, responseEntries } from './dns-answers.ts';
import { isEcsDns } from './dns-events.ts';
import { messageRecords } from './dns-message.ts';
import { at, documentOf, eventReader, type Field } from './json-events.ts';
import { privateReverse, reasons, rejected, skipped, typeName } from './values.ts';

// Events of Windows in JSON, one per line, as Winlogbeat, NXLog, evtx_dump (-o jsonl) and Wazuh write them.

/** A field of the data of an event, whichever tool wrote it. */
function dataAt(name: string): Field {
  const lower = uncapital(name);
  return at(
    `winlog.event_data.${name}`,
    `Event.EventData.${name}`,
    `EventData.${name}`,
    `event_data.${name}`,
    `data.win.eventdata.${lower}`,
    `win.eventdata.${lower}`,
    name,
  );
}

const provider = at(
  'winlog.provider_name',
  'event.provider',
  'Event.System.Provider.#attributes.Name',
  'data.win.system.providerName',
  'win.system.providerName',
  'SourceName',
  'ProviderName',
  'provider_name',
);
const eventNumber = at(
  'winlog.event_id',
  'event.code',
  'Event.System.EventID',
  'data.win.system.eventID',
  'win.system.eventID',
  'EventID',
  'event_id',
);
const eventTime = at(
  '@timestamp',
  'Event.System.TimeCreated.#attributes.SystemTime',
  'data.win.system.systemTime',
  'win.system.systemTime',
  'TimeCreated',
  'EventTime',
);

const sysmon = {
  name: dataAt('QueryName'),
  results: dataAt('QueryResults'),
  // of all times in an event, this one has always the zone UTC
  time: dataAt('UtcTime'),
};

/** DNS events of Sysmon. The Sysmon pipeline of Elasticsearch turns them into ECS. */
function isSysmonDns(event: JsonObject): boolean {
  return typeof sysmon.name(event) === 'string' && typeof sysmon.results(event) === 'string' && !isEcsDns(event);
}

/** The records of such an event inside a document of another format; undefined for other events. */
export function windowsDnsEntries(document: JsonObject): readonly LogEntry[] | undefined {
  if (isSysmonDns(document)) return sysmonEntries(document);
  return isServerEvent(document) ? serverEntries(document) : undefined;
}

/** Event 22 of Sysmon: what a Windows machine was answered, without TTLs and without the type it asked for. */
export const readSysmon = eventReader({
  format: 'sysmon',
  title: 'Sysmon DNS events (event 22, JSON)',
  isOwn(event) {
    const document = documentOf(event);
    return isSysmonDns(document) || (provider(document) === 'Microsoft-Windows-Sysmon' && !isEcsDns(document));
  },
  read(event) {
    const document = documentOf(event);
    return isSysmonDns(document) ? sysmonEntries(document) : skipped(reasons.notDns);
  },
});

function sysmonEntries(document: JsonObject): readonly LogEntry[] {
  return responseEntries({
    time: sysmon.time(document) ?? eventTime(document),
    query: textOf(sysmon.name(document)),
    type: '',
    answers: sysmonAnswers(textOf(sysmon.results(document))),
    isPart: true,
  });
}

/** `type:  5 edge.example.test;::ffff:192.0.2.1;`: aliases come first, and addresses have no type. */
function sysmonAnswers(results: string): readonly LoggedAnswer[] {
  return results.split(';', maxParts).flatMap((part): readonly LoggedAnswer[] => {
    const text = part.trim();
    if (text === '' || text === '-') return [];
    const [, number, data] = /^type:\s*(\d{1,5})\s*(.*)$/s.exec(text) ?? [];
    if (number !== undefined) return [{ name: '', type: typeName(Number(number)), data, ttl: 0 }];
    const address = text.replace(/^::ffff:(?=\d{1,3}\.)/i, '');
    return [{ name: '', type: address.includes(':') ? 'AAAA' : 'A', data: address, ttl: 0 }];
  });
}

/** More than an event can hold. */
const maxParts = 2000;

const dnsServer = { name: dataAt('QNAME'), packet: dataAt('PacketData') };
/** Responses to a client, and of a server that was asked on behalf of one. */
const responses: ReadonlySet<string> = new Set(['257', '261']);
const serverProviders: ReadonlySet<unknown> = new Set(['Microsoft-Windows-DNSServer', 'Microsoft-Windows-DNS-Server']);

/** The analytical log of the Windows DNS server (provider Microsoft-Windows-DNSServer), whose events hold the DNS message. */
export const readWindowsDns = eventReader({
  format: 'windows-dns',
  title: 'Windows DNS server analytical log (JSON)',
  isOwn: (event) => isServerEvent(documentOf(event)),
  read: (event) => serverEntries(documentOf(event)),
});

function isServerEvent(document: JsonObject): boolean {
  if (serverProviders.has(provider(document))) return true;
  return typeof dnsServer.packet(document) === 'string' && typeof dnsServer.name(document) === 'string';
}

function serverEntries(document: JsonObject): readonly LogEntry[] {
  if (!responses.has(String(eventNumber(document)))) return skipped(skipOf(document));
  const name = dnsServer.name(document);
  if (typeof name === 'string' && privateReverse(name)) return skipped(reasons.privateReverse);
  const packet = textOf(dnsServer.packet(document)).replace(/^0x/i, '');
  if (packet === '') return skipped('a response without its packet data');
  if (packet.length > maxPacketLength || !/^(?:[\da-f]{2})+$/i.test(packet)) return rejected(reasons.badAnswer);
  const records = messageRecords(Buffer.from(packet, 'hex'));
  return typeof records === 'string' ? rejected(records) : recordEntries(records, { time: eventTime(document) });
}

/** 65,535 bytes in hexadecimal digits. */
const maxPacketLength = 131_070;

function skipOf(document: JsonObject): string {
  return dnsServer.name(document) === undefined ? reasons.notDns : reasons.query;
}
