/** The internet of the end-to-end tests: real DNS, whois and web servers on loopback, which live look-ups reach through the real guard. */
import { LANDMARKS } from '#sample/landmarks.ts';
import { openLoopbackInternet, webAddress, type LoopbackInternet } from '#test/server/loopback-internet.ts';

const place = { root: '192.0.2.1', registry: '192.0.2.2' } as const;

/** Answers of its servers that the tests look for. */
export const ANSWERS = {
  /** Looked up live by one test only, because findings join the collection. Its servers are now those of `movedTo`. */
  movedDomain: LANDMARKS.ipv6OnlyDomain.indicator,
  movedTo: 'moved-away.example',
  /** Its registrant fields contain markup and characters that reverse text. */
  hostileDomain: LANDMARKS.elderDomain.indicator,
  registrant: '<img src=x onerror="document.title=\'owned\'"> \u202Eelpmaxe',
  registrar: 'Blackwater Names <b>Ltd</b>',
  /** Its zone has a whois server inside a private network. */
  insideDomain: 'trap.invalid',
  /** The same for a domain of the sample collection, that of a network operator. */
  insideKnownDomain: 'moonless-harbour.invalid',
  /** Serves an icon that no scan has seen, and the URL of another that redirects to the service's own machine. */
  iconServer: 'icons.example',
  /** Unknown until it is collected. */
  freshDomain: 'brand-new-shop.example',
  freshMail: 'mx.brand-new-post.example',
  /** A public address; only the resolver on loopback is queried about it. */
  freshAddress: '9.9.9.77',
  freshPointer: 'host.brand-new-isp.example',
  /** Resolves to an address of a private network. */
  insideServer: 'whois.inside.invalid',
} as const;

/** @returns an internet in which names that no test set up do not exist */
export async function openTestInternet(): Promise<LoopbackInternet> {
  const internet = await openLoopbackInternet();
  const { zone } = internet.dns;
  zone.set(`${ANSWERS.movedDomain} NS`, [`ns1.${ANSWERS.movedTo}`]);
  zone.set(`${ANSWERS.movedDomain} MX`, [`10 mx.${ANSWERS.movedTo}`]);
  zone.set(`${ANSWERS.movedDomain} A`, [webAddress]);
  zone.set(`${ANSWERS.freshDomain} A`, ['192.0.2.77']);
  zone.set(`${ANSWERS.freshDomain} MX`, [`10 ${ANSWERS.freshMail}`]);
  zone.set('77.9.9.9.in-addr.arpa PTR', [ANSWERS.freshPointer]);
  zone.set(`${ANSWERS.freshPointer} A`, [ANSWERS.freshAddress]);
  zone.set('whois.iana.org A', [place.root]);
  zone.set('whois.nic.example A', [place.registry]);
  zone.set(`${ANSWERS.insideServer} A`, ['10.0.0.1']);
  zone.set(`${ANSWERS.iconServer} A`, [webAddress]);
  internet.web.set(`${ANSWERS.iconServer}/favicon.ico`, (_, response) => {
    response.writeHead(200, { 'content-type': 'image/x-icon' }).end('an icon that no scan has seen');
  });
  internet.web.set(`${ANSWERS.iconServer}/elsewhere.ico`, (_, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1/favicon.ico' }).end();
  });
  await internet.whois(place.root, (question) => {
    if (question === 'example') return 'domain: EXAMPLE\nwhois: whois.nic.example\n';
    return question === 'invalid' ? `domain: INVALID\nwhois: ${ANSWERS.insideServer}\n` : 'status: RESERVED\n';
  });
  await internet.whois(place.registry, (question) => {
    if (question === ANSWERS.freshDomain) return `Domain Name: ${question}\nCreation Date: 2026-11-20T00:00:00Z\n`;
    return question === ANSWERS.hostileDomain
      ? [
          `Domain Name: ${question}`,
          `Registrar: ${ANSWERS.registrar}`,
          'Creation Date: 2021-02-03T04:05:06Z',
          `Name Server: ns1.${ANSWERS.movedTo}`,
          `Registrant Name: ${ANSWERS.registrant}`,
        ].join('\r\n')
      : `No match for "${question}".\r\n`;
  });
  return internet;
}
