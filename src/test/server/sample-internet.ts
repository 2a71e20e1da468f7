import { iconHash } from '#server/live/favicon.ts';
import { openLoopbackInternet, webAddress, type LoopbackInternet } from './loopback-internet.ts';

/** An icon that the small internet serves, and its hash as scanners write it. */
export const servedIcon = {
  url: 'http://icons.example/favicon.ico',
  bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
} as const;
export const servedIconHash = iconHash(servedIcon.bytes);
/** The address of the collection that gets the icon. */
export const servedIconHost = '192.0.2.201';
/** The only registered domain according to the whois server of its zone. */
export const registeredDomain = 'firm.test';

/** A small internet without the domains of the sample collection: live and collected data differ. */
export async function openSampleInternet(): Promise<LoopbackInternet> {
  const internet = await openLoopbackInternet(['data.iana.org']);
  const { zone } = internet.dns;
  zone.set('icons.example A', [webAddress]);
  zone.set('data.iana.org A', [webAddress]);
  zone.set('whois.iana.org A', ['192.0.2.1']);
  zone.set('whois.nic.test A', ['192.0.2.2']);
  internet.web.set('icons.example/favicon.ico', (_, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(servedIcon.bytes),
  );
  internet.web.set('data.iana.org/rdap/dns.json', (_, response) =>
    response.end(JSON.stringify({ version: '1.0', publication: '2026-11-01T00:00:00Z', services: [] })),
  );
  await internet.whois('192.0.2.1', (question) =>
    ['example', 'test', 'invalid'].includes(question)
      ? 'whois: whois.nic.test\nstatus: ACTIVE\n'
      : 'status: RESERVED\n',
  );
  await internet.whois('192.0.2.2', (question) =>
    question === registeredDomain
      ? ['Domain Name: FIRM.TEST', 'Creation Date: 2021-02-03T04:05:06Z', 'Registrar: Test Registrar'].join('\r\n')
      : `No match for "${question}".\r\n`,
  );
  return internet;
}
