import { clock, dates, day, dayFirst, dotted, each, iso, named, packed, type Template } from './templates.ts';

/** Registries outside of Europe. */
export const world: readonly Template[] = [
  {
    zone: 'com.ar',
    shows: `${dates} registrar name hosts`,
    text: (f, domain) => `% La información a la que estás accediendo se provee exclusivamente para
% fines relacionados con operaciones sobre nombres de dominios y DNS.

domain:\t\t${domain}
registrant:\t336${f.number}
registrar:\t${f.registrar}
registered:\t${f.created}
changed:\t${f.updated}.329522
expire:\t\t${f.expires}

contact:\t336${f.number}
name:\t\t${f.name}
registrar:\tnicar
created:\t${f.other.time}
changed:\t${f.other.time}.840827

${each(f, ({ host, v4, v6 }) => `nserver:\t${host} (${v4}/32, ${v6}/128)`)}
registrar:\tnicar
created:\t${f.other.time}.314461`,
  },
  {
    zone: 'jp',
    shows: `${dates} name hosts`,
    text: (f, domain) => `[ JPRS database provides information on network administration. Its use is    ]
[ restricted to network administration purposes.                              ]

Domain Information:
[Domain Name]                   ${domain.toUpperCase()}

[Registrant]                    ${f.name}

${each(f, ({ host }) => `[Name Server]                   ${host}`)}
[Signing Key]

[Created on]                    ${dotted(f.created).replaceAll('.', '/')}
[Expires on]                    ${dotted(f.expires).replaceAll('.', '/')}
[Status]                        Active
[Last Updated]                  ${dotted(f.updated).replaceAll('.', '/')} ${clock(f.updated)} (JST)

Contact Information:
[Name]                          ${f.other.name}
[Email]                         dns@registrar.test
[Postal code]                   94043
[Postal Address]                ${f.other.street}
                                Floor 9
[Phone]                         16502530000`,
  },
  {
    zone: 'co.jp',
    shows: 'created updated org hosts',
    text: (f, domain) => `[ JPRS database provides information on network administration. Its use is    ]

Domain Information:
a. [Domain Name]                ${domain.toUpperCase()}
g. [Organization]               ${f.org}
l. [Organization Type]          Corporation
m. [Administrative Contact]     MN${f.number}JP
n. [Technical Contact]          SH${f.number}JP
${each(f, ({ host }) => `p. [Name Server]                ${host}`)}
s. [Signing Key]
[State]                         Connected (2027/03/31)
[Lock Status]                   AgentChangeLocked
[Registered Date]               ${dotted(f.created).replaceAll('.', '/')}
[Connected Date]                ${dotted(f.other.time).replaceAll('.', '/')}
[Last Update]                   ${dotted(f.updated).replaceAll('.', '/')} ${clock(f.updated)} (JST)`,
  },
  {
    zone: 'com.tw',
    shows: 'created expires registrar name street hosts',
    text: (f, domain) => `Domain Name: ${domain}
   Domain Status: clientUpdateProhibited,clientTransferProhibited
   Registrant:
      ${f.name}
      hostmaster@acme.test
      +886.223456789
      ${f.street[0]}
      ${f.street[1]}

   Administrative Contact:
      ${f.other.name}  dns@registrar.test
      +1.6502530000

   Technical Contact:
      ${f.other.name}  dns@registrar.test

   Record expires on ${day(f.expires)} (YYYY-MM-DD)
   Record created on ${day(f.created)} (YYYY-MM-DD)

   Domain servers in listed order:
${each(f, ({ host, v4, v6 }) => `      ${host}      ${v4} ${v6}`)}

Registration Service Provider: ${f.registrar}
Registration Service URL: http://www.registrar.test/

[Provided by NeuStar Registry Gateway Services]`,
  },
  {
    zone: 'com.sa',
    shows: 'created updated name hosts',
    text: (f, domain) => `% SaudiNIC Whois server.
% Rights restricted by copyright.

Domain Name: ${domain}

 Registrant:
 ${f.name}

 Administrative Contact:
  ${f.other.name}
  Address: ${f.other.street}
  11423 Riyadh
  Saudi Arabia

 Name Servers:
${each(f, ({ host, v4, v6 }) => `  ${host} (${v4},${v6})`)}

Created on: ${day(f.created)}
Last Updated on: ${day(f.updated)}`,
  },
  {
    zone: 'mx',
    shows: `${dates} registrar name city hosts`,
    text: (f, domain) => `Domain Name:       ${domain}

Created On:        ${day(f.created)}
Expiration Date:   ${day(f.expires)}
Last Updated On:   ${day(f.updated)}
Registrar:         ${f.registrar}
URL:               http://www.registrar.test/

Registrant:
   Name:           ${f.name}
   City:           ${f.city}
   State:          California
   Country:        United States

Administrative Contact:
   Name:           ${f.other.name}
   City:           ${f.other.street}

Billing Contact:
   Name:           ${f.other.name}

Name Servers:
${each(f, ({ host, v4, v6 }) => `   DNS:            ${host}       ${v4} ${v6}`)}
DNSSEC DS Records:

% NOTICE: The expiration date displayed in this record is the date the
% registrar's sponsorship of the domain name registration in the registry is
% currently set to expire.`,
  },
  {
    zone: 'kz',
    shows: 'created updated registrar name org street city',
    text: (f, domain) => `Domain Name............: ${domain}

Organization Using Domain Name
Name...................: ${f.name}
Organization Name......: ${f.org}
Street Address.........: ${f.street[0]}
Street Address.........: ${f.street[1]}
City...................: ${f.city}
Country................: KZ

Administrative Contact/Agent
NIC Handle.............: C0000001${f.number}-KZ
Name...................: ${f.other.name}
Phone Number...........: +1.6502530000

Domain created: ${f.created} (GMT+0:00)
Last modified : ${f.updated} (GMT+0:00)
Domain status : ok - Normal state.
Registar created: KAZNIC
Current Registar: ${f.registrar}`,
  },
  {
    zone: 'co.il',
    shows: 'created expires registrar name street hosts',
    text: (f, domain) => `% The data in the WHOIS database of the .il registry is provided
% by ISOC-IL for information purposes.

query:        ${domain}

reg-name:     ${domain.split('.')[0]}
domain:       ${domain}

descr:        ${f.name}
descr:        ${f.street[0]}
descr:        ${f.street[1]}
phone:        +1 650 3300100
e-mail:       dns AT acme.test
admin-c:      DT-DA${f.number}-IL
${each(f, ({ host }) => `nserver:      ${host}`)}
assigned:     ${dayFirst(f.created, '-')}
validity:     ${dayFirst(f.expires, '-')}
DNSSEC:       unsigned
status:       Transfer Locked
changed:      registrar AT ns.il ${packed(f.other.time)} (Assigned)
changed:      domain-registrar AT isoc.org.il ${packed(f.other.time)} (Changed)

person:       ${f.other.name}
address      ${f.other.org}
address      ${f.other.street}
nic-hdl:      DT-DA${f.number}-IL
changed:      Managing Registrar ${packed(f.other.time)}

registrar name: ${f.registrar}
registrar info: https://www.registrar.test`,
  },
  {
    zone: 'edu',
    shows: `${dates} name street hosts`,
    text: (f, domain) => `This Registry database contains ONLY .EDU domains.
The data in the EDUCAUSE Whois database is provided
by EDUCAUSE for information purposes in order to
assist in the process of obtaining information about
or related to .edu domain registration records.

-------------------------------------------------------------

Domain Name: ${domain.toUpperCase()}

Registrant:
\t${f.name}
\t${f.street[0]}
\t${f.street[1]}

Administrative Contact:
\t${f.other.name}
\t${f.other.street}
\t+1.5052775757
\ttechnical@other.test

Technical Contact:
\t${f.other.name}
\t${f.other.street}

Name Servers:
${each(f, ({ host, v4, v6 }) => `\t${host.toUpperCase()} ${v4} ${v6}`)}

Domain record activated:    ${named(f.created)}
Domain record last updated: ${named(f.updated)}
Domain expires:             ${named(f.expires)}`,
  },
  {
    zone: 'cn',
    shows: 'created expires registrar name hosts',
    text: (f, domain) => `Domain Name: ${domain}
ROID: 20030312s10001s${f.number}-cn
Domain Status: clientTransferProhibited
Registrant: ${f.name}
Registrant Contact Email: dns@acme.test
Sponsoring Registrar: ${f.registrar}
${each(f, ({ host }) => `Name Server: ${host}`)}
Registration Time: ${f.created}
Expiration Time: ${f.expires}
DNSSEC: unsigned`,
  },
  {
    zone: 'co.th',
    shows: `${dates} registrar org street hosts`,
    text: (f, domain) => `Whois Server Version 2.1.6

Domain Name: ${domain.toUpperCase()}
Registrar: ${f.registrar}
${each(f, ({ host, v4 }) => `Name Server: ${host.toUpperCase()} (${v4})`)}
DNSSEC: unsigned
Status: ACTIVE
Updated date: ${named(f.updated).replaceAll('-', ' ')}
Created date: ${named(f.created).replaceAll('-', ' ')}
Exp date: ${named(f.expires).replaceAll('-', ' ')}
Domain Holder Organization: ${f.org}
Domain Holder Street: ${f.street[0]}
Domain Holder Street: ${f.street[1]}
Domain Holder Country: TH

Tech Contact: ${f.number}
Tech Organization: ${f.other.org}
Tech Street: ${f.other.street}`,
  },
  {
    zone: 'ir',
    shows: 'updated expires name street hosts',
    text: (f, domain) => `% This is the IRNIC Whois server v1.6.2.
% NOTE: This output has been filtered.

% Information related to '${domain}'

domain:\t\t${domain}
ascii:\t\t${domain}
remarks:\t(Domain Holder) ${f.name}
holder-c:\tas${f.number}-irnic
bill-c:\t\tpa${f.number}-irnic
${each(f, ({ host, v4, v6 }) => `nserver:\t${host} (${v4}) (${v6})`)}
last-updated:\t${day(f.updated)}
expire-date:\t${day(f.expires)}
source:\t\tIRNIC # Filtered

nic-hdl:\tpa${f.number}-irnic
org:\t\t${f.other.org}
e-mail:\t\tinfo@other.test
source:\t\tIRNIC # Filtered

nic-hdl:\tas${f.number}-irnic
person:\t\t${f.name}
address:\t${f.street[0]}
address:\t${f.street[1]}
source:\t\tIRNIC # Filtered`,
  },
  {
    zone: 'cl',
    shows: 'created expires registrar name org hosts',
    text: (f, domain) => `%%
%% This is the NIC Chile Whois server (whois.nic.cl).
%%

Domain name: ${domain}
Registrant name: ${f.name}
Registrant organisation: ${f.org}
Registrar name: ${f.registrar}
Registrar URL: https://registrar.test/
Creation date: ${f.created} CLST
Expiration date: ${f.expires} CLST
${each(f, ({ host }) => `Name server: ${host}`)}`,
  },
  {
    zone: 'co.nz',
    shows: `${dates} registrar name street city hosts`,
    text: (f, domain) => `% New Zealand Domain Name Registry Limited
version: 8.6
query_datetime: ${iso(f.other.time)}
domain_name: ${domain}
query_status: 200 Active
domain_dateregistered: ${iso(f.created)}
domain_datelastmodified: ${iso(f.updated)}
domain_datebilleduntil: ${iso(f.expires)}
domain_delegaterequested: yes
%
registrar_name: ${f.registrar}
registrar_address1: ${f.other.street}
registrar_country: US (UNITED STATES)
%
registrant_contact_name: ${f.name}
registrant_contact_address1: ${f.street[0]}
registrant_contact_address2: ${f.street[1]}
registrant_contact_city: ${f.city}
%
admin_contact_name: ${f.other.name}
admin_contact_address1: ${f.other.street}
%
${each(f, ({ host, v4, v6 }, index) => `ns_name_0${index + 1}: ${host}\nns_ip4_0${index + 1}: ${v4}\nns_ip6_0${index + 1}: ${v6}`)}`,
  },
];
