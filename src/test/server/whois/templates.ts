/** What a registry knows of a domain; times are 'yyyy-mm-dd hh:mm:ss' UTC. */
export interface Facts {
  readonly created: string;
  readonly updated: string;
  readonly expires: string;
  readonly registrar: string;
  readonly name: string;
  readonly org: string;
  /** Two lines. */
  readonly street: readonly [string, string];
  readonly city: string;
  readonly hosts: readonly { readonly host: string; readonly v4: string; readonly v6: string }[];
  /** Of the registrar, of other contacts and of hosts; none of it belongs to the domain. */
  readonly other: { readonly name: string; readonly org: string; readonly street: string; readonly time: string };
  readonly number: number;
}

export type Shown = 'created' | 'updated' | 'expires' | 'registrar' | 'name' | 'org' | 'street' | 'city' | 'hosts';

interface Template {
  readonly zone: string;
  /** The fields that the text holds; the registry gives no others. */
  readonly shows: string;
  /** The text, with the members of the facts in place. */
  readonly text: (facts: Facts, domain: string) => string;
}

const day = (time: string): string => time.slice(0, 10);
const iso = (time: string): string => `${time.replace(' ', 'T')}Z`;
const packed = (time: string): string => day(time).replaceAll('-', '');
const dotted = (time: string): string => day(time).replaceAll('-', '.');
const parts = (time: string): string[] => day(time).split('-');
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
].concat(['November', 'December']);
const monthOf = (time: string): string => months[Number(time.slice(5, 7)) - 1] ?? '';
/** 02.01.2026, 02/01/2026 or 02-01-2026 */
const dayFirst = (time: string, separator: string): string => parts(time).toReversed().join(separator);
/** 02-Jan-2026 */
const named = (time: string): string => `${time.slice(8, 10)}-${monthOf(time).slice(0, 3)}-${time.slice(0, 4)}`;
const clock = (time: string): string => time.slice(11);
/** One line of each host. */
const each = ({ hosts }: Facts, line: (host: Facts['hosts'][number], index: number) => string): string =>
  hosts.map(line).join('\n');
const all = 'created updated expires registrar name org street city hosts';
const dates = 'created updated expires';

/** The layout of ICANN, of all generic domains and many country domains. */
const flat = (zone: string, expiry = 'Registry Expiry Date'): Template => ({
  zone,
  shows: all,
  text: (f, domain) => `Domain Name: ${domain.toUpperCase()}
Registry Domain ID: ${f.number}_DOMAIN
Registrar WHOIS Server: whois.registrar.test
Updated Date: ${iso(f.updated)}
Creation Date: ${iso(f.created)}
${expiry}: ${iso(f.expires)}
Registrar: ${f.registrar}
Registrar IANA ID: ${f.number}
Registrar Abuse Contact Email: abuse@registrar.test
Domain Status: ok https://icann.org/epp#ok
Registrant Name: ${f.name}
Registrant Organization: ${f.org}
Registrant Street: ${f.street[0]}
Registrant Street: ${f.street[1]}
Registrant City: ${f.city}
Admin Name: ${f.other.name}
Admin Organization: ${f.other.org}
Admin Street: ${f.other.street}
Tech Name: ${f.other.name}
${each(f, ({ host }) => `Name Server: ${host.toUpperCase()}`)}
DNSSEC: unsigned
>>> Last update of WHOIS database: ${iso(f.other.time)} <<<

The data of ${f.other.org} is provided for information purposes: do not send mail to noreply@registry.test.`,
});

/** FRED, the registry of cz.nic. */
const fred = (zone: string): Template => ({
  zone,
  shows: `${dates} name org street hosts`,
  text: (f, domain) => `%  (c) Registry
domain:       ${domain}
registrant:   CON-${f.number}
admin-c:      ADM-${f.number}
nsset:        NSS-${f.number}
keyset:       KEY-${f.number}
registrar:    REG-${f.number}
registered:   ${dayFirst(f.created, '.')} ${clock(f.created)}
changed:      ${dayFirst(f.updated, '.')} ${clock(f.updated)}
expire:       ${dayFirst(f.expires, '.')}

contact:      CON-${f.number}
org:          ${f.org}
name:         ${f.name}
address:      ${f.street[0]}
address:      ${f.street[1]}
registrar:    REG-${f.number + 1}
created:      ${dayFirst(f.other.time, '.')} ${clock(f.other.time)}

nsset:        NSS-${f.number}
${each(f, ({ host, v4, v6 }) => `nserver:      ${host} (${v4}, ${v6})`)}
tech-c:       ADM-${f.number}
registrar:    REG-${f.number + 1}
created:      ${dayFirst(f.other.time, '.')} ${clock(f.other.time)}
changed:      ${dayFirst(f.other.time, '.')} ${clock(f.other.time)}

contact:      ADM-${f.number}
org:          ${f.other.org}
name:         ${f.other.name}
address:      ${f.other.street}
created:      ${dayFirst(f.other.time, '.')} ${clock(f.other.time)}

keyset:       KEY-${f.number}
registrar:    REG-ELSEWHERE
created:      ${dayFirst(f.other.time, '.')} ${clock(f.other.time)}`,
});

/** AFNIC. */
const afnic = (zone: string): Template => ({
  zone,
  shows: `${dates} registrar name street hosts`,
  text: (f, domain) => `%%
%% This is the AFNIC Whois server.
%%
domain:                        ${domain}
status:                        ACTIVE
holder-c:                      H${f.number}-FRNIC
admin-c:                       A${f.number}-FRNIC
registrar:                     ${f.registrar}
Expiry Date:                   ${iso(f.expires)}
created:                       ${iso(f.created)}
last-update:                   ${iso(f.updated)}
source:                        FRNIC

ns-list:                       NSL-FRNIC
${each(f, ({ host, v4, v6 }) => `nserver:                       ${host} [${v4} ${v6}]`)}
source:                        FRNIC

registrar:                     ${f.registrar}
address:                       ${f.other.street}
country:                       FR
registered:                    ${iso(f.other.time)}
source:                        FRNIC

nic-hdl:                       A${f.number}-FRNIC
type:                          PERSON
contact:                       ${f.other.name}
address:                       ${f.other.street}
changed:                       ${iso(f.other.time)} nic@nic.test
source:                        FRNIC

nic-hdl:                       H${f.number}-FRNIC
type:                          ORGANIZATION
contact:                       ${f.name}
address:                       ${f.street[0]}
address:                       ${f.street[1]}
registrar:                     ${f.other.org}
changed:                       ${iso(f.other.time)} nic@nic.test
source:                        FRNIC`,
});

/** IIS and the registry of Niue. */
const iis = (zone: string): Template => ({
  zone,
  shows: `${dates} registrar hosts`,
  text: (f, domain) => `# Copyright (c) 1997- The Swedish Internet Foundation.
state:            active
domain:           ${domain}
holder:           abc${f.number}-00001
created:          ${day(f.created)}
modified:         ${day(f.updated)}
expires:          ${day(f.expires)}
transferred:      ${day(f.other.time)}
${each(f, ({ host, v4, v6 }) => `nserver:          ${host} ${v4} ${v6}`)}
dnssec:           unsigned delegation
status:           ok
registrar:        ${f.registrar}`,
});

/** The registries of the Russian Federation. */
const tci = (zone: string): Template => ({
  zone,
  shows: 'created expires registrar org hosts',
  text: (f, domain) => `% TCI Whois Service. Terms of use:
% https://tcinet.test/documents/

domain:        ${domain.toUpperCase()}
${each(f, ({ host, v4, v6 }) => `nserver:       ${host}. ${v4}, ${v6}`)}
state:         REGISTERED, DELEGATED, VERIFIED
org:           ${f.org}
registrar:     ${f.registrar}
admin-contact: https://www.registrar.test/whois
created:       ${iso(f.created)}
paid-till:     ${iso(f.expires)}
free-date:     ${day(f.other.time)}
source:        TCI

Last updated on ${iso(f.other.time)}`,
});

/** The Channel Islands. */
const channel = (zone: string): Template => ({
  zone,
  shows: 'created registrar name hosts',
  text: (f, domain) => `Domain:
     ${domain}

Domain Status:
     Active
     Transfer Prohibited by Registrar

Registrant:
     ${f.name}

Registrar:
     ${f.registrar} (http://www.registrar.test)

Relevant dates:
     Registered on ${Number(f.created.slice(8, 10))}th ${monthOf(f.created)} ${f.created.slice(0, 4)} at ${clock(f.created)}.000
     Registry fee due on 30th April each year

Registration status:
     Registered until cancelled

Name servers:
${each(f, ({ host }) => `     ${host}`)}

WHOIS lookup made on ${day(f.other.time)}`,
});

/** 2026-Jan-02 */
const dayNamed = (time: string): string => named(time).split('-').toReversed().join('-');
/** Jan 02 2026 */
const monthFirst = (time: string): string => named(time).replace(/^(\d+)-(\w+)-/, '$2 $1 ');

export {
  afnic,
  all,
  channel,
  clock,
  dates,
  day,
  dayFirst,
  dayNamed,
  dotted,
  each,
  flat,
  fred,
  iis,
  iso,
  monthFirst,
  named,
  packed,
  tci,
};
export type { Template };
