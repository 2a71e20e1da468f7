import { clock, dates, day, each, iso, monthFirst, named, packed, type Template } from './templates.ts';

/** The north and middle of Europe. */
export const north: readonly Template[] = [
  {
    zone: 'dk',
    shows: 'created expires name street city hosts',
    text: (f, domain) => `# Hello 192.0.2.1. Your session has been logged.
#
# Version: 5.2.0

Domain:               ${domain}
DNS:                  ${domain}
Registered:           ${day(f.created)}
Expires:              ${day(f.expires)}
Registration period:  2 years
VID:                  no
DNSSEC:               Signed delegation
Status:               Active

Registrant
Handle:               ***N/A***
Name:                 ${f.name}
Attention:            ${f.other.name}
Address:              ${f.street[0]}
Address:              ${f.street[1]}
Postalcode:           1218
City:                 ${f.city}
Country:              DK
Phone:                +4533375500

Nameservers
${each(f, ({ host }) => `Hostname:             ${host}`)}`,
  },
  {
    zone: 'no',
    shows: 'created updated',
    text: (f, domain) => `% By looking up information in the domain registration directory
% service, you confirm that you accept the terms and conditions.

NORID Handle...............: ABC${f.number}D-NORID
Domain Name................: ${domain}
Registrar Handle...........: REG${f.number}-NORID
Tech-c Handle..............: ABC12R-NORID
Name Server Handle.........: NSAB21H-NORID
Name Server Handle.........: NSCD22H-NORID
DNSSEC.....................: Signed

Additional information:
Created:         ${day(f.created)}
Last updated:    ${day(f.updated)}

NORID Handle...............: ABC12R-NORID
Type.......................: role
Name.......................: ${f.other.name}
Post Address...............: ${f.other.street}

Additional information:
Created:         ${day(f.other.time)}
Last updated:    ${day(f.other.time)}`,
  },
  {
    zone: 'ee',
    shows: `${dates} registrar name hosts`,
    text: (f, domain) => `Estonia .ee Top Level Domain WHOIS server

Domain:
name:       ${domain}
status:     ok (paid and in zone)
registered: ${f.created} +00:00
changed:    ${f.updated} +00:00
expire:     ${day(f.expires)}
outzone:
delete:

Registrant:
name:       ${f.name}
org id:     Not Disclosed - Visit www.internet.ee for webbased WHOIS
country:    EE
email:      Not Disclosed - Visit www.internet.ee for webbased WHOIS
changed:    ${f.other.time} +00:00

Administrative contact:
name:       ${f.other.name}
email:      Not Disclosed - Visit www.internet.ee for webbased WHOIS
changed:    ${f.other.time} +00:00

Registrar:
name:       ${f.registrar}
url:        http://www.registrar.test
phone:      +372 6 000 000
changed:    ${f.other.time} +00:00

Name servers:
${each(f, ({ host, v4, v6 }) => `nserver:   ${host} ${v4} ${v6}`)}
changed:   ${f.other.time} +00:00`,
  },
  {
    zone: 'lv',
    shows: 'registrar name street hosts',
    text: (f, domain) => `[Domain]
Domain: ${domain}
Status: active

[Holder]
    Type: Legal person
    Name: ${f.name}
    Address: ${f.street[0]}
    Address: ${f.street[1]}
    RegNr: None
Visit: https://www.nic.lv/whois/contact/${domain} to contact.

[Tech]
    Type: Natural person
    Name: ${f.other.name}
    Address: ${f.other.street}

[Registrar]
    Type: Legal person
    Name: ${f.registrar}
    Address: ${f.other.street}
    RegNr: 82-0513468

[Nservers]
${each(f, ({ host, v4, v6 }) => `Nserver: ${host} ${v4} ${v6}`)}

[Whois]
Updated: ${iso(f.other.time)}`,
  },
  {
    zone: 'lt',
    shows: 'created expires registrar hosts',
    text: (f, domain) => `% Hello, this is the DOMREG whois service.

Domain:\t\t\t${domain}
Status:\t\t\tregistered
Registered:\t\t${day(f.created)}
Expires:\t\t${day(f.expires)}
%
Registrar:\t\t${f.registrar}
Registrar website:\thttp://www.registrar.test
Registrar email:\tinfo@registrar.test

Contact organization:\t${f.other.org}
Contact email:\t\tinfo@registrar.test

${each(f, ({ host, v4, v6 }) => `Nameserver:\t\t${host}\t[${v4}] [${v6}]`)}`,
  },
  {
    zone: 'is',
    shows: 'created expires name street hosts',
    text: (f, domain) => `% This is the ISNIC Whois server.

domain:       ${domain}
registrant:   AB${f.number}-IS
admin-c:      AC${f.number}-IS
${each(f, ({ host, v4, v6 }) => `nserver:      ${host} ${v4} ${v6}`)}
dnssec:       unsigned delegation
created:      ${monthFirst(f.created)}
expires:      ${monthFirst(f.expires)}
source:       ISNIC

role:         ${f.other.name}
nic-hdl:      AC${f.number}-IS
address:      ${f.other.street}
created:      ${monthFirst(f.other.time)}
source:       ISNIC

role:         ${f.name}
nic-hdl:      AB${f.number}-IS
address:      ${f.street[0]}
address:      ${f.street[1]}
e-mail:       dns@acme.test
created:      ${monthFirst(f.other.time)}
source:       ISNIC`,
  },
  {
    zone: 'ie',
    shows: 'created expires registrar name hosts',
    text: (f, domain) => `% Rights restricted by copyright

Domain:                  ${domain}
Domain Holder:           ${f.name}
Admin-c:                 AAV${f.number}-IEDR
Account Name:            ${f.registrar}
Registrar Abuse Contact: Service not supported currently
Registration Date:       ${named(f.created)}
Renewal Date:            ${named(f.expires)}
Holder-type:             Billable
Renewal status:          Active
${each(f, ({ host, v4, v6 }) => `Nserver:                 ${host} ${v4} ${v6}`)}`,
  },
  {
    zone: 'lu',
    shows: 'registrar name street city hosts',
    text: (f, domain) => `% WHOIS ${domain}
domainname:     ${domain}
domaintype:     ACTIVE
${each(f, ({ host, v4, v6 }) => `nserver:        ${host} [${v4}] [${v6}]`)}
ownertype:      ORGANISATION
org-name:       ${f.name}
org-address:    ${f.street[0]}
org-address:    ${f.street[1]}
org-city:       ${f.city}
org-country:    LU
adm-name:       ${f.other.name}
adm-address:    ${f.other.street}
registrar-name:         ${f.registrar}
registrar-url:          http://www.registrar.test/
registrar-country:      GB
%
% More details on the domain may be available at below whois-web URL.
whois-web:         https://www.dns.lu/`,
  },
  {
    zone: 'li',
    shows: 'registrar name street hosts',
    text: (f, domain) => `Domain name\t            ${domain}

Holder\t                ${f.name}
                        ${f.street[0]}
                        ${f.street[1]}

Technical contact\t    ${f.other.name}
                        ${f.other.street}
                        Switzerland

Registrar\t            ${f.registrar}

DNSSEC\t                yes

Name servers
${each(f, ({ host, v4, v6 }) => `                        ${host}\t${v4}\n                        ${host}\t${v6}`)}

First registration date\tbefore 01 January 1996`,
  },
  {
    zone: 'ch',
    shows: 'created registrar hosts',
    text: (f, domain) => `Domain name:
${domain}

Registrar:
${f.registrar}

First registration date:
${day(f.created)}

DNSSEC:Y

Name servers:
${each(f, ({ host, v4, v6 }) => `${host}\t[${v4}] [${v6}]`)}`,
  },
  {
    zone: 'de',
    shows: 'updated hosts',
    text: (f, domain) => `% Restricted rights.
%
% The DENIC whois service on port 43 doesn't disclose any information concerning
% the domain holder, general request and abuse contact.

Domain: ${domain}
${each(f, ({ host, v4, v6 }) => `Nserver: ${host} ${v4} ${v6}`)}
Status: connect
Changed: ${f.updated.replace(' ', 'T')}+00:00

[Tech-C]
Type: PERSON
Name: ${f.other.name}
Organisation: ${f.other.org}
Address: ${f.other.street}
Changed: ${iso(f.other.time)}`,
  },
  {
    zone: 'at',
    shows: 'updated registrar name org street city hosts',
    text: (f, domain) => `% Copyright (c)2026 by NIC.AT (1)
%
% Restricted rights.

domain:         ${domain}
registrar:      ${f.registrar} ( https://nic.at/registrar/${f.number} )
registrant:     AB${f.number}-NICAT
tech-c:         CD${f.number}-NICAT
${each(f, ({ host, v4, v6 }) => `nserver:        ${host}\nremarks:        ${v4}\nremarks:        ${v6}`)}
changed:        ${packed(f.updated)} ${clock(f.updated)}
source:         AT-DOM

personname:     ${f.name}
organization:   ${f.org}
street address: ${f.street[0]}
street address: ${f.street[1]}
city:           ${f.city}
nic-hdl:        AB${f.number}-NICAT
changed:        ${packed(f.other.time)} 00:07:31
source:         AT-DOM

personname:     ${f.other.name}
organization:   ${f.other.org}
street address: ${f.other.street}
nic-hdl:        CD${f.number}-NICAT
changed:        ${packed(f.other.time)} 21:36:20
source:         AT-DOM`,
  },
];
