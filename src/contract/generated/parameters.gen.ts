// This file is generated from src/contract/openapi.yaml: npm run generate

import type { OperationId } from './operations.gen.ts';

/** Limits of a single value. */
export type ParameterLimits = {
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
};

export type Parameter = ParameterLimits & {
  readonly name: string;
  readonly in: 'path' | 'query' | 'body';
  readonly type: 'string' | 'integer' | 'array';
  readonly required: boolean;
  /** Of a list: several values may also be joined with this character. */
  readonly separator?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Of a list: an element that is wrong is an error in its own record, never one of the call. */
  readonly ownErrors?: true;
  /** Of a list: its elements. */
  readonly items?: ParameterLimits & { readonly type: 'string' | 'integer' };
  /** 0 or 1; true/false in any case mean the same, any other word means 0. */
  readonly flag?: true;
  /** A time value T. */
  readonly time?: true;
  /** The enumeration is accepted ignoring case. */
  readonly caseInsensitive?: true;
  /** `date`: yyyy-mm-dd. */
  readonly format?: 'date';
  readonly default?: string | number;
  readonly example?: string | number | readonly (string | number)[];
  readonly description: string;
};

/** Parameters of every operation, body members included, in the order of the document. */
export const parameters: Readonly<Record<OperationId, readonly Parameter[]>> = {
  ipv4Info: [
    {"name":"ipv4","in":"path","type":"string","required":true,"maxLength":255,"example":"203.0.113.10","description":"IPv4 address in dotted form"},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
    {"name":"scan_data","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `scan_data` object"},
    {"name":"sparse","in":"query","type":"string","required":false,"enum":["asn","asname","sp_risk_score"],"example":"asn","description":"Only this element and `ip`; unset returns the whole record."},
  ],
  ipv4RiskScore: [
    {"name":"ipv4","in":"path","type":"string","required":true,"maxLength":255,"example":"203.0.113.10","description":"IPv4 address in dotted form"},
  ],
  scanCertificates: [
    {"name":"ipv4","in":"query","type":"string","required":false,"maxLength":255,"example":"203.0.113.10","description":"IPv4 address, or with netmask a network"},
    {"name":"netmask","in":"query","type":"integer","required":false,"minimum":0,"maximum":32,"default":32,"example":24,"description":"Prefix length that turns ipv4 into a network."},
    {"name":"fingerprint_sha1","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"3b1f0c9a5e7d2486b0c1d2e3f405162738495a6b","description":"SHA-1 of the certificate, 40 hexadecimal digits, or its SHA-256, 64 digits; colons between them are allowed."},
    {"name":"domain","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"*.acme.example","description":"Name in the certificate; wildcards `*` allowed. Decision: compared with the names as written in the certificate, so `*.acme.example` also finds the wildcard name itself."},
    {"name":"expired_certs_only","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 returns expired certificates only. Decision: those whose validity has ended by now."},
    {"name":"window","in":"query","type":"integer","required":false,"minimum":1,"maximum":36500,"default":180,"example":180,"description":"Days back from today that the observation (scan date, for JARM last_seen) may lie."},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"Largest number of results."},
    {"name":"skip","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"default":0,"example":0,"description":"Results to skip before the first one returned. Decision: at most 1000000."},
  ],
  scanFavicon: [
    {"name":"ipv4","in":"query","type":"string","required":false,"maxLength":255,"example":"203.0.113.10","description":"IPv4 address, or with netmask a network"},
    {"name":"netmask","in":"query","type":"integer","required":false,"minimum":0,"maximum":32,"default":32,"example":24,"description":"Prefix length that turns ipv4 into a network."},
    {"name":"net","in":"query","type":"string","required":false,"enum":["in","notin"],"default":"in","example":"in","description":"Search inside or outside the network of ipv4 and netmask; notin needs ipv4."},
    {"name":"md5","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"9f86d081884c7d659a2feaa0c55ad015","description":"MD5 of the icon, hexadecimal."},
    {"name":"mmh3","in":"query","type":"integer","required":false,"minimum":-2147483648,"maximum":4294967295,"example":-1231872293,"description":"Murmur3 of the icon as a signed 32-bit number; the unsigned form is understood, too."},
    {"name":"favicon_mmh3_from_url","in":"query","type":"string","required":false,"minLength":1,"maxLength":2048,"example":"https://acme.example/favicon.ico","description":"Address of an icon; the service fetches it, computes its mmh3 and searches for that."},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"Largest number of results."},
    {"name":"skip","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"default":0,"example":0,"description":"Results to skip before the first one returned. Decision: at most 1000000."},
  ],
  scanHeaders: [
    {"name":"ipv4","in":"query","type":"string","required":false,"maxLength":255,"example":"203.0.113.10","description":"IPv4 address, or with netmask a network"},
    {"name":"netmask","in":"query","type":"integer","required":false,"minimum":0,"maximum":32,"default":32,"example":24,"description":"Prefix length that turns ipv4 into a network."},
    {"name":"header_search","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"nginx","description":"Part of a header. Decision: found anywhere in a line `name: value`, whatever the case of its ASCII letters; no wildcards."},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"Largest number of results."},
    {"name":"skip","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"default":0,"example":0,"description":"Results to skip before the first one returned. Decision: at most 1000000."},
  ],
  scanJarm: [
    {"name":"ipv4","in":"query","type":"string","required":false,"maxLength":255,"example":"203.0.113.10","description":"IPv4 address, or with netmask a network"},
    {"name":"netmask","in":"query","type":"integer","required":false,"minimum":0,"maximum":32,"default":32,"example":24,"description":"Prefix length that turns ipv4 into a network."},
    {"name":"jarm_hash","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"27d40d40d00040d00042d43d000000d2e61cae37a985f75ecafb81b33ca523","description":"JARM fingerprint, 62 hexadecimal digits."},
    {"name":"window","in":"query","type":"integer","required":false,"minimum":1,"maximum":36500,"default":180,"example":180,"description":"Days back from today that the observation (scan date, for JARM last_seen) may lie."},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"Largest number of results."},
    {"name":"skip","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"default":0,"example":0,"description":"Results to skip before the first one returned. Decision: at most 1000000."},
  ],
  scanOpenDirectories: [
    {"name":"ipv4","in":"query","type":"string","required":false,"maxLength":255,"example":"203.0.113.10","description":"IPv4 address, or with netmask a network"},
    {"name":"netmask","in":"query","type":"integer","required":false,"minimum":0,"maximum":32,"default":32,"example":24,"description":"Prefix length that turns ipv4 into a network."},
    {"name":"filename","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"*.zip","description":"File name; wildcards `*` allowed, letter case counts. Decision: a pattern with a slash is compared with the whole path as listed, any other with its last part: `loader.exe` finds tools/loader.exe."},
    {"name":"filename_regex","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"^invoice-[0-9]+\\.zip$","description":"RE2 expression on the file name; one with a slash is matched against the whole path as listed, any other against its last part."},
    {"name":"window","in":"query","type":"integer","required":false,"minimum":1,"maximum":36500,"default":180,"example":180,"description":"Days back from today that the observation (scan date, for JARM last_seen) may lie."},
    {"name":"result_mode","in":"query","type":"string","required":false,"enum":["file","full"],"default":"file","example":"file","description":"`file` returns only the matching files, on one address or several; `full` the whole listings in the window of every address where one was found."},
  ],
  ipv4RiskScoreBulk: [
    {"name":"ips","in":"body","type":"array","required":true,"ownErrors":true,"minItems":1,"maxItems":100,"items":{"type":"string","maxLength":1000},"example":["203.0.113.10","198.51.100.7"],"description":"Addresses, at most 100"},
  ],
  ipv4InfoBulk: [
    {"name":"ips","in":"body","type":"array","required":true,"ownErrors":true,"minItems":1,"maxItems":100,"items":{"type":"string","maxLength":1000},"example":["203.0.113.10","198.51.100.7"],"description":"Addresses, at most 100"},
  ],
  ipv4HistoryBulk: [
    {"name":"ips","in":"body","type":"array","required":true,"ownErrors":true,"minItems":1,"maxItems":100,"items":{"type":"string","maxLength":1000},"example":["203.0.113.10"],"description":"Addresses, at most 100"},
    {"name":"dates","in":"body","type":"array","required":true,"ownErrors":true,"minItems":1,"maxItems":100,"items":{"type":"integer","minimum":19700101,"maximum":29991231},"example":[20260601],"description":"Days yyyymmdd, at most 100"},
  ],
  asnSubnetsBulk: [
    {"name":"asns","in":"body","type":"array","required":true,"ownErrors":true,"minItems":1,"maxItems":100,"items":{"type":"integer","minimum":0,"maximum":4294967295},"example":[64500,64501],"description":"AS numbers, at most 100"},
  ],
  asnSubnetsHistoryBulk: [
    {"name":"asns","in":"body","type":"array","required":true,"ownErrors":true,"minItems":1,"maxItems":100,"items":{"type":"integer","minimum":0,"maximum":4294967295},"example":[64500],"description":"AS numbers, at most 100"},
    {"name":"dates","in":"body","type":"array","required":true,"ownErrors":true,"minItems":1,"maxItems":100,"items":{"type":"integer","minimum":19700101,"maximum":29991231},"example":[20260601],"description":"Days yyyymmdd, at most 100"},
  ],
  ipv4History: [
    {"name":"ipv4","in":"path","type":"string","required":true,"maxLength":255,"example":"203.0.113.10","description":"IPv4 address in dotted form"},
    {"name":"window","in":"query","type":"integer","required":false,"minimum":1,"maximum":36500,"default":90,"example":90,"description":"Days back from today."},
    {"name":"date","in":"query","type":"string","required":false,"format":"date","example":"2026-06-01","description":"ASN and subnet on this day; overrides window."},
  ],
  ipv6Info: [
    {"name":"ipv6","in":"path","type":"string","required":true,"maxLength":255,"example":"2001:db8:20::10","description":"IPv6 address in any valid spelling"},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
    {"name":"sparse","in":"query","type":"string","required":false,"enum":["asn","asname","sp_risk_score"],"example":"asn","description":"Only this element and `ip`; unset returns the whole record."},
  ],
  ipv6RiskScore: [
    {"name":"ipv6","in":"path","type":"string","required":true,"maxLength":255,"example":"2001:db8:20::10","description":"IPv6 address in any valid spelling"},
  ],
  ipv6RiskScoreBulk: [
    {"name":"ips","in":"body","type":"array","required":true,"ownErrors":true,"minItems":1,"maxItems":100,"items":{"type":"string","maxLength":1000},"example":["2001:db8:20::10"],"description":"Addresses, at most 100"},
  ],
  ipv6InfoBulk: [
    {"name":"ips","in":"body","type":"array","required":true,"ownErrors":true,"minItems":1,"maxItems":100,"items":{"type":"string","maxLength":1000},"example":["2001:db8:20::10"],"description":"Addresses, at most 100"},
  ],
  domainInfo: [
    {"name":"domain","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"login-acme.example","description":"Domain or host name; IDN as A-label"},
  ],
  domainRiskScore: [
    {"name":"domain","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"login-acme.example","description":"Domain or host name; IDN as A-label"},
  ],
  domainRiskScoreBulk: [
    {"name":"domains","in":"body","type":"array","required":true,"ownErrors":true,"minItems":1,"maxItems":100,"items":{"type":"string","maxLength":1000},"example":["login-acme.example","acme.example"],"description":"Domain names, at most 100"},
  ],
  domainInfoBulk: [
    {"name":"domains","in":"body","type":"array","required":true,"ownErrors":true,"minItems":1,"maxItems":100,"items":{"type":"string","maxLength":1000},"example":["login-acme.example","acme.example"],"description":"Domain names, at most 100"},
  ],
  domainInfratag: [
    {"name":"domain","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"login-acme.example","description":"Domain or host name; IDN as A-label"},
    {"name":"mode","in":"query","type":"string","required":false,"enum":["live","padns"],"example":"padns","description":"`live` (unless given) looks DNS up now; `padns` uses collected passive DNS. Decision: where the service makes no outbound traffic, `padns` unless given; the answer names the mode."},
    {"name":"match","in":"query","type":"string","required":false,"enum":["self","full"],"default":"self","example":"self","description":"`self` tags self-hosted name servers and mail exchangers as \"self\", `full` with the domain name."},
    {"name":"as_of","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"2026-06-01","description":"Build the tag from passive DNS records valid at this time (T without unit suffix); sets mode to padns."},
  ],
  domainInfratagBulk: [
    {"name":"mode","in":"query","type":"string","required":false,"enum":["live","padns"],"example":"padns","description":"`live` (unless given) looks DNS up now; `padns` uses collected passive DNS. Decision: where the service makes no outbound traffic, `padns` unless given; the answer names the mode."},
    {"name":"match","in":"query","type":"string","required":false,"enum":["self","full"],"example":"self","description":"`self` (unless given) tags self-hosted servers as \"self\", `full` with the domain name."},
    {"name":"as_of","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"2026-06-01","description":"Build the tag from passive DNS records valid at this time (T without unit suffix); sets mode to padns."},
    {"name":"clusters","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"example":1,"description":"1 also builds clusters of domains by similarity of their tags; 0 unless given."},
    {"name":"domains","in":"body","type":"array","required":true,"ownErrors":true,"minItems":1,"maxItems":100,"items":{"type":"string","maxLength":1000},"example":["login-acme.example","acme.example"],"description":"Domain names, at most 100"},
    {"name":"mode","in":"body","type":"string","required":false,"enum":["live","padns"],"description":"live (unless given) or padns"},
    {"name":"match","in":"body","type":"string","required":false,"enum":["self","full"],"description":"self (unless given) or full"},
    {"name":"as_of","in":"body","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"2026-06-01","description":"A date `yyyy-mm-dd`; an epoch number in seconds; a negative integer, that many seconds ago; or a negative integer with suffix h, d, w or m, that many hours, days, weeks or months ago."},
    {"name":"clusters","in":"body","type":"integer","required":false,"flag":true,"enum":[0,1],"description":"0 or 1; 0 unless given"},
  ],
  domainNsChanges: [
    {"name":"domain","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"login-acme.example","description":"Domain or host name; IDN as A-label"},
    {"name":"summary","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 returns the summary only."},
  ],
  domainNsChangesSummary: [
    {"name":"domain","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"login-acme.example","description":"Domain or host name; IDN as A-label"},
  ],
  nsTransfers: [
    {"name":"from_ns","in":"query","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"*.acme.example","description":"Previous name server; wildcards `*` allowed; `self` means name servers inside the domain."},
    {"name":"to_ns","in":"query","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"*.bulletproof.example","description":"New name server; wildcards `*` allowed; `self` means name servers inside the domain."},
    {"name":"domain_regex","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"^login-.*$","description":"RE2 expression on the domain."},
    {"name":"days","in":"query","type":"integer","required":false,"minimum":1,"maximum":36500,"default":30,"example":30,"description":"Window in days for change_date_after and whois_date_after when those are not set."},
    {"name":"change_date_after","in":"query","type":"string","required":false,"format":"date","example":"2026-06-01","description":"Changes on or after this day; the last `days` days if unset."},
    {"name":"change_date_before","in":"query","type":"string","required":false,"format":"date","example":"2026-07-01","description":"Changes on or before this day."},
    {"name":"nschanges_only","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 ignores whois data unless whois options are set: domains of any age are found."},
    {"name":"whois_date_after","in":"query","type":"string","required":false,"format":"date","example":"2026-05-01","description":"Domains registered on or after this day; if unset the last `days` days, unless nschanges_only is 1. Given, it limits the search to domains with whois data."},
    {"name":"whois_date_before","in":"query","type":"string","required":false,"format":"date","example":"2026-07-01","description":"Domains registered on or before this day. Limits the search to domains with whois data."},
    {"name":"registrar","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"Example Registrar","description":"Part of the registrar name, in any letter case. Limits the search to domains with whois data."},
    {"name":"email","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"owner@mail.example","description":"Registrant address, exact. Limits the search to domains with whois data."},
    {"name":"order","in":"query","type":"string","required":false,"enum":["asc","desc"],"default":"desc","example":"desc","description":"Order of the change dates."},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":10000,"default":100,"example":100,"description":"Largest number of results. Decision: at most 10000."},
    {"name":"skip","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"default":0,"example":0,"description":"Results to skip before the first one returned. Decision: at most 1000000."},
  ],
  domainWhois: [
    {"name":"domain","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"login-acme.example","description":"Domain or host name; IDN as A-label"},
  ],
  domainWhoisLive: [
    {"name":"domain","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"login-acme.example","description":"Domain or host name; IDN as A-label"},
  ],
  domainCertificates: [
    {"name":"domain","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"*.acme.example","description":"Domain or host name; wildcards `*` allowed; `_` when domain_regex decides."},
    {"name":"domain_regex","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"^login-.*$","description":"RE2 expression on the names of certificates, in which a wildcard name begins with `*.`; overrides the path."},
    {"name":"cert_issuer","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"Example+CA*","description":"Issuer: its common name or organization, ignoring case; wildcards `*` allowed; `+` means a space."},
    {"name":"date_min","in":"query","type":"string","required":false,"format":"date","example":"2026-01-01","description":"Issued on or after this day."},
    {"name":"date_max","in":"query","type":"string","required":false,"format":"date","example":"2026-06-30","description":"Issued on or before this day."},
    {"name":"limit_by_n","in":"query","type":"integer","required":false,"minimum":1,"maximum":10000,"example":5,"description":"At most this many certificates of each registrable domain, the latest issued. Decision: the interface uses the parameter without describing it."},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":10000,"default":100,"example":100,"description":"Largest number of results. Decision: at most 10000."},
    {"name":"skip","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"default":0,"example":0,"description":"Results to skip before the first one returned. Decision: at most 1000000."},
    {"name":"prefer","in":"query","type":"string","required":false,"enum":["result","job_id"],"default":"result","example":"result","description":"`result` answers with results if they are ready before max_wait, else with a job; `job_id` answers with a job at once."},
    {"name":"max_wait","in":"query","type":"integer","required":false,"minimum":0,"maximum":25,"default":25,"example":25,"description":"Seconds to wait for results before a job is answered."},
    {"name":"with_metadata","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `metadata` object"},
  ],
  domainSiblings: [
    {"name":"domain","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"login-acme.example","description":"Domain or host name; IDN as A-label"},
  ],
  domainCousins: [
    {"name":"domain","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"login-acme.example","description":"Domain or host name; IDN as A-label"},
  ],
  takedownReputationRank: [
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"Largest number of entries. Decision: 100 unless given, at most 1000."},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
  ],
  takedownReputation: [
    {"name":"asn","in":"path","type":"integer","required":true,"minimum":0,"maximum":4294967295,"example":64500,"description":"AS number without prefix"},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
  ],
  takedownReputationHistory: [
    {"name":"asn","in":"path","type":"integer","required":true,"minimum":0,"maximum":4294967295,"example":64500,"description":"AS number without prefix"},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"Largest number of entries. Decision: 100 unless given, at most 1000."},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
  ],
  nsReputationRank: [
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"Largest number of entries. Decision: 100 unless given, at most 1000."},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
  ],
  nsReputation: [
    {"name":"nameserver","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"ns1.bulletproof.example","description":"Host name of a name server"},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
  ],
  nsReputationHistory: [
    {"name":"nameserver","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"ns1.bulletproof.example","description":"Host name of a name server"},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"Largest number of entries. Decision: 100 unless given, at most 1000."},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
  ],
  nameServersListed: [
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"Largest number of entries. Decision: 100 unless given, at most 1000."},
  ],
  asnReputationRank: [
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"Largest number of entries. Decision: 100 unless given, at most 1000."},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
  ],
  asnReputation: [
    {"name":"asn","in":"path","type":"integer","required":true,"minimum":0,"maximum":4294967295,"example":64500,"description":"AS number without prefix"},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
  ],
  asnReputationHistory: [
    {"name":"asn","in":"path","type":"integer","required":true,"minimum":0,"maximum":4294967295,"example":64500,"description":"AS number without prefix"},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"Largest number of entries. Decision: 100 unless given, at most 1000."},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
  ],
  subnetReputationRank: [
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"Largest number of entries. Decision: 100 unless given, at most 1000."},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
  ],
  subnetReputation: [
    {"name":"subnet","in":"path","type":"string","required":true,"maxLength":255,"example":"203.0.113.0","description":"IPv4 network address; host bits are masked off"},
    {"name":"mask","in":"path","type":"integer","required":true,"minimum":0,"maximum":32,"example":24,"description":"Prefix length of the subnet"},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
  ],
  subnetReputationHistory: [
    {"name":"subnet","in":"path","type":"string","required":true,"maxLength":255,"example":"203.0.113.0","description":"IPv4 network address; host bits are masked off"},
    {"name":"mask","in":"path","type":"integer","required":true,"minimum":0,"maximum":32,"example":24,"description":"Prefix length of the subnet"},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"Largest number of entries. Decision: 100 unless given, at most 1000."},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
  ],
  ipv4Reputation: [
    {"name":"ipv4","in":"path","type":"string","required":true,"maxLength":255,"example":"203.0.113.10","description":"IPv4 address in dotted form"},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
  ],
  ipv4ReputationHistory: [
    {"name":"ipv4","in":"path","type":"string","required":true,"maxLength":255,"example":"203.0.113.10","description":"IPv4 address in dotted form"},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"Largest number of entries. Decision: 100 unless given, at most 1000."},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
  ],
  ipv4ReputationRank: [
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"Largest number of entries. Decision: 100 unless given, at most 1000."},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
  ],
  padnsForward: [
    {"name":"qtype","in":"path","type":"string","required":true,"caseInsensitive":true,"enum":["a","aaaa","cname","mx","ns","ptr4","ptr6","any","anyipv4","anyipv6","soa","txt","srv","svcb","https","caa","ds"],"example":"a","description":"Record type, in any letter case."},
    {"name":"qname","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"*.acme.example","description":"Name (wildcards `*` allowed), IPv4 or IPv6 address; `_` when regex decides."},
    {"name":"netmask","in":"query","type":"integer","required":false,"minimum":0,"maximum":128,"example":24,"description":"Prefix length applied to the address of the lookup, 0 to 32 for IPv4 and 0 to 128 for IPv6; 32 and 128 unless given."},
    {"name":"subdomains","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"For a and aaaa: 0 excludes, 1 includes subdomains."},
    {"name":"regex","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"^login-[a-z]+\\.example$","description":"RE2 expression (no back-references, no look-around); overrides qname, which may then be `_`. Fastest with `^` and `$`."},
    {"name":"match","in":"query","type":"string","required":false,"enum":["strict","self"],"default":"strict","example":"strict","description":"`strict` returns all matches; `self` (mx, ns) only records whose server is in the same registrable domain as the name of the record."},
    {"name":"first_seen_after","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"-30d","description":"first_seen on or after this time (T)"},
    {"name":"first_seen_before","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"2026-06-01","description":"first_seen on or before this time (T)"},
    {"name":"last_seen_after","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"-7d","description":"last_seen on or after this time (T)"},
    {"name":"last_seen_before","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"-2592000","description":"last_seen on or before this time (T)"},
    {"name":"as_of","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"2026-06-01","description":"Only records whose first_seen <= time <= last_seen (T). Decision: a bare date means some moment of that day."},
    {"name":"sort","in":"query","type":"array","required":false,"separator":";","maxItems":8,"items":{"type":"string","minLength":1,"maxLength":64},"example":["last_seen/desc","query/asc"],"description":"`<column>/<order>`, repeatable for nested sorting. Columns: last_seen (last, time_last), first_seen (first, time_first), query (rrname), answer (rdata). Orders: asc (+, up), desc (-, down). Unset sorts by last_seen descending."},
    {"name":"output_format","in":"query","type":"string","required":false,"enum":["padns","cof"],"default":"padns","example":"padns","description":"`padns` is the own format; `cof` the passive DNS common output format (no hashes, no ttl; PTR records as type PTR under their in-addr.arpa or ip6.arpa name)."},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":10000,"default":100,"example":100,"description":"Largest number of results. Decision: at most 10000."},
    {"name":"skip","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"default":0,"example":0,"description":"Results to skip before the first one returned. Decision: at most 1000000."},
    {"name":"prefer","in":"query","type":"string","required":false,"enum":["result","job_id"],"default":"result","example":"result","description":"`result` answers with results if they are ready before max_wait, else with a job; `job_id` answers with a job at once."},
    {"name":"max_wait","in":"query","type":"integer","required":false,"minimum":0,"maximum":25,"default":25,"example":25,"description":"Seconds to wait for results before a job is answered."},
    {"name":"with_metadata","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `metadata` object"},
  ],
  padnsReverse: [
    {"name":"qtype","in":"path","type":"string","required":true,"caseInsensitive":true,"enum":["a","aaaa","cname","mx","ns","ptr4","ptr6","soa","txt","mxhash","nshash","soahash","txthash","srv","svcb","https","caa","ds"],"example":"ns","description":"Record type or kind of hash, in any letter case."},
    {"name":"qname","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"ns1.bulletproof.example","description":"Name (wildcards `*` allowed), address or hash to find among the answers; for txt, soa, caa and ds matched anywhere inside the value; `_` when regex decides."},
    {"name":"netmask","in":"query","type":"integer","required":false,"minimum":0,"maximum":128,"example":24,"description":"Prefix length applied to the address of the lookup, 0 to 32 for IPv4 and 0 to 128 for IPv6; 32 and 128 unless given."},
    {"name":"subdomains","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":1,"example":1,"description":"For a and aaaa: 0 keeps only records of registrable domains themselves, 1 includes those of subdomains. 1 unless given."},
    {"name":"regex","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"^login-[a-z]+\\.example$","description":"RE2 expression (no back-references, no look-around); overrides qname, which may then be `_`. Fastest with `^` and `$`."},
    {"name":"first_seen_after","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"-30d","description":"first_seen on or after this time (T)"},
    {"name":"first_seen_before","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"2026-06-01","description":"first_seen on or before this time (T)"},
    {"name":"last_seen_after","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"-7d","description":"last_seen on or after this time (T)"},
    {"name":"last_seen_before","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"-2592000","description":"last_seen on or before this time (T)"},
    {"name":"as_of","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"2026-06-01","description":"Only records whose first_seen <= time <= last_seen (T). Decision: a bare date means some moment of that day."},
    {"name":"sort","in":"query","type":"array","required":false,"separator":";","maxItems":8,"items":{"type":"string","minLength":1,"maxLength":64},"example":["last_seen/desc","query/asc"],"description":"`<column>/<order>`, repeatable for nested sorting. Columns: last_seen (last, time_last), first_seen (first, time_first), query (rrname), answer (rdata). Orders: asc (+, up), desc (-, down). Unset sorts by last_seen descending."},
    {"name":"output_format","in":"query","type":"string","required":false,"enum":["padns","cof"],"default":"padns","example":"padns","description":"`padns` is the own format; `cof` the passive DNS common output format (no hashes, no ttl; PTR records as type PTR under their in-addr.arpa or ip6.arpa name)."},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":10000,"default":100,"example":100,"description":"Largest number of results. Decision: at most 10000."},
    {"name":"skip","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"default":0,"example":0,"description":"Results to skip before the first one returned. Decision: at most 1000000."},
    {"name":"prefer","in":"query","type":"string","required":false,"enum":["result","job_id"],"default":"result","example":"result","description":"`result` answers with results if they are ready before max_wait, else with a job; `job_id` answers with a job at once."},
    {"name":"max_wait","in":"query","type":"integer","required":false,"minimum":0,"maximum":25,"default":25,"example":25,"description":"Seconds to wait for results before a job is answered."},
    {"name":"with_metadata","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `metadata` object"},
  ],
  padnsBoth: [
    {"name":"qtype","in":"path","type":"string","required":true,"caseInsensitive":true,"enum":["a","aaaa","cname","mx","ns","ptr4","ptr6"],"example":"a","description":"Record type, in any letter case."},
    {"name":"qname","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"*.acme.example","description":"Name (wildcards `*` allowed), IPv4 or IPv6 address; `_` when regex decides."},
    {"name":"qanswer","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"203.0.113.10","description":"Name (wildcards `*` allowed where the operation supports them), IPv4 or IPv6 address."},
    {"name":"regex","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"^login-[a-z]+\\.example$","description":"RE2 expression (no back-references, no look-around); overrides qname, which may then be `_`. Fastest with `^` and `$`."},
    {"name":"match","in":"query","type":"string","required":false,"enum":["eq","neq","noteq"],"default":"eq","example":"eq","description":"`eq`: the answer must match qanswer; `neq` (also written `noteq`): it must not."},
    {"name":"name","in":"query","type":"array","required":false,"separator":";","maxItems":5,"items":{"type":"string","minLength":1,"maxLength":1000},"example":["*.bulletproof.example"],"description":"Alternative to qanswer, repeatable, at most 5; wildcards `*` allowed. For a and aaaa an address or a pattern of one."},
    {"name":"netmask","in":"query","type":"integer","required":false,"minimum":0,"maximum":128,"example":24,"description":"Prefix length applied to the address of the lookup, 0 to 32 for IPv4 and 0 to 128 for IPv6; 32 and 128 unless given."},
    {"name":"net","in":"query","type":"string","required":false,"enum":["in","notin"],"default":"in","example":"in","description":"Answers inside or outside the networks given by qanswer with netmask and by network."},
    {"name":"network","in":"query","type":"array","required":false,"separator":";","maxItems":5,"items":{"type":"string","maxLength":255},"example":["198.51.100.0/24"],"description":"Additional network `address/length` of the version of qtype, repeatable, at most 5; host bits are masked off."},
    {"name":"asnum","in":"query","type":"array","required":false,"separator":";","maxItems":100,"items":{"type":"integer","minimum":0,"maximum":4294967295},"example":[64500],"description":"AS number, repeatable. Decision: at most 100."},
    {"name":"asn","in":"query","type":"string","required":false,"enum":["in","notin"],"default":"in","example":"in","description":"Addresses inside or outside the ASNs that asnum and the asname parameters choose together (each adds to the choice)."},
    {"name":"asname","in":"query","type":"array","required":false,"separator":";","maxItems":100,"items":{"type":"string","minLength":1,"maxLength":200},"example":["EXAMPLE"],"description":"AS names that begin with the value, repeatable"},
    {"name":"asname_starts_with","in":"query","type":"array","required":false,"separator":";","maxItems":100,"items":{"type":"string","minLength":1,"maxLength":200},"example":["EXAMPLE"],"description":"AS names that begin with the value, repeatable"},
    {"name":"asname_contains","in":"query","type":"array","required":false,"separator":";","maxItems":100,"items":{"type":"string","minLength":1,"maxLength":200},"example":["HOSTING"],"description":"AS names that contain the value, repeatable"},
    {"name":"first_seen_after","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"-30d","description":"first_seen on or after this time (T)"},
    {"name":"first_seen_before","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"2026-06-01","description":"first_seen on or before this time (T)"},
    {"name":"last_seen_after","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"-7d","description":"last_seen on or after this time (T)"},
    {"name":"last_seen_before","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"-2592000","description":"last_seen on or before this time (T)"},
    {"name":"as_of","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"2026-06-01","description":"Only records whose first_seen <= time <= last_seen (T). Decision: a bare date means some moment of that day."},
    {"name":"sort","in":"query","type":"array","required":false,"separator":";","maxItems":8,"items":{"type":"string","minLength":1,"maxLength":64},"example":["last_seen/desc","query/asc"],"description":"`<column>/<order>`, repeatable for nested sorting. Columns: last_seen (last, time_last), first_seen (first, time_first), query (rrname), answer (rdata). Orders: asc (+, up), desc (-, down). Unset sorts by last_seen descending."},
    {"name":"output_format","in":"query","type":"string","required":false,"enum":["padns","cof"],"default":"padns","example":"padns","description":"`padns` is the own format; `cof` the passive DNS common output format (no hashes, no ttl; PTR records as type PTR under their in-addr.arpa or ip6.arpa name)."},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":10000,"default":100,"example":100,"description":"Largest number of results. Decision: at most 10000."},
    {"name":"skip","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"default":0,"example":0,"description":"Results to skip before the first one returned. Decision: at most 1000000."},
    {"name":"prefer","in":"query","type":"string","required":false,"enum":["result","job_id"],"default":"result","example":"result","description":"`result` answers with results if they are ready before max_wait, else with a job; `job_id` answers with a job at once."},
    {"name":"max_wait","in":"query","type":"integer","required":false,"minimum":0,"maximum":25,"default":25,"example":25,"description":"Seconds to wait for results before a job is answered."},
    {"name":"with_metadata","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `metadata` object"},
  ],
  padnsUnsanctioned: [
    {"name":"qtype","in":"path","type":"string","required":true,"caseInsensitive":true,"enum":["a","aaaa"],"example":"a","description":"Record type, in any letter case."},
    {"name":"qname","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"*acme*","description":"Name with wildcards `*`; `_` when regex is given."},
    {"name":"qanswer","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"198.51.100.0","description":"Address, with netmask a subnet; `_` when no address is to match."},
    {"name":"regex","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"^login-[a-z]+\\.example$","description":"RE2 expression (no back-references, no look-around); overrides qname, which may then be `_`. Fastest with `^` and `$`."},
    {"name":"nsname","in":"query","type":"array","required":false,"separator":";","maxItems":5,"items":{"type":"string","minLength":1,"maxLength":1000},"example":["ns*.acme.example"],"description":"Name server, repeatable, at most 5; wildcards `*` allowed. A domain is on them when it has any of them."},
    {"name":"match","in":"query","type":"string","required":false,"enum":["eq","neq"],"default":"neq","example":"neq","description":"`eq`: domains on those name servers; `neq`: domains not on them."},
    {"name":"netmask","in":"query","type":"integer","required":false,"minimum":0,"maximum":128,"example":24,"description":"Prefix length applied to the address of the lookup, 0 to 32 for IPv4 and 0 to 128 for IPv6; 32 and 128 unless given."},
    {"name":"net","in":"query","type":"string","required":false,"enum":["in","notin"],"default":"notin","example":"notin","description":"Answers inside or outside the networks given by qanswer with netmask and by network."},
    {"name":"network","in":"query","type":"array","required":false,"separator":";","maxItems":5,"items":{"type":"string","maxLength":255},"example":["198.51.100.0/24"],"description":"Additional network `address/length` of the version of qtype, repeatable, at most 5; host bits are masked off."},
    {"name":"asnum","in":"query","type":"array","required":false,"separator":";","maxItems":100,"items":{"type":"integer","minimum":0,"maximum":4294967295},"example":[64500],"description":"AS number, repeatable. Decision: at most 100."},
    {"name":"asn","in":"query","type":"string","required":false,"enum":["in","notin"],"default":"notin","example":"notin","description":"Addresses inside or outside the ASNs that asnum and the asname parameters choose together (each adds to the choice)."},
    {"name":"asname","in":"query","type":"array","required":false,"separator":";","maxItems":100,"items":{"type":"string","minLength":1,"maxLength":200},"example":["EXAMPLE"],"description":"AS names that begin with the value, repeatable"},
    {"name":"asname_starts_with","in":"query","type":"array","required":false,"separator":";","maxItems":100,"items":{"type":"string","minLength":1,"maxLength":200},"example":["EXAMPLE"],"description":"AS names that begin with the value, repeatable"},
    {"name":"asname_contains","in":"query","type":"array","required":false,"separator":";","maxItems":100,"items":{"type":"string","minLength":1,"maxLength":200},"example":["HOSTING"],"description":"AS names that contain the value, repeatable"},
    {"name":"reduce","in":"query","type":"string","required":false,"enum":["full","host"],"default":"full","example":"full","description":"`full`: times of each name-to-address observation; `host`: times of each name."},
    {"name":"first_seen_after","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"default":"-2592000","example":"-2592000","description":"first_seen on or after this time (T); 30 days back unless given. Decision: this default does not apply when as_of, first_seen_before or last_seen_before is earlier than that."},
    {"name":"first_seen_before","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"2026-06-01","description":"first_seen on or before this time (T)"},
    {"name":"last_seen_after","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"-7d","description":"last_seen on or after this time (T)"},
    {"name":"last_seen_before","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"-2592000","description":"last_seen on or before this time (T)"},
    {"name":"as_of","in":"query","type":"string","required":false,"time":true,"minLength":1,"maxLength":32,"example":"2026-06-01","description":"Only records whose first_seen <= time <= last_seen (T). Decision: a bare date means some moment of that day."},
    {"name":"sort","in":"query","type":"array","required":false,"separator":";","maxItems":8,"items":{"type":"string","minLength":1,"maxLength":64},"example":["last_seen/desc","query/asc"],"description":"`<column>/<order>`, repeatable for nested sorting. Columns: last_seen (last, time_last), first_seen (first, time_first), query (rrname), answer (rdata). Orders: asc (+, up), desc (-, down). Unset sorts by last_seen descending."},
    {"name":"output_format","in":"query","type":"string","required":false,"enum":["padns","cof"],"default":"padns","example":"padns","description":"`padns` is the own format; `cof` the passive DNS common output format (no hashes, no ttl; PTR records as type PTR under their in-addr.arpa or ip6.arpa name)."},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":10000,"default":100,"example":100,"description":"Largest number of results. Decision: at most 10000."},
    {"name":"skip","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"default":0,"example":0,"description":"Results to skip before the first one returned. Decision: at most 1000000."},
    {"name":"prefer","in":"query","type":"string","required":false,"enum":["result","job_id"],"default":"result","example":"result","description":"`result` answers with results if they are ready before max_wait, else with a job; `job_id` answers with a job at once."},
    {"name":"max_wait","in":"query","type":"integer","required":false,"minimum":0,"maximum":25,"default":25,"example":25,"description":"Seconds to wait for results before a job is answered."},
    {"name":"with_metadata","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `metadata` object"},
  ],
  padnsTranslate: [
    {"name":"qtype","in":"path","type":"string","required":true,"caseInsensitive":true,"enum":["nshash","mxhash"],"example":"nshash","description":"Kind of hash, in any letter case."},
    {"name":"query","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"8f14e45fceea167a5a36dedd4bea2543","description":"Hash, 32 hexadecimal digits."},
  ],
  padnsDensity: [
    {"name":"qtype","in":"path","type":"string","required":true,"caseInsensitive":true,"enum":["nssrv","mxsrv","nshash","mxhash","ipv4","ipv6","asn"],"example":"nssrv","description":"Kind of subject, in any letter case."},
    {"name":"query","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"ns1.bulletproof.example","description":"Server name, hash, address or AS number."},
    {"name":"scope","in":"query","type":"string","required":false,"enum":["ip","subnet","subnet_ips","asn","asn_subnets","host","domain","subdomain"],"example":"host","description":"For ipv4: ip (unless given), subnet, subnet_ips, asn, asn_subnets. For asn: asn (unless given), asn_subnets. For nssrv and mxsrv: host (unless given), domain (every host of the registrable domain), subdomain (every host with the same name above it). nshash, mxhash and ipv6 take none but ip for ipv6."},
  ],
  padnsIpDiversity: [
    {"name":"qtype","in":"path","type":"string","required":true,"caseInsensitive":true,"enum":["a","aaaa"],"example":"a","description":"Record type, in any letter case."},
    {"name":"query","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"login-acme.example","description":"Name of the A or AAAA record."},
    {"name":"window","in":"query","type":"integer","required":false,"minimum":1,"maximum":36500,"default":30,"example":30,"description":"Days back from today within which last_seen lies."},
    {"name":"asn","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":1,"example":1,"description":"1 includes ASN diversity; 1 unless given."},
    {"name":"timeline","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 includes the timeline of addresses."},
    {"name":"verbose","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 returns addresses, dates and timeline."},
    {"name":"scope","in":"query","type":"string","required":false,"enum":["host","domain","subdomain","live"],"example":"host","description":"host (exact, unless given); domain: every host of the registrable domain; subdomain: every host with the same name above it; live: calculated from live data, exact match only; set automatically for aaaa and with timeline=1 or verbose=1."},
  ],
  padnsIpDiversitySearch: [
    {"name":"nsname","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"*.bulletproof.example","description":"Name server, wildcard pattern or `self` (a server inside the domain); seen within the window."},
    {"name":"domain","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"*.example","description":"Host, or wildcard pattern of hosts: `example.com` is that host alone, `*.example.com` every one below it."},
    {"name":"domain_regex","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"^login-.*$","description":"RE2 expression on the host; overrides domain."},
    {"name":"mxname","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"self","description":"Mail exchanger, wildcard pattern or `self` (one inside the domain); seen within the window."},
    {"name":"asn_diversity","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"example":3,"description":"Exactly this number of different ASNs."},
    {"name":"asn_diversity_min","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"example":2,"description":"At least this number of different ASNs."},
    {"name":"asn_diversity_max","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"example":10,"description":"At most this number of different ASNs."},
    {"name":"ip_diversity_all","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"example":3,"description":"Exactly this number of different addresses."},
    {"name":"ip_diversity_all_min","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"example":2,"description":"At least this number of different addresses."},
    {"name":"ip_diversity_all_max","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"example":10,"description":"At most this number of different addresses."},
    {"name":"ip_diversity_groups","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"example":3,"description":"Exactly this number of different address groups."},
    {"name":"ip_diversity_groups_min","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"example":2,"description":"At least this number of different address groups."},
    {"name":"ip_diversity_groups_max","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"example":10,"description":"At most this number of different address groups."},
    {"name":"first_seen_min","in":"query","type":"string","required":false,"format":"date","example":"2026-06-01","description":"Domains whose A records were first seen on or after this day."},
    {"name":"first_seen_min_mode","in":"query","type":"string","required":false,"enum":["strict","any"],"default":"strict","example":"strict","description":"`strict`: all A records of the host, however old, meet first_seen_min; `any`: at least one does."},
    {"name":"first_seen_max","in":"query","type":"string","required":false,"format":"date","example":"2026-06-01","description":"Domains whose A records were first seen on or before this day."},
    {"name":"first_seen_max_mode","in":"query","type":"string","required":false,"enum":["strict","any"],"default":"strict","example":"strict","description":"`strict`: all A records of the host, however old, meet first_seen_max; `any`: at least one does."},
    {"name":"last_seen_min","in":"query","type":"string","required":false,"format":"date","example":"2026-06-01","description":"Domains whose A records were last seen on or after this day."},
    {"name":"last_seen_min_mode","in":"query","type":"string","required":false,"enum":["strict","any"],"default":"strict","example":"strict","description":"`strict`: all A records of the host, however old, meet last_seen_min; `any`: at least one does."},
    {"name":"last_seen_max","in":"query","type":"string","required":false,"format":"date","example":"2026-06-01","description":"Domains whose A records were last seen on or before this day."},
    {"name":"last_seen_max_mode","in":"query","type":"string","required":false,"enum":["strict","any"],"default":"strict","example":"strict","description":"`strict`: all A records of the host, however old, meet last_seen_max; `any`: at least one does."},
    {"name":"asnum","in":"query","type":"array","required":false,"separator":";","maxItems":100,"items":{"type":"integer","minimum":0,"maximum":4294967295},"example":[64500],"description":"AS number, repeatable. Decision: at most 100."},
    {"name":"asn","in":"query","type":"string","required":false,"enum":["in","notin"],"default":"in","example":"in","description":"`in`: hosts that use the ASNs selected by asnum and the asname parameters according to asn_match; `notin`: all other hosts."},
    {"name":"asname","in":"query","type":"array","required":false,"separator":";","maxItems":100,"items":{"type":"string","minLength":1,"maxLength":200},"example":["EXAMPLE"],"description":"AS names that begin with the value, repeatable"},
    {"name":"asname_starts_with","in":"query","type":"array","required":false,"separator":";","maxItems":100,"items":{"type":"string","minLength":1,"maxLength":200},"example":["EXAMPLE"],"description":"AS names that begin with the value, repeatable"},
    {"name":"asname_contains","in":"query","type":"array","required":false,"separator":";","maxItems":100,"items":{"type":"string","minLength":1,"maxLength":200},"example":["HOSTING"],"description":"AS names that contain the value, repeatable"},
    {"name":"asn_match","in":"query","type":"string","required":false,"enum":["any","all","limit"],"default":"any","example":"any","description":"How many of the chosen ASNs the host must use: `any`, `all`, or between asn_match_min and asn_match_max with `limit`."},
    {"name":"asn_match_min","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"example":2,"description":"With asn_match=limit: at least this number."},
    {"name":"asn_match_max","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"example":5,"description":"With asn_match=limit: at most this number."},
    {"name":"network","in":"query","type":"array","required":false,"separator":";","maxItems":5,"items":{"type":"string","maxLength":255},"example":["198.51.100.0/24"],"description":"IPv4 network `address/length`, repeatable, at most 5: hosts with an address within the window in one of them."},
    {"name":"timeline","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 includes the timeline of addresses, of each host the newest 1000, and the newest 250000 in all; timeline_truncated marks cut timelines."},
    {"name":"registrar","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"Example Registrar","description":"Part of the registrar name in the newest whois record."},
    {"name":"email","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"owner@mail.example","description":"Registrant address in the newest whois record, exact."},
    {"name":"whois_date_after","in":"query","type":"string","required":false,"format":"date","example":"2026-05-01","description":"Domains registered on or after this day."},
    {"name":"nschange_from_ns","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"*.acme.example","description":"Domains that left this name server; wildcards `*` allowed; `self` means name servers inside the domain."},
    {"name":"nschange_to_ns","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"*.bulletproof.example","description":"Domains that moved to this name server; wildcards `*` allowed; `self` means name servers inside the domain."},
    {"name":"nschange_date_after","in":"query","type":"string","required":false,"format":"date","example":"2026-06-01","description":"That name server change on or after this day."},
    {"name":"nschange_date_before","in":"query","type":"string","required":false,"format":"date","example":"2026-07-01","description":"That name server change on or before this day."},
    {"name":"cert_date_min","in":"query","type":"string","required":false,"format":"date","example":"2026-01-01","description":"Hosts with a certificate, also one of `*.` above them, issued on or after this day."},
    {"name":"cert_date_max","in":"query","type":"string","required":false,"format":"date","example":"2026-06-30","description":"Hosts with a certificate issued on or before this day."},
    {"name":"cert_issuer","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"Example+CA*","description":"Hosts with a certificate of this issuer: its common name or organization, ignoring case; wildcards `*` allowed; `+` means a space."},
    {"name":"infratag","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"*:bulletproof.example:*:*","description":"Hosts whose infrastructure tag, as domainInfratag builds it with mode=padns and match=self, is this one; wildcards `*` allowed, letter case does not matter. Decision: a mail or name server that the pattern of four elements names, and the other conditions, must leave at most 2000 hosts."},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":10000,"default":100,"example":100,"description":"Largest number of results. Decision: at most 10000."},
    {"name":"skip","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"default":0,"example":0,"description":"Results to skip before the first one returned. Decision: at most 1000000."},
    {"name":"prefer","in":"query","type":"string","required":false,"enum":["result","job_id"],"default":"result","example":"result","description":"`result` answers with results if they are ready before max_wait, else with a job; `job_id` answers with a job at once."},
    {"name":"max_wait","in":"query","type":"integer","required":false,"minimum":0,"maximum":25,"default":25,"example":25,"description":"Seconds to wait for results before a job is answered."},
    {"name":"with_metadata","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `metadata` object"},
  ],
  job: [
    {"name":"job_id","in":"path","type":"string","required":true,"minLength":1,"maxLength":64,"example":"3f8b1c2e-6d4a-4c1b-9e57-0a1b2c3d4e5f","description":"UUID of the job. A job can be read only with the key that made it."},
    {"name":"max_wait","in":"query","type":"integer","required":false,"minimum":0,"maximum":25,"default":25,"example":25,"description":"Seconds to wait for results before the status is answered."},
    {"name":"status_only","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 always answers the status, even when results exist."},
    {"name":"force_metadata_on","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 always includes the metadata object."},
    {"name":"force_metadata_off","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 never includes the metadata object. Decision: it wins over force_metadata_on."},
  ],
  asnLookup: [
    {"name":"asname","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"EXAMPLE","description":"AS names that begin with the value."},
    {"name":"asname_starts_with","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"EXAMPLE","description":"AS names that begin with the value."},
    {"name":"asname_contains","in":"query","type":"string","required":false,"minLength":1,"maxLength":1000,"example":"HOSTING","description":"AS names that contain the value."},
    {"name":"asnum","in":"query","type":"integer","required":false,"minimum":0,"maximum":4294967295,"example":64500,"description":"AS number whose name is wanted."},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":10000,"default":10000,"example":100,"description":"Beyond the interface: largest number of records, 10000 unless given."},
    {"name":"skip","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"default":0,"example":0,"description":"Results to skip before the first one returned. Decision: at most 1000000."},
  ],
  enrichDomain: [
    {"name":"domain","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"login-acme.example","description":"Domain or host name; IDN as A-label"},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
    {"name":"scan_data","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `scan_data` object"},
  ],
  enrichIpv4: [
    {"name":"ipv4","in":"path","type":"string","required":true,"maxLength":255,"example":"203.0.113.10","description":"IPv4 address in dotted form"},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
    {"name":"scan_data","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `scan_data` object"},
  ],
  enrichIpv6: [
    {"name":"ipv6","in":"path","type":"string","required":true,"maxLength":255,"example":"2001:db8:20::10","description":"IPv6 address in any valid spelling"},
    {"name":"explain","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `*_explain` objects with the inputs of each score"},
    {"name":"scan_data","in":"query","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1 adds the `scan_data` object"},
  ],
  connections: [
    {"name":"type","in":"path","type":"string","required":true,"caseInsensitive":true,"enum":["ip","domain","nameserver"],"example":"domain","description":"Kind of the subject"},
    {"name":"subject","in":"path","type":"string","required":true,"minLength":1,"maxLength":255,"example":"example.com","description":"An IPv4 or IPv6 address, or a name"},
  ],
  campaign: [
    {"name":"type","in":"path","type":"string","required":true,"caseInsensitive":true,"enum":["ip","domain"],"example":"domain","description":"Kind of the subject"},
    {"name":"subject","in":"path","type":"string","required":true,"minLength":1,"maxLength":255,"example":"example.com","description":"An IPv4 or IPv6 address, or a name"},
  ],
  connectionMembers: [
    {"name":"with","in":"query","type":"array","required":true,"minItems":1,"maxItems":5,"items":{"type":"string","minLength":1,"maxLength":600},"example":["jarm:27d40d40d29d40d1dc42d43d00041d4689ee210389f4f6b4b5b1b93f92252d","favicon:-1507567067"],"description":"Repeatable, at most 5: an attribute, a colon and its value. Attributes of names are address, ns-set (the MD5 that the reverse lookup accepts as nshash), name-server, mx, cname, txt (the whole text), registrar, created (the day of registration), registrar-day (both, of a whois record of the first 60 days: example registrar on 2026-11-25), registrant-email, registrant-org, registrant-name, certificate-names and first-certificate (the day on which the first certificate that names it began); attributes of addresses are certificate (SHA-1 or SHA-256), jarm, favicon (mmh3), html-hash (murmur3), html-title, ja3s and ja4s."},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"At most this many names, and as many addresses."},
    {"name":"skip","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"default":0,"example":0,"description":"Leave out this many of each."},
  ],
  lookAlikes: [
    {"name":"domain","in":"path","type":"string","required":true,"minLength":1,"maxLength":255,"example":"example.com","description":"The domain that others imitate, or a host name of it"},
  ],
  similarPages: [
    {"name":"type","in":"path","type":"string","required":true,"caseInsensitive":true,"enum":["ip","domain"],"example":"domain","description":"Kind of the subject"},
    {"name":"subject","in":"path","type":"string","required":true,"minLength":1,"maxLength":255,"example":"example.com","description":"An IPv4 or IPv6 address, or a name"},
  ],
  asnListed: [
    {"name":"asn","in":"path","type":"integer","required":true,"minimum":0,"maximum":4294967295,"example":64500,"description":"AS number without prefix"},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":100,"default":20,"example":20,"description":"At most this many addresses."},
  ],
  asnListedNames: [
    {"name":"asn","in":"path","type":"integer","required":true,"minimum":0,"maximum":4294967295,"example":64500,"description":"AS number without prefix"},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":100,"default":20,"example":20,"description":"At most this many names."},
  ],
  serverDomains: [
    {"name":"nameserver","in":"path","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"ns1.bulletproof.example","description":"Host name of a name server"},
    {"name":"moves_until","in":"query","type":"string","required":false,"format":"date","example":"2026-11-20","description":"Last day of the moves; today by default."},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":100,"default":15,"example":15,"description":"At most this many domains."},
  ],
  subnetContents: [
    {"name":"subnet","in":"path","type":"string","required":true,"maxLength":255,"example":"203.0.113.0","description":"IPv4 network address; host bits are masked off"},
    {"name":"mask","in":"path","type":"integer","required":true,"minimum":0,"maximum":32,"example":24,"description":"Prefix length of the subnet"},
  ],
  hosting: [
    {"name":"domains","in":"body","type":"array","required":true,"ownErrors":true,"minItems":1,"maxItems":100,"items":{"type":"string","maxLength":1000},"example":["login-acme.example","acme.example"],"description":"Domain names, at most 100"},
  ],
  riskScores: [
    {"name":"ips","in":"body","type":"array","required":false,"ownErrors":true,"maxItems":2000,"items":{"type":"string","maxLength":1000},"example":["203.0.113.10","2001:db8:20::10"],"description":"Addresses of either version, at most 2,000"},
    {"name":"domains","in":"body","type":"array","required":false,"ownErrors":true,"maxItems":2000,"items":{"type":"string","maxLength":1000},"example":["login-acme.example"],"description":"Domain names, at most 2,000"},
  ],
  collection: [],
  news: [
    {"name":"days","in":"query","type":"integer","required":false,"minimum":1,"maximum":31,"default":7,"example":7,"description":"Number of days, the last one included."},
  ],
  findings: [
    {"name":"subject","in":"query","type":"string","required":false,"maxLength":260,"example":"harborline-login.example","description":"Only findings about this name, address, network or AS, names below it, its registered domain, and networks that hold it."},
    {"name":"detector","in":"query","type":"string","required":false,"maxLength":60,"example":"fast-flux","description":"Only findings of this detector."},
    {"name":"state","in":"query","type":"string","required":false,"enum":["current","gone","all"],"default":"current","example":"all","description":"current: found in the latest run of the detector; gone: not found any more; all: both."},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"Number of records."},
    {"name":"skip","in":"query","type":"integer","required":false,"minimum":0,"maximum":10000000,"default":0,"example":0,"description":"Number of records to skip."},
  ],
  quality: [],
  retroHunt: [
    {"name":"subject","in":"query","type":"string","required":false,"maxLength":260,"example":"198.51.100.7","description":"Only this name or address."},
    {"name":"listed_after","in":"query","type":"integer","required":false,"minimum":0,"maximum":1,"default":0,"example":1,"description":"1: only listings that began after the first DNS answer and count in scores. Otherwise also entries that were on their list before, are known benign, or are on the never-flag list of the team."},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"Number of records."},
    {"name":"skip","in":"query","type":"integer","required":false,"minimum":0,"maximum":10000000,"default":0,"example":0,"description":"Number of records to skip."},
  ],
  sources: [],
  sourcesRecommended: [],
  sourceAdd: [
    {"name":"title","in":"body","type":"string","required":true,"minLength":1,"maxLength":100,"example":"Block list of our CERT","description":"Name of the feed as records show it"},
    {"name":"url","in":"body","type":"string","required":false,"maxLength":2048,"default":"","example":"https://lists.example/block.csv","description":"An https URL; empty for a feed that is read from its drop folder only"},
    {"name":"format","in":"body","type":"string","required":true,"enum":["lines","hosts","csv","json","ndjson","misp","taxii","stix"],"example":"csv","description":"lines: one indicator a line; hosts: a hosts file; misp: a MISP feed; taxii: a TAXII 2.1 collection; stix: a STIX 2.1 bundle"},
    {"name":"category","in":"body","type":"string","required":false,"enum":["malware","phishing","spam","c2","scan"],"default":"malware","description":"Category of entries that name none"},
    {"name":"mode","in":"body","type":"string","required":false,"enum":["snapshot","events"],"default":"snapshot","description":"snapshot: an entry that is gone from the list ended; events: each entry counts for its lifetime"},
    {"name":"lifetime_days","in":"body","type":"integer","required":false,"minimum":1,"maximum":3650,"default":30,"description":"Of events: for how many days after it was last seen an entry counts"},
    {"name":"every_hours","in":"body","type":"integer","required":false,"minimum":1,"maximum":720,"default":24,"description":"Hours between fetches"},
    {"name":"confidence","in":"body","type":"integer","required":false,"minimum":0,"maximum":100,"default":75,"description":"Confidence of entries that name none, 0 to 100"},
    {"name":"map_indicator","in":"body","type":"string","required":false,"maxLength":200,"default":"","example":"ioc","description":"Column or field of the indicator"},
    {"name":"map_first","in":"body","type":"string","required":false,"maxLength":200,"default":"","example":"first_seen","description":"Column or field of the day first seen"},
    {"name":"map_last","in":"body","type":"string","required":false,"maxLength":200,"default":"","example":"last_seen","description":"Column or field of the day last seen"},
    {"name":"map_category","in":"body","type":"string","required":false,"maxLength":200,"default":"","example":"type","description":"Column or field of the category"},
    {"name":"map_tags","in":"body","type":"string","required":false,"maxLength":200,"default":"","example":"tags","description":"Column or field of the tags"},
    {"name":"map_reference","in":"body","type":"string","required":false,"maxLength":200,"default":"","example":"reference","description":"Column or field of a link to more about the entry"},
    {"name":"delimiter","in":"body","type":"string","required":false,"maxLength":3,"default":"","example":";","description":"Of csv: the character between columns, or tab; a comma when empty"},
    {"name":"auth_header","in":"body","type":"string","required":false,"maxLength":100,"default":"","example":"Authorization","description":"Name of the request header that carries the key; empty when the feed needs none"},
    {"name":"key","in":"body","type":"string","required":false,"maxLength":1000,"default":"","example":"Bearer 0123456789abcdef","description":"Value of that header; kept on the server and never sent out again"},
  ],
  sourcePreview: [
    {"name":"url","in":"body","type":"string","required":false,"maxLength":2048,"default":"","example":"https://lists.example/block.csv","description":"An https URL; empty for a feed that is read from its drop folder only"},
    {"name":"format","in":"body","type":"string","required":true,"enum":["lines","hosts","csv","json","ndjson","misp","taxii","stix"],"example":"csv","description":"lines: one indicator a line; hosts: a hosts file; misp: a MISP feed; taxii: a TAXII 2.1 collection; stix: a STIX 2.1 bundle"},
    {"name":"category","in":"body","type":"string","required":false,"enum":["malware","phishing","spam","c2","scan"],"default":"malware","description":"Category of entries that name none"},
    {"name":"mode","in":"body","type":"string","required":false,"enum":["snapshot","events"],"default":"snapshot","description":"snapshot: an entry that is gone from the list ended; events: each entry counts for its lifetime"},
    {"name":"lifetime_days","in":"body","type":"integer","required":false,"minimum":1,"maximum":3650,"default":30,"description":"Of events: for how many days after it was last seen an entry counts"},
    {"name":"every_hours","in":"body","type":"integer","required":false,"minimum":1,"maximum":720,"default":24,"description":"Hours between fetches"},
    {"name":"confidence","in":"body","type":"integer","required":false,"minimum":0,"maximum":100,"default":75,"description":"Confidence of entries that name none, 0 to 100"},
    {"name":"map_indicator","in":"body","type":"string","required":false,"maxLength":200,"default":"","example":"ioc","description":"Column or field of the indicator"},
    {"name":"map_first","in":"body","type":"string","required":false,"maxLength":200,"default":"","example":"first_seen","description":"Column or field of the day first seen"},
    {"name":"map_last","in":"body","type":"string","required":false,"maxLength":200,"default":"","example":"last_seen","description":"Column or field of the day last seen"},
    {"name":"map_category","in":"body","type":"string","required":false,"maxLength":200,"default":"","example":"type","description":"Column or field of the category"},
    {"name":"map_tags","in":"body","type":"string","required":false,"maxLength":200,"default":"","example":"tags","description":"Column or field of the tags"},
    {"name":"map_reference","in":"body","type":"string","required":false,"maxLength":200,"default":"","example":"reference","description":"Column or field of a link to more about the entry"},
    {"name":"delimiter","in":"body","type":"string","required":false,"maxLength":3,"default":"","example":";","description":"Of csv: the character between columns, or tab; a comma when empty"},
    {"name":"auth_header","in":"body","type":"string","required":false,"maxLength":100,"default":"","example":"Authorization","description":"Name of the request header that carries the key; empty when the feed needs none"},
    {"name":"key","in":"body","type":"string","required":false,"maxLength":1000,"default":"","example":"Bearer 0123456789abcdef","description":"Value of that header; kept on the server and never sent out again"},
    {"name":"sample","in":"body","type":"string","required":false,"maxLength":100000,"default":"","example":"indicator,comment\n203.0.113.7,scanner\n","description":"Beginning of the file; when empty, url is fetched"},
  ],
  sourceChange: [
    {"name":"source_id","in":"path","type":"string","required":true,"minLength":1,"maxLength":100,"example":"tor-exit-addresses","description":"Id of the feed as GET /sightline/sources names it"},
    {"name":"enabled","in":"body","type":"integer","required":false,"flag":true,"enum":[0,1],"example":1,"description":"1 switches the feed on, 0 off"},
    {"name":"key","in":"body","type":"string","required":false,"maxLength":1000,"example":"0123456789abcdef","description":"Key that the publisher gave you; an empty text removes it"},
    {"name":"accept_terms","in":"body","type":"integer","required":false,"flag":true,"enum":[0,1],"description":"1 accepts the terms of the publisher"},
    {"name":"remove_data","in":"body","type":"integer","required":false,"flag":true,"enum":[0,1],"description":"1 takes what the feed brought out of the collection; it must be off, or be switched off with it"},
  ],
  sourceRemoval: [
    {"name":"source_id","in":"path","type":"string","required":true,"minLength":1,"maxLength":100,"example":"tor-exit-addresses","description":"Id of the feed as GET /sightline/sources names it"},
  ],
  sourceFetch: [
    {"name":"source_id","in":"path","type":"string","required":true,"minLength":1,"maxLength":100,"example":"tor-exit-addresses","description":"Id of the feed as GET /sightline/sources names it"},
  ],
  sourceRemove: [
    {"name":"source_id","in":"path","type":"string","required":true,"minLength":1,"maxLength":100,"example":"tor-exit-addresses","description":"Id of the feed as GET /sightline/sources names it"},
  ],
  upstreamStatus: [
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000,"default":100,"description":"Calls of the log at most"},
  ],
  upstreamCost: [
    {"name":"operation","in":"body","type":"string","required":true,"enum":["ipv4RiskScoreBulk","ipv4InfoBulk","ipv6RiskScoreBulk","ipv6InfoBulk","asnSubnetsBulk","domainRiskScoreBulk","domainInfoBulk"],"example":"domainRiskScoreBulk","description":"operationId of the bulk call that would be made"},
    {"name":"items","in":"body","type":"array","required":true,"maxItems":5000,"items":{"type":"string","minLength":1,"maxLength":1000},"example":["login-acme.example","acme.example"],"description":"What it would query"},
  ],
  collectNow: [
    {"name":"indicator","in":"body","type":"string","required":true,"minLength":1,"maxLength":1000,"example":"new-name.example","description":"An IPv4 or IPv6 address, or a domain or host name"},
    {"name":"what","in":"body","type":"array","required":true,"minItems":1,"maxItems":2,"items":{"type":"string","enum":["dns","registration"]},"example":["dns","registration"],"description":"dns: every usual record of a name, or the pointer of an address; registration: of domains only"},
  ],
  evidenceKey: [],
  evidenceSeal: [
    {"name":"name","in":"body","type":"string","required":true,"minLength":1,"maxLength":200,"example":"Case 7","description":"Name of the case"},
    {"name":"files","in":"body","type":"array","required":true,"minItems":1,"maxItems":1000,"items":{"type":"string","maxLength":200},"example":["b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9 11 report.md"],"description":"SHA-256, bytes and path of each file"},
  ],
  audit: [
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":1,"maximum":1000,"default":100,"example":100,"description":"Number of records."},
    {"name":"skip","in":"query","type":"integer","required":false,"minimum":0,"maximum":10000000,"default":0,"example":0,"description":"Number of records to skip."},
  ],
  ownKey: [],
  judgements: [
    {"name":"subject","in":"query","type":"string","required":false,"maxLength":260,"example":"www.harborline-login.example","description":"Only those that hold for this address, network, name or AS: its own first, then those of the networks around it from the smallest, or of the names above it from the nearest."},
  ],
  judge: [
    {"name":"subjects","in":"body","type":"array","required":true,"minItems":1,"maxItems":1000,"items":{"type":"string","maxLength":260},"example":["acme.example"],"description":"Addresses, networks, domain or host names, or AS such as AS64500"},
    {"name":"kind","in":"body","type":"string","required":true,"enum":["tag","trusted","bad","never-flag"],"example":"trusted","description":"What they are"},
    {"name":"text","in":"body","type":"string","required":false,"maxLength":200,"default":"","example":"red team","description":"The tag, for the kind `tag`"},
    {"name":"reason","in":"body","type":"string","required":false,"maxLength":1000,"default":"","example":"Partner since 2021","description":"Why"},
    {"name":"below","in":"body","type":"integer","required":false,"flag":true,"enum":[0,1],"default":0,"example":1,"description":"1: names below as well"},
    {"name":"until","in":"body","type":"string","required":false,"maxLength":10,"default":"","example":"2027-12-31","description":"Last day on which it holds, yyyy-mm-dd; empty without an end"},
  ],
  judgementTakeBack: [
    {"name":"subjects","in":"body","type":"array","required":true,"minItems":1,"maxItems":1000,"items":{"type":"string","maxLength":260},"example":["acme.example"],"description":"Addresses, networks, domain or host names, or AS such as AS64500"},
    {"name":"kind","in":"body","type":"string","required":true,"enum":["tag","trusted","bad","never-flag"],"example":"trusted","description":"What they are"},
    {"name":"text","in":"body","type":"string","required":false,"maxLength":200,"default":"","example":"red team","description":"The tag, for the kind `tag`"},
    {"name":"reason","in":"body","type":"string","required":false,"maxLength":1000,"default":"","example":"Partner since 2021","description":"Why"},
  ],
  outfeeds: [],
  outfeedAdd: [
    {"name":"name","in":"body","type":"string","required":true,"minLength":1,"maxLength":50,"example":"phishing-domains","description":"Lower-case letters, digits and hyphens: the feed is at /feeds/NAME"},
    {"name":"holds","in":"body","type":"string","required":true,"enum":["listing","score","finding","judged","search"],"example":"listing","description":"listing: subjects on a list; score: those of them with a risk score from a band on; finding: current subjects of detectors; judged: subjects that the team judged bad or tagged; search: names and addresses that a search finds"},
    {"name":"kind","in":"body","type":"string","required":false,"enum":["domain","address","both"],"default":"both","example":"domain","description":"Kind of entries: networks count as addresses"},
    {"name":"category","in":"body","type":"string","required":false,"enum":["","malware","phishing","spam","c2","scan"],"default":"","example":"phishing","description":"Only listings of this category; empty for all"},
    {"name":"source","in":"body","type":"string","required":false,"maxLength":200,"default":"","description":"Only listings of this source; empty for all"},
    {"name":"detector","in":"body","type":"string","required":false,"maxLength":60,"default":"","description":"Only findings of this detector; empty for all"},
    {"name":"tag","in":"body","type":"string","required":false,"maxLength":60,"default":"","description":"With judged: subjects with this tag of the team; empty: those that it judged bad"},
    {"name":"request","in":"body","type":"string","required":false,"maxLength":2048,"default":"","example":"/explore/padns/lookup/answer/ns/ns1.bulletproof.example","description":"With search: path and query of a GET, as POST /sightline/watches has them. At most 100,000 records are read."},
    {"name":"band","in":"body","type":"string","required":false,"enum":["medium","high","critical"],"default":"high","description":"With score: the lowest band of the risk score"},
    {"name":"tlp","in":"body","type":"string","required":false,"enum":["clear","green","amber","amber+strict","red"],"default":"amber","description":"Marking of the indicators (TLP 2.0)"},
  ],
  outfeedPreview: [
    {"name":"holds","in":"query","type":"string","required":true,"enum":["listing","score","finding","judged","search"],"example":"listing","description":"As in POST /sightline/outfeeds."},
    {"name":"kind","in":"query","type":"string","required":false,"enum":["domain","address","both"],"default":"both","example":"domain","description":"As in POST /sightline/outfeeds."},
    {"name":"category","in":"query","type":"string","required":false,"enum":["","malware","phishing","spam","c2","scan"],"default":"","example":"phishing","description":"As in POST /sightline/outfeeds."},
    {"name":"source","in":"query","type":"string","required":false,"maxLength":200,"default":"","example":"feed:urlhaus","description":"As in POST /sightline/outfeeds."},
    {"name":"detector","in":"query","type":"string","required":false,"maxLength":60,"default":"","example":"fast-flux","description":"As in POST /sightline/outfeeds."},
    {"name":"tag","in":"query","type":"string","required":false,"maxLength":60,"default":"","example":"red team","description":"As in POST /sightline/outfeeds."},
    {"name":"request","in":"query","type":"string","required":false,"maxLength":2048,"default":"","example":"/explore/padns/lookup/answer/ns/ns1.bulletproof.example","description":"As in POST /sightline/outfeeds."},
    {"name":"band","in":"query","type":"string","required":false,"enum":["medium","high","critical"],"default":"high","example":"critical","description":"As in POST /sightline/outfeeds."},
  ],
  outfeedRemove: [
    {"name":"feed","in":"path","type":"string","required":true,"minLength":1,"maxLength":50,"example":"phishing-domains","description":"Name of the feed"},
  ],
  watches: [],
  watchAdd: [
    {"name":"what","in":"body","type":"string","required":true,"enum":["subject","search","finding"],"example":"subject","description":"What is watched"},
    {"name":"type","in":"body","type":"string","required":false,"enum":["ipv4","ipv6","subnet","domain","asn","name-server"],"default":"domain","example":"domain","description":"Kind of the subject, with what=subject"},
    {"name":"subject","in":"body","type":"string","required":false,"maxLength":260,"default":"","example":"login-acme.example","description":"The subject, with what=subject"},
    {"name":"request","in":"body","type":"string","required":false,"maxLength":2048,"default":"","example":"/explore/padns/lookup/answer/ns/ns1.bulletproof.example","description":"With what=search: path and query of a GET that answers a list from passive DNS, scans, certificates or name-server transfers, of connections, of all that share a value, or of the retro-hunt. limit, skip, sort, output_format and the parameters of jobs do not count."},
    {"name":"detector","in":"body","type":"string","required":false,"maxLength":60,"default":"","example":"fast-flux","description":"Id of the detector, with what=finding"},
    {"name":"network","in":"body","type":"string","required":false,"maxLength":60,"default":"","example":"192.0.2.0/24","description":"With what=finding: only findings with a subject or evidence in this network (CIDR)"},
    {"name":"title","in":"body","type":"string","required":false,"maxLength":120,"default":"","description":"Name of the watch; made from what is watched if empty"},
    {"name":"page","in":"body","type":"string","required":false,"maxLength":2048,"default":"","example":"/domain/login-acme.example","description":"Path of the dashboard that shows what is watched; made from it if empty"},
    {"name":"dashboard","in":"body","type":"string","required":false,"maxLength":300,"default":"","example":"https://sightline.corp.example","description":"Scheme and host of the dashboard, with which links in webhooks begin; those of the request if empty"},
    {"name":"webhook","in":"body","type":"string","required":false,"maxLength":2048,"default":"","example":"https://hooks.example/sightline","description":"URL to which each event is sent by POST, signed as Standard Webhooks; empty for none"},
  ],
  watchPreview: [
    {"name":"what","in":"body","type":"string","required":true,"enum":["subject","search","finding"],"example":"subject","description":"What is watched"},
    {"name":"type","in":"body","type":"string","required":false,"enum":["ipv4","ipv6","subnet","domain","asn","name-server"],"default":"domain","example":"domain","description":"Kind of the subject, with what=subject"},
    {"name":"subject","in":"body","type":"string","required":false,"maxLength":260,"default":"","example":"login-acme.example","description":"The subject, with what=subject"},
    {"name":"request","in":"body","type":"string","required":false,"maxLength":2048,"default":"","example":"/explore/padns/lookup/answer/ns/ns1.bulletproof.example","description":"With what=search: path and query of a GET that answers a list from passive DNS, scans, certificates or name-server transfers, of connections, of all that share a value, or of the retro-hunt. limit, skip, sort, output_format and the parameters of jobs do not count."},
    {"name":"detector","in":"body","type":"string","required":false,"maxLength":60,"default":"","example":"fast-flux","description":"Id of the detector, with what=finding"},
    {"name":"network","in":"body","type":"string","required":false,"maxLength":60,"default":"","example":"192.0.2.0/24","description":"With what=finding: only findings with a subject or evidence in this network (CIDR)"},
    {"name":"title","in":"body","type":"string","required":false,"maxLength":120,"default":"","description":"Name of the watch; made from what is watched if empty"},
    {"name":"page","in":"body","type":"string","required":false,"maxLength":2048,"default":"","example":"/domain/login-acme.example","description":"Path of the dashboard that shows what is watched; made from it if empty"},
    {"name":"dashboard","in":"body","type":"string","required":false,"maxLength":300,"default":"","example":"https://sightline.corp.example","description":"Scheme and host of the dashboard, with which links in webhooks begin; those of the request if empty"},
    {"name":"webhook","in":"body","type":"string","required":false,"maxLength":2048,"default":"","example":"https://hooks.example/sightline","description":"URL to which each event is sent by POST, signed as Standard Webhooks; empty for none"},
  ],
  watchMute: [
    {"name":"watch_id","in":"path","type":"string","required":true,"minLength":1,"maxLength":36,"example":"5f0c2d1e-8a4b-4c3d-9e2f-1a2b3c4d5e6f","description":"Id of the watch as GET /sightline/watches names it"},
    {"name":"until","in":"body","type":"string","required":true,"maxLength":10,"example":"2027-01-31","description":"Last day of the mute, yyyy-mm-dd; empty ends it"},
  ],
  watchRemove: [
    {"name":"watch_id","in":"path","type":"string","required":true,"minLength":1,"maxLength":36,"example":"5f0c2d1e-8a4b-4c3d-9e2f-1a2b3c4d5e6f","description":"Id of the watch as GET /sightline/watches names it"},
  ],
  watchEvents: [
    {"name":"watch","in":"query","type":"string","required":false,"maxLength":36,"example":"5f0c2d1e-8a4b-4c3d-9e2f-1a2b3c4d5e6f","description":"Only events of the watch with this id."},
    {"name":"event","in":"query","type":"string","required":false,"maxLength":36,"example":"5f0c2d1e-8a4b-8c3d-8e2f-1a2b3c4d5e6f","description":"Only the event with this id."},
    {"name":"limit","in":"query","type":"integer","required":false,"minimum":0,"maximum":100,"default":50,"example":50,"description":"Number of events."},
    {"name":"skip","in":"query","type":"integer","required":false,"minimum":0,"maximum":1000000,"default":0,"example":0,"description":"Number of events to skip."},
  ],
  watchEventsSeen: [
    {"name":"until","in":"body","type":"string","required":true,"minLength":20,"maxLength":24,"example":"2026-11-29T08:00:00.000Z","description":"Time of the newest event that was read, as its `at`"},
  ],
  logImports: [
    {"name":"before","in":"query","type":"string","required":false,"maxLength":100,"default":"","example":"~","description":"For older entries: `older` of the answer before"},
  ],
  logImportAdd: [
    {"name":"name","in":"body","type":"string","required":true,"minLength":1,"maxLength":255,"example":"dns.log.gz","description":"Name of the file"},
    {"name":"bytes","in":"body","type":"integer","required":true,"minimum":1,"maximum":1000000000000000,"example":1182875,"description":"Its size"},
    {"name":"format","in":"body","type":"string","required":false,"maxLength":100,"example":"zeek-dns","description":"Recognised by the content unless given"},
    {"name":"day","in":"body","type":"string","required":false,"maxLength":10,"example":"2026-11-25","description":"When the records of a log without times were seen, yyyy-mm-dd UTC (zone files, tables without a column of times). The last day of a log without years."},
    {"name":"origin","in":"body","type":"string","required":false,"maxLength":253,"example":"example.test","description":"Of a zone file without $ORIGIN: the zone, which completes its relative names"},
    {"name":"columns","in":"body","type":"string","required":false,"maxLength":2000,"example":"name=Query Name,answer=IP","description":"Of a table: which column holds what. Also type, first, last, count and ttl"},
    {"name":"source","in":"body","type":"string","required":false,"maxLength":64,"example":"branch-office","description":"Name of the sensor"},
    {"name":"start","in":"body","type":"integer","required":false,"flag":true,"enum":[0,1],"description":"1 imports it right after the dry run"},
  ],
  logImport: [
    {"name":"import_id","in":"path","type":"string","required":true,"minLength":1,"maxLength":100,"example":"0190f5a2-6c1e-7d8b-9a7f-3c2b1a0d9e8f","description":"Id of the import as GET /sightline/imports names it"},
  ],
  logImportChange: [
    {"name":"import_id","in":"path","type":"string","required":true,"minLength":1,"maxLength":100,"example":"0190f5a2-6c1e-7d8b-9a7f-3c2b1a0d9e8f","description":"Id of the import as GET /sightline/imports names it"},
    {"name":"action","in":"body","type":"string","required":true,"enum":["start","cancel","discard","check","remove"],"example":"start","description":"check repeats the dry run, with another format, mapping, day or origin; remove takes everything that the import brought out of the collection"},
    {"name":"format","in":"body","type":"string","required":false,"maxLength":100,"example":"passivedns","description":"With check: the format to read it as; empty recognises it"},
    {"name":"columns","in":"body","type":"string","required":false,"maxLength":2000,"example":"name=Query Name,answer=IP","description":"With check: which column holds what"},
    {"name":"day","in":"body","type":"string","required":false,"maxLength":10,"example":"2026-11-25","description":"When the records of a log without times were seen, yyyy-mm-dd UTC (zone files, tables without a column of times). The last day of a log without years."},
    {"name":"origin","in":"body","type":"string","required":false,"maxLength":253,"example":"example.test","description":"Of a zone file without $ORIGIN: the zone, which completes its relative names"},
  ],
  logImportRemoval: [
    {"name":"import_id","in":"path","type":"string","required":true,"minLength":1,"maxLength":100,"example":"0190f5a2-6c1e-7d8b-9a7f-3c2b1a0d9e8f","description":"Id of the import as GET /sightline/imports names it"},
    {"name":"day","in":"query","type":"string","required":false,"maxLength":10,"default":"","example":"2026-11-24","description":"Day of pushes, UTC"},
  ],
  logImportContent: [
    {"name":"import_id","in":"path","type":"string","required":true,"minLength":1,"maxLength":100,"example":"0190f5a2-6c1e-7d8b-9a7f-3c2b1a0d9e8f","description":"Id of the import as GET /sightline/imports names it"},
    {"name":"offset","in":"query","type":"integer","required":true,"minimum":0,"maximum":1000000000000000,"example":0,"description":"Bytes of the file that come before this piece"},
  ],
  ingest: [
    {"name":"format","in":"path","type":"string","required":true,"minLength":1,"maxLength":100,"example":"zeek-dns","description":"One of the formats of docs/logs.md, or auto"},
    {"name":"source","in":"query","type":"string","required":false,"maxLength":64,"example":"branch-office","description":"Name of the sensor, for the import log and the list of sources"},
  ],
};
