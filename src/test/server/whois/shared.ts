import {
  afnic,
  all,
  channel,
  clock,
  dates,
  day,
  dayFirst,
  dotted,
  each,
  flat,
  fred,
  iis,
  iso,
  named,
  packed,
  tci,
  type Template,
} from './templates.ts';

/** Layouts that several registries share, and the registries of which the first reports came. */
export const shared: readonly Template[] = [
  ...['com', 'org', 'sg', 'in', 'ca', 'us'].map((zone) => flat(zone)),
  flat('hr', 'Registrar Registration Expiration Date'),
  ...['cz', 'cr', 'mw'].map(fred),
  ...['fr', 're', 'pm'].map(afnic),
  ...['se', 'nu'].map(iis),
  ...['ru', 'su'].map(tci),
  ...['gg', 'je'].map(channel),
  {
    zone: 'co.uk',
    shows: `${dates} registrar hosts`,
    text: (f, domain) => `
    Domain name:
        ${domain}

    Data validation:
        Nominet was able to match the registrant's name and address against a 3rd party data source on ${named(f.other.time)}

    Registrar:
        ${f.registrar} [Tag = TAG-${f.number}]
        URL: http://www.registrar.test

    Relevant dates:
        Registered on: ${named(f.created)}
        Expiry date:  ${named(f.expires)}
        Last updated:  ${named(f.updated)}

    Registration status:
        Registered until expiry date.

    Name servers:
${each(f, ({ host, v4, v6 }) => `        ${host}      ${v4}  ${v6}`)}

    WHOIS lookup made at 11:55:41 ${named(f.other.time)}

--
This WHOIS information is provided for free by Nominet UK the central registry
for .uk domain names. This information and the .uk WHOIS are:

    Copyright Nominet UK 1996 - 2026.`,
  },
  {
    zone: 'be',
    shows: 'created registrar hosts',
    text: (f, domain) => `% .be Whois Server 6.1
% to:
%   - allow, enable or otherwise support the transmission of unsolicited,

Domain:\t${domain}
Status:\tNOT AVAILABLE
Registered:\t${new Date(iso(f.created)).toDateString()}

Registrant:
\tNot shown, please visit www.dnsbelgium.be for webbased whois.

Registrar Technical Contacts:
\tOrganisation:\t${f.other.org}
\tLanguage:\ten
\tPhone:\t+32.22473720

Registrar:
\tName:\t${f.registrar}
\tWebsite:\thttps://www.registrar.test

Nameservers:
${each(f, ({ host, v4, v6 }) => `\t${host} (${v4})\n\t${host} (${v6})`)}

Keys:
\tkeyTag:${f.number} flags:KSK protocol:3 algorithm:ECDSAP256SHA256 pubKey:mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF==

Flags:
\tclientTransferProhibited

Please visit www.dnsbelgium.be for more info.`,
  },
  {
    zone: 'nl',
    shows: 'created updated registrar hosts',
    text: (f, domain) => `Domain name: ${domain}
Status:      active

Reseller:
   ${f.other.org}
   ${f.other.street}
   3512AB Amsterdam
   Netherlands

Registrar:
   ${f.registrar}
   ${f.other.street}
   1018VN Amsterdam
   Netherlands

Abuse Contact:

DNSSEC:      yes

Domain nameservers:
${each(f, ({ host, v4, v6 }) => `   ${host}      ${v4}\n   ${host}      ${v6}`)}

Creation Date: ${day(f.created)}

Updated Date: ${day(f.updated)}

Record maintained by: SIDN BV`,
  },
  {
    zone: 'eu',
    shows: 'registrar hosts',
    text: (f, domain) => `% WHOIS ${domain}
Domain: ${domain}
Script: LATIN

Registrant:
        NOT DISCLOSED!
        Visit www.eurid.eu for the web-based WHOIS.

Technical:
        Organisation: ${f.other.org}
        Language: en
        Email: tech@registrar.test

Registrar:
        Name: ${f.registrar}
        Website: https://www.registrar.test

Name servers:
${each(f, ({ host, v4, v6 }) => `        ${host} (${v4})\n        ${host} (${v6})`)}

Keys:
        flags:KSK protocol:3 algorithm:RSA_SHA256 pubKey:AwEAAcOQldGtC33GLx8s335UscKMPlWjDXCqbhR2QyAYcfS4CZS6YHg3

Please visit www.eurid.eu for more info.`,
  },
  {
    zone: 'sk',
    shows: all,
    text: (f, domain) => `Domain:                       ${domain}
Registrant:                   SK-${f.number}
Admin Contact:                SK-${f.number + 1}
Registrar:                    REGI-${f.number}
Created:                      ${day(f.created)}
Updated:                      ${day(f.updated)}
Valid Until:                  ${day(f.expires)}
${each(f, ({ host, v4, v6 }) => `Nameserver:                   ${host} ${v4} ${v6}`)}
EPP Status:                   ok

Registrar:                    REGI-${f.number}
Name:                         ${f.registrar}
Organization:                 ${f.registrar}
Street:                       ${f.other.street}
City:                         Bratislava
Created:                      ${day(f.other.time)}
Updated:                      ${day(f.other.time)}

Contact:                      SK-${f.number + 1}
Name:                         ${f.other.name}
Street:                       ${f.other.street}
Created:                      ${day(f.other.time)}

Contact:                      SK-${f.number}
Name:                         ${f.name}
Organization:                 ${f.org}
Street:                       ${f.street[0]}
Street:                       ${f.street[1]}
City:                         ${f.city}
Registrar:                    REGI-${f.number + 1}
Created:                      ${day(f.other.time)}
Updated:                      ${day(f.other.time)}`,
  },
  {
    zone: 'com.br',
    shows: `${dates} name org hosts`,
    text: (f, domain) => `% Copyright (c) Nic.br
%  ${iso(f.other.time)}

domain:      ${domain}
owner:       ${f.org}
ownerid:     06.990.590/0001-23
responsible: ${f.name}
country:     BR
owner-c:     OWN${f.number}
tech-c:      TEC${f.number}
${each(f, ({ host, v4, v6 }) => `nserver:     ${host} ${v4} ${v6}\nnsstat:      ${packed(f.other.time)} AA\nnslastaa:    ${packed(f.other.time)}`)}
created:     ${packed(f.created)} #${f.number}
changed:     ${packed(f.updated)}
expires:     ${packed(f.expires)}
status:      published

nic-hdl-br:  OWN${f.number}
person:      ${f.name}
created:     ${packed(f.other.time)}
changed:     ${packed(f.other.time)}

nic-hdl-br:  TEC${f.number}
person:      ${f.other.name}
created:     ${packed(f.other.time)}
changed:     ${packed(f.other.time)}`,
  },
  {
    zone: 'pl',
    shows: `${dates} registrar hosts`,
    text: (f, domain) => `
DOMAIN NAME:           ${domain}
registrant type:       organization
nameservers:           ${each(f, ({ host, v4, v6 }) => `${host}. [${v4}][${v6}]`).replaceAll('\n', '\n                       ')}
created:               ${dotted(f.created)} ${clock(f.created)}
last modified:         ${dotted(f.updated)} ${clock(f.updated)}
renewal date:          ${dotted(f.expires)} ${clock(f.expires)}

option created:        ${dotted(f.other.time)} 23:44:16
option expiration date:       ${dotted(f.other.time)} 23:44:16

dnssec:                Unsigned

TECHNICAL CONTACT:
company: ${f.other.org}
street: ${f.other.street}
last modified: ${dotted(f.other.time)}

REGISTRAR:
${f.registrar}
${f.other.street}
Wilmington, Delaware 19808
United States
tel: +1.302.636.5400

WHOIS database responses: https://dns.pl/en/whois`,
  },
  {
    zone: 'kr',
    shows: `${dates} registrar name hosts`,
    text: (f, domain) => `query : ${domain}

# KOREAN(UTF8)

도메인이름                  : ${domain}
등록인                      : 주식회사
등록일                      : ${dotted(f.other.time).replaceAll('.', '. ')}.

1차 네임서버 정보
   호스트이름               : ns1.elsewhere.test

# ENGLISH

Domain Name                 : ${domain}
Registrant                  : ${f.name}
Registrant Zip Code         : 135984
Administrative Contact(AC)  : ${f.other.name}
Registered Date             : ${dotted(f.created).replaceAll('.', '. ')}.
Last Updated Date           : ${dotted(f.updated).replaceAll('.', '. ')}.
Expiration Date             : ${dotted(f.expires).replaceAll('.', '. ')}.
Publishes                   : Y
Authorized Agency           : ${f.registrar}(http://registrar.test)
DNSSEC                      : unsigned

${each(f, ({ host, v4 }, index) => `${index === 0 ? 'Primary' : 'Secondary'} Name Server\n   Host Name                : ${host}\n   IP Address               : ${v4}\n`)}
- KISA/KRNIC WHOIS Service -`,
  },
  {
    zone: 'hk',
    shows: 'created expires registrar org street hosts',
    text: (f, domain) => `
 -------------------------------------------------------------------------------
 Whois server by HKIRC
 -------------------------------------------------------------------------------

Domain Name:  ${domain.toUpperCase()}

Domain Status: Active

DNSSEC:  unsigned

Registrar Name: ${f.registrar}

Registrar Contact Information: Email: info@registrar.test

Reseller:

Registrant Contact Information:

Company English Name (It should be the same as the registered/corporation name on your Business Register Certificate or relevant documents): ${f.org}
Company Chinese name:
Address:  ${f.street[0]}
${f.street[1]}
Country: Hong Kong (HK)
Email:  dns@acme.test
Domain Name Commencement Date: ${dayFirst(f.created, '-')}
Expiry Date: ${dayFirst(f.expires, '-')}
Re-registration Status:  Complete

Administrative Contact Information:

Given name:  ${f.other.name}
Company name:  ${f.other.org}
Address:  ${f.other.street}
Account Name:  HK${f.number}T

Technical Contact Information:

Given name:  ${f.other.name}
Company name:  ${f.other.org}

Name Servers Information:

${each(f, ({ host }) => host.toUpperCase())}

Status Information:

Domain Prohibit Status:`,
  },
  {
    zone: 'fi',
    shows: `${dates} registrar name street hosts`,
    text: (f, domain) => `
domain.............: ${domain}
status.............: Registered
created............: ${Number(f.created.slice(8, 10))}.${Number(f.created.slice(5, 7))}.${f.created.slice(0, 4)} ${clock(f.created)}
expires............: ${dayFirst(f.expires, '.')} ${clock(f.expires)}
available..........: ${dayFirst(f.other.time, '.')} 10:15:55
modified...........: ${dayFirst(f.updated, '.')}
holder transfer....: ${dayFirst(f.other.time, '.')}
RegistryLock.......: no

Nameservers

${each(f, ({ host, v4, v6 }, index) => `nserver............: ${host} [${v4}] [${v6}] [${index === 0 ? 'OK' : 'Technical Error'}]`)}

DNSSEC

dnssec.............: no

Holder

name...............: ${f.name}
register number....: ${f.number}-2
address............: ${f.street[0]}
address............: ${f.street[1]}
country............: Finland
holder email.......:

Registrar

registrar..........: ${f.registrar}
www................: www.registrar.test

Tech

name...............: ${f.other.name}

>>> Last update of WHOIS database: ${dayFirst(f.other.time, '.')} 19:45:14 (EET) <<<`,
  },
];
