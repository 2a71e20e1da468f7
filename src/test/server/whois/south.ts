import { clock, dates, day, dayFirst, dayNamed, each, iso, named, type Template } from './templates.ts';

/** The south and east of Europe. */
export const south: readonly Template[] = [
  {
    zone: 'it',
    shows: `${dates} registrar name org street hosts`,
    text: (f, domain) => `
*********************************************************************
* Please note that the following result could be a subgroup of      *
* the data contained in the database.                               *
*********************************************************************

Domain:             ${domain}
Status:             ok
Signed:             no
Created:            ${f.created}
Last Update:        ${f.updated}
Expire Date:        ${day(f.expires)}

Registrant
  Name:             ${f.name}
  Organization:     ${f.org}
  Address:          ${f.street[0]}
                    ${f.street[1]}
  Created:          ${f.other.time}
  Last Update:      ${f.other.time}

Admin Contact
  Name:             ${f.other.name}
  Organization:     ${f.other.org}
  Address:          ${f.other.street}
                    IE
  Created:          ${f.other.time}
  Last Update:      ${f.other.time}

Technical Contacts
  Name:             ${f.other.name}
  Created:          ${f.other.time}

Registrar
  Organization:     ${f.registrar}
  Name:             REG-${f.number}
  Web:              https://www.registrar.test
  DNSSEC:           no

Nameservers
${each(f, ({ host }) => `  ${host}`)}`,
  },
  {
    zone: 'rs',
    shows: `${dates} registrar name hosts`,
    text: (f, domain) => `%
%This is the RNIDS Whois server.
%
% Date Format         : DD.MM.YYYY

Domain name: ${domain}
Domain status: Active
Registration date: ${dayFirst(f.created, '.')} ${clock(f.created)}
Modification date: ${dayFirst(f.updated, '.')} ${clock(f.updated)}
Expiration date: ${dayFirst(f.expires, '.')} ${clock(f.expires)}
Registrar: ${f.registrar}

${each(f, ({ host, v4, v6 }, index) => `DNS: ${host} - ${index === 0 ? '' : `${v4} ${v6}`}`)}

Registrant: ${f.name}
ID Number: -
Tax ID:

Administrative contact: ${f.other.name}
Address: ${f.other.street}

Technical contact: ${f.other.name}
Address: ${f.other.street}`,
  },
  {
    zone: 'pt',
    shows: 'created expires name street city hosts',
    text: (f, domain) => `Domain: ${domain}
Domain Status: Registered
Creation Date: ${dayFirst(f.created, '/')} ${clock(f.created)}
Expiration Date: ${dayFirst(f.expires, '/')} 23:59:00
Owner Name: ${f.name}
Owner Address: ${f.street[0]}
Owner Address: ${f.street[1]}
Owner Locality: ${f.city}
Owner Country Code: PT
Owner Email: dns@acme.test
Admin Name: ${f.other.name}
Admin Address: ${f.other.street}
${each(f, ({ host, v4, v6 }) => `Name Server: ${host} | IPv4: ${v4} and IPv6: ${v6}`)}`,
  },
  {
    zone: 'ro',
    shows: 'created expires registrar hosts',
    text: (f, domain) => `
% The ROTLD WHOIS service on port 43 never discloses any information concerning the registrant.

  Domain Name: ${domain}
  Registered On: ${day(f.created)}
  Expires On: ${day(f.expires)}
  Registrar: ${f.registrar}
  Referral URL: www.registrar.test

  DNSSEC: Inactive

${each(f, ({ host }) => `  Nameserver: ${host}`)}

  Domain Status: OK`,
  },
  {
    zone: 'bg',
    shows: 'name street hosts',
    text: (f, domain) => `
DOMAIN NAME: ${domain}
requested on: see at www.register.bg
processed from: see at www.register.bg
activated on: see at www.register.bg
expires at: see at www.register.bg
registration status: Registered

REGISTRANT:
${f.name}
  ${f.street[0]}
  ${f.street[1]}

ADMINISTRATIVE CONTACT:
  ${f.other.name}
  noc@registrar.test
  ${f.other.street}
  NIC handle: TE${f.number}

TECHNICAL CONTACT(S):

  ${f.other.name}
  ${f.other.street}
  tel: +359 2 9603100

  ${f.other.org}
  ${f.other.street}

NAME SERVER INFORMATION:
${each(f, ({ host, v4, v6 }) => `${host} (${v4}) (${v6})`)}

DNSSEC: Inactive`,
  },
  {
    zone: 'si',
    shows: 'created expires registrar hosts',
    text: (f, domain) => `% This is ARNES whois database
% Rights restricted by copyright.

domain:         ${domain}
registrar:      ${f.registrar}
registrar-url:  http://www.registrar.test
${each(f, ({ host, v4, v6 }) => `nameserver:     ${host} (${v4},${v6})`)}
registrant:     G${f.number}
status:         ok
created:        ${day(f.created)}
expire:         ${day(f.expires)}
source:         ARNES

Domain holder:
NOT DISCLOSED

Tech:
NOT DISCLOSED
changed:        ${dayFirst(f.other.time, '.')}`,
  },
  {
    zone: 'hu',
    shows: 'created',
    text: (f, domain) => `% Whois server 4.0 serving the hu ccTLD

domain:         ${domain}
record created: ${day(f.created)}
Tovabbi adatokert ld.:
https://www.domain.hu/domain-kereses/
For further data see:
https://www.domain.hu/domain-search/`,
  },
  {
    zone: 'md',
    shows: 'created expires hosts',
    text: (f, domain) => `Domain   name:  ${domain}
Domain  state:  OKDelegated

Registered on:  ${day(f.created)}
Expires    on:  ${day(f.expires)}

${each(f, ({ host, v4, v6 }) => `Nameserver:     ${host} ${v4} ${v6}`)}`,
  },
  {
    zone: 'com.ua',
    shows: `${dates} registrar name org street city hosts`,
    text: (f, domain) => `% Request from 192.0.2.190
% This is the Ukrainian Whois query server #S.
% The Whois is subject to Terms of use
%

domain:           ${domain}
dom-public:       NO
mnt-by:           ua.registrar
${each(f, ({ host, v4, v6 }) => `nserver:          ${host} ${v4} ${v6}`)}
status:           clientDeleteProhibited
created:          ${f.created}+00
modified:         ${f.updated}+00
expires:          ${f.expires}+00
source:           UAEPP

% Registrar:
% ==========
registrar:        ua.registrar
organization:     ${f.registrar}
organization-loc: ${f.registrar}
url:              http://registrar.test
city:             Meridian
country:          US
source:           UAEPP

% Registrant:
% ===========
person:           n/a
person-loc:       ${f.name}
organization-loc: ${f.org}
e-mail:           dns@acme.test
address:          n/a
address-loc:      ${f.street[0]}
address-loc:      ${f.street[1]}
city-loc:         ${f.city}
mnt-by:           ua.registrar
status:           linked
created:          ${f.other.time}+00
source:           UAEPP

% Administrative Contacts:
% =======================
person:           ${f.other.name}
organization-loc: ${f.other.org}
address-loc:      ${f.other.street}
created:          ${f.other.time}+00
source:           UAEPP

% Query time:     23 msec`,
  },
  {
    zone: 'com.tr',
    shows: 'created expires registrar hosts',
    text: (f, domain) => `** Domain Name: ${domain}
Domain Status: Active
Frozen Status: -
Transfer Status: The domain is LOCKED to transfer.

** Registrant:
   Hidden upon user request
   Hidden upon user request
   Hidden upon user request

** Registrar:
NIC Handle\t\t: abc${f.number}
Organization Name\t: ${f.registrar}
Address\t\t\t: ${f.other.street}
Phone\t\t\t: + 90-312-2103366-

** Domain Servers:
${each(f, ({ host, v4, v6 }) => `${host} ${v4} ${v6}`)}

** Additional Info:
Created on..............: ${dayNamed(f.created)}.
Expires on..............: ${dayNamed(f.expires)}.

** Whois Server:
Last Update Time: ${iso(f.other.time)}`,
  },
  {
    zone: 'uz',
    shows: `${dates} registrar name street hosts`,
    text: (f, domain) => `% Uzinfocom WHOIS Server

   Domain Name: ${domain.toUpperCase()}
   Registrar: ${f.registrar}
   Whois Server: www.whois.test
   Referral URL: http://www.registrar.test/
${each(f, ({ host, v4 }, index) => `   Name Server: ${host}. ${index === 0 ? v4 : '<no value>'}`)}
   Name Server: not.defined. <no value>
   Status: ACTIVE
   Updated Date: ${named(f.updated)}
   Creation Date: ${named(f.created)}
   Expiration Date: ${named(f.expires)}
   Registrant:
      ${f.name} (info@acme.test)
      ${f.street[0]}
      ${f.street[1]}

   Administrative, Technical Contact:
      ${f.other.name} (info@other.test)
      ${f.other.street}`,
  },
  {
    zone: 'tm',
    shows: 'expires name org street hosts',
    text: (f, domain) => `Domain : ${domain}
Status : Client Updt Lock
Expiry : ${day(f.expires)}

${each(f, ({ host }, index) => `NS ${index + 1}   : ${host}`)}

Owner Name    : ${f.name}
Owner OrgName : ${f.org}
Owner Addr    : ${f.street[0]}
Owner Addr    : ${f.street[1]}`,
  },
  {
    zone: 'ba',
    shows: `${dates} hosts`,
    text: (f, domain) => `% IANA WHOIS server

domain:       BA

organisation: ${f.other.org}
address:      ${f.other.street}

contact:      administrative
name:         ${f.other.name}

nserver:      NS.ELSEWHERE.TEST 192.0.2.9 2001:db8::9

status:       ACTIVE

created:      ${day(f.other.time)}
changed:      ${day(f.other.time)}
source:       IANA

# whois.nic.ba

Domain Name: ${domain}
Updated Date: ${iso(f.updated)}
Creation Date: ${iso(f.created)}
Registrar Registration Expiration Date: ${iso(f.expires)}
${each(f, ({ host }) => `Name Server: ${host}`)}`,
  },
  {
    zone: 'my',
    shows: `${dates} registrar name street hosts`,
    text: (f, domain) => `a [Domain Name]                 ${domain}
b [Registration No.]            D1A${f.number}
d [Record Created]              ${named(f.created).toUpperCase()}
e [Record Expired]              ${named(f.expires).toUpperCase()}
f [Record Last Modified]        ${named(f.updated).toUpperCase()}
g [Registrar]                   ${f.registrar}

h [Registrant Code]             ABC${f.number}
  [Registrant]                  ${f.name}
                                ${f.street[0]}
                                ${f.street[1]}

n [Administrative Contact Code] DEF${f.number}
  [Administrative Contact]      ${f.other.name}
                                ${f.other.street}

${each(f, ({ host }, index) => `${index === 0 ? 's [Primary' : 't [Secondary'} Name Server]        ${host}`)}`,
  },
];
