/** The internet of the end-to-end tests: real DNS, whois and web servers on loopback, which live look-ups reach through the real guard. */
import { LANDMARKS } from '#server/collect/sample/landmarks.ts';
import { openLoopbackInternet, webAddress, type LoopbackInternet } from '#server/testing/loopback-internet.ts';

const place = { root: '192.0.2.1', registry: '192.0.2.2' } as const;

/** What its servers answer, for the tests to look for. */
export const ANSWERS = {
  /** Where the bank has its mail, name servers and address by now; the collection knows it elsewhere. */
  movedTo: 'moved-away.example',
  /** Written by the registrant of the domain that is full of markup. */
  registrant: '<img src=x onerror="document.title=\'owned\'"> \u202Eelpmaxe',
  registrar: 'Blackwater Names <b>Ltd</b>',
  /** Its zone has a whois server inside a private network. */
  insideDomain: 'trap.invalid',
} as const;

/** @returns an internet in which names that no test set up do not exist */
export async function openTestInternet(): Promise<LoopbackInternet> {
  const internet = await openLoopbackInternet();
  const { zone } = internet.dns;
  const bank = LANDMARKS.brandDomain.indicator;
  zone.set(`${bank} NS`, [`ns1.${ANSWERS.movedTo}`]);
  zone.set(`${bank} MX`, [`10 mx.${ANSWERS.movedTo}`]);
  zone.set(`${bank} A`, [webAddress]);
  zone.set('whois.iana.org A', [place.root]);
  zone.set('whois.nic.test A', [place.registry]);
  zone.set('whois.inside.invalid A', ['10.0.0.1']);
  await internet.whois(place.root, (question) => {
    if (question === 'test') return 'domain: TEST\nwhois: whois.nic.test\n';
    return question === 'invalid' ? 'domain: INVALID\nwhois: whois.inside.invalid\n' : 'status: RESERVED\n';
  });
  await internet.whois(place.registry, (question) =>
    question === LANDMARKS.markupDomain.indicator
      ? [
          `Domain Name: ${question}`,
          `Registrar: ${ANSWERS.registrar}`,
          'Creation Date: 2021-02-03T04:05:06Z',
          'Name Server: ns1.dns.test',
          `Registrant Name: ${ANSWERS.registrant}`,
        ].join('\r\n')
      : `No match for "${question}".\r\n`,
  );
  return internet;
}
