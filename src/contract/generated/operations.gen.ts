// This file is generated from src/contract/openapi.yaml: npm run generate

import type * as contract from './types.gen.ts';

export type Operation = {
  readonly operationId: string;
  /** Item of the interface specification (A1 .. G3); null for what is Sightline's own. */
  readonly item: string | null;
  readonly method: 'GET' | 'POST';
  /** Path template below the base address, e.g. `/explore/job/{job_id}`. */
  readonly path: string;
  readonly tag: string;
  /** It needs a JSON object as its body. */
  readonly takesBody: boolean;
  /** Its body is bytes. */
  readonly takesRawBody: boolean;
  /** The answer may be `job_status` instead of the result. */
  readonly mayAnswerJob: boolean;
  /** The query parameter that requests the state of one day. */
  readonly dayParameter: string | null;
  /** The records of the answer carry their own days. */
  readonly isDated: boolean;
  readonly summary: string;
};

/** Every operation of the contract by operationId, in the order of the document. */
export const operations = {
  ipv4Info: {"operationId":"ipv4Info","item":"A1","method":"GET","path":"/explore/ipv4/ipv4info/{ipv4}","tag":"ipv4","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"IPv4 information"},
  ipv4RiskScore: {"operationId":"ipv4RiskScore","item":"A2","method":"GET","path":"/explore/ipv4/riskscore/{ipv4}","tag":"ipv4","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Risk score of an IPv4 address"},
  scanCertificates: {"operationId":"scanCertificates","item":"A3","method":"GET","path":"/explore/scandata/ipv4/certificates","tag":"ipv4","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Certificates seen by IPv4 scans"},
  scanFavicon: {"operationId":"scanFavicon","item":"A4","method":"GET","path":"/explore/scandata/ipv4/favicon","tag":"ipv4","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Favicons seen by IPv4 scans"},
  scanHeaders: {"operationId":"scanHeaders","item":"A5","method":"GET","path":"/explore/scandata/ipv4/headers","tag":"ipv4","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"HTTP headers seen by IPv4 scans"},
  scanJarm: {"operationId":"scanJarm","item":"A6","method":"GET","path":"/explore/scandata/ipv4/jarm","tag":"ipv4","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"JARM fingerprints seen by IPv4 scans"},
  scanOpenDirectories: {"operationId":"scanOpenDirectories","item":"A7","method":"GET","path":"/explore/scandata/ipv4/opendir","tag":"ipv4","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Open directories seen by IPv4 scans"},
  ipv4RiskScoreBulk: {"operationId":"ipv4RiskScoreBulk","item":"A8","method":"POST","path":"/explore/bulk/ipv4/riskscore","tag":"ipv4","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Risk scores of many IPv4 addresses"},
  ipv4InfoBulk: {"operationId":"ipv4InfoBulk","item":"A9","method":"POST","path":"/explore/bulk/ip2asn/ipv4","tag":"ipv4","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Information on many IPv4 addresses"},
  ipv4HistoryBulk: {"operationId":"ipv4HistoryBulk","item":"A10","method":"POST","path":"/explore/bulk/history/ip2asn/ipv4","tag":"ipv4","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":true,"summary":"ASN and subnet of many IPv4 addresses on many days"},
  asnSubnetsBulk: {"operationId":"asnSubnetsBulk","item":"A11","method":"POST","path":"/explore/bulk/asn2subnet","tag":"ipv4","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Subnets of many ASNs"},
  asnSubnetsHistoryBulk: {"operationId":"asnSubnetsHistoryBulk","item":"A12","method":"POST","path":"/explore/bulk/history/asn2subnet","tag":"ipv4","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":true,"summary":"Subnets of many ASNs on many days"},
  ipv4History: {"operationId":"ipv4History","item":"A13","method":"GET","path":"/explore/ip2asn/history/ipv4/{ipv4}","tag":"ipv4","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":"date","isDated":true,"summary":"ASN and subnet history of an IPv4 address"},
  ipv6Info: {"operationId":"ipv6Info","item":"B1","method":"GET","path":"/explore/ipv6/ipv6info/{ipv6}","tag":"ipv6","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"IPv6 information"},
  ipv6RiskScore: {"operationId":"ipv6RiskScore","item":"B2","method":"GET","path":"/explore/ipv6/riskscore/{ipv6}","tag":"ipv6","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Risk score of an IPv6 address"},
  ipv6RiskScoreBulk: {"operationId":"ipv6RiskScoreBulk","item":"B3","method":"POST","path":"/explore/bulk/ipv6/riskscore","tag":"ipv6","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Risk scores of many IPv6 addresses"},
  ipv6InfoBulk: {"operationId":"ipv6InfoBulk","item":"B4","method":"POST","path":"/explore/bulk/ip2asn/ipv6","tag":"ipv6","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Information on many IPv6 addresses"},
  domainInfo: {"operationId":"domainInfo","item":"C1","method":"GET","path":"/explore/domain/domaininfo/{domain}","tag":"domain","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Domain information"},
  domainRiskScore: {"operationId":"domainRiskScore","item":"C2","method":"GET","path":"/explore/domain/riskscore/{domain}","tag":"domain","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Risk score of a domain"},
  domainRiskScoreBulk: {"operationId":"domainRiskScoreBulk","item":"C3","method":"POST","path":"/explore/bulk/domain/riskscore","tag":"domain","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Risk scores of many domains"},
  domainInfoBulk: {"operationId":"domainInfoBulk","item":"C4","method":"POST","path":"/explore/bulk/domaininfo","tag":"domain","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Information on many domains"},
  domainInfratag: {"operationId":"domainInfratag","item":"C5","method":"GET","path":"/explore/domain/infratag/{domain}","tag":"domain","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":"as_of","isDated":false,"summary":"Infrastructure tag of a domain"},
  domainInfratagBulk: {"operationId":"domainInfratagBulk","item":"C6","method":"POST","path":"/explore/bulk/domain/infratags","tag":"domain","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":"as_of","isDated":false,"summary":"Infrastructure tags of many domains"},
  domainNsChanges: {"operationId":"domainNsChanges","item":"C7","method":"GET","path":"/explore/domain/nschanges/{domain}","tag":"domain","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":true,"summary":"Name server changes of a domain"},
  domainNsChangesSummary: {"operationId":"domainNsChangesSummary","item":"C8","method":"GET","path":"/explore/domain/nschangessummary/{domain}","tag":"domain","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Summary of the name server changes of a domain"},
  nsTransfers: {"operationId":"nsTransfers","item":"C9","method":"GET","path":"/explore/query/nstransfer","tag":"domain","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Domains that moved between name servers"},
  domainWhois: {"operationId":"domainWhois","item":"C10","method":"GET","path":"/explore/domain/whois/{domain}","tag":"domain","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":true,"summary":"Stored whois records of a domain"},
  domainWhoisLive: {"operationId":"domainWhoisLive","item":"C11","method":"GET","path":"/explore/domain/whoislive/{domain}","tag":"domain","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Live whois record of a domain"},
  domainCertificates: {"operationId":"domainCertificates","item":"C12","method":"GET","path":"/explore/domain/certificates/{domain}","tag":"domain","takesBody":false,"takesRawBody":false,"mayAnswerJob":true,"dayParameter":null,"isDated":false,"summary":"Certificates of a domain"},
  domainSiblings: {"operationId":"domainSiblings","item":"C13","method":"GET","path":"/explore/domain/siblings/{domain}","tag":"domain","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Names that share a certificate"},
  domainCousins: {"operationId":"domainCousins","item":"C14","method":"GET","path":"/explore/domain/cousins/{domain}","tag":"domain","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Domains that look alike"},
  takedownReputationRank: {"operationId":"takedownReputationRank","item":"D1","method":"GET","path":"/explore/takedownreputation/rank","tag":"reputation","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"ASNs that react slowest to listings"},
  takedownReputation: {"operationId":"takedownReputation","item":"D2","method":"GET","path":"/explore/takedownreputation/asn/{asn}","tag":"reputation","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Takedown reputation of an ASN"},
  takedownReputationHistory: {"operationId":"takedownReputationHistory","item":"D3","method":"GET","path":"/explore/takedownreputation/history/asn/{asn}","tag":"reputation","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":true,"summary":"Takedown reputation history of an ASN"},
  nsReputationRank: {"operationId":"nsReputationRank","item":"D4","method":"GET","path":"/explore/nsreputation/rank","tag":"reputation","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Name servers with the worst reputation"},
  nsReputation: {"operationId":"nsReputation","item":"D5","method":"GET","path":"/explore/nsreputation/nameserver/{nameserver}","tag":"reputation","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Reputation of a name server"},
  nsReputationHistory: {"operationId":"nsReputationHistory","item":"D6","method":"GET","path":"/explore/nsreputation/history/nameserver/{nameserver}","tag":"reputation","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":true,"summary":"Reputation history of a name server"},
  nameServersListed: {"operationId":"nameServersListed","item":"D7","method":"GET","path":"/explore/nameserverlisted","tag":"reputation","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Name servers with most listed domains"},
  asnReputationRank: {"operationId":"asnReputationRank","item":"D8","method":"GET","path":"/explore/ipreputation/rank/asn","tag":"reputation","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"ASNs with the worst reputation"},
  asnReputation: {"operationId":"asnReputation","item":"D9","method":"GET","path":"/explore/ipreputation/asn/{asn}","tag":"reputation","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Reputation of an ASN"},
  asnReputationHistory: {"operationId":"asnReputationHistory","item":"D10","method":"GET","path":"/explore/ipreputation/history/asn/{asn}","tag":"reputation","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":true,"summary":"Reputation history of an ASN"},
  subnetReputationRank: {"operationId":"subnetReputationRank","item":"D11","method":"GET","path":"/explore/ipreputation/rank/subnet","tag":"reputation","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Subnets with the worst reputation"},
  subnetReputation: {"operationId":"subnetReputation","item":"D12","method":"GET","path":"/explore/ipreputation/subnet/{subnet}/{mask}","tag":"reputation","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Reputation of a subnet"},
  subnetReputationHistory: {"operationId":"subnetReputationHistory","item":"D13","method":"GET","path":"/explore/ipreputation/history/subnet/{subnet}/{mask}","tag":"reputation","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":true,"summary":"Reputation history of a subnet"},
  ipv4Reputation: {"operationId":"ipv4Reputation","item":"D14","method":"GET","path":"/explore/ipreputation/ipv4/{ipv4}","tag":"reputation","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Reputation of an IPv4 address"},
  ipv4ReputationHistory: {"operationId":"ipv4ReputationHistory","item":"D15","method":"GET","path":"/explore/ipreputation/history/ipv4/{ipv4}","tag":"reputation","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":true,"summary":"Reputation history of an IPv4 address"},
  ipv4ReputationRank: {"operationId":"ipv4ReputationRank","item":"D16","method":"GET","path":"/explore/ipreputation/rank/ipv4","tag":"reputation","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"IPv4 addresses with the worst reputation"},
  padnsForward: {"operationId":"padnsForward","item":"E1","method":"GET","path":"/explore/padns/lookup/query/{qtype}/{qname}","tag":"padns","takesBody":false,"takesRawBody":false,"mayAnswerJob":true,"dayParameter":"as_of","isDated":false,"summary":"Forward lookup: records of a name"},
  padnsReverse: {"operationId":"padnsReverse","item":"E2","method":"GET","path":"/explore/padns/lookup/answer/{qtype}/{qname}","tag":"padns","takesBody":false,"takesRawBody":false,"mayAnswerJob":true,"dayParameter":"as_of","isDated":false,"summary":"Reverse lookup: records with an answer"},
  padnsBoth: {"operationId":"padnsBoth","item":"E3","method":"GET","path":"/explore/padns/lookup/both/{qtype}/{qname}/{qanswer}","tag":"padns","takesBody":false,"takesRawBody":false,"mayAnswerJob":true,"dayParameter":"as_of","isDated":false,"summary":"Multi-condition lookup: name and answer"},
  padnsUnsanctioned: {"operationId":"padnsUnsanctioned","item":"E4","method":"GET","path":"/explore/padns/lookup/uld/{qtype}/{qname}/{qanswer}","tag":"padns","takesBody":false,"takesRawBody":false,"mayAnswerJob":true,"dayParameter":"as_of","isDated":false,"summary":"Unsanctioned-asset search"},
  padnsTranslate: {"operationId":"padnsTranslate","item":"E5","method":"GET","path":"/explore/padns/lookup/translate/{qtype}/{query}","tag":"padns","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Servers behind a hash"},
  padnsDensity: {"operationId":"padnsDensity","item":"E6","method":"GET","path":"/explore/padns/lookup/density/{qtype}/{query}","tag":"padns","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Density of a server, hash, address or ASN"},
  padnsIpDiversity: {"operationId":"padnsIpDiversity","item":"E7","method":"GET","path":"/explore/padns/lookup/ipdiversity/{qtype}/{query}","tag":"padns","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"IP diversity of a host"},
  padnsIpDiversitySearch: {"operationId":"padnsIpDiversitySearch","item":"E8","method":"GET","path":"/explore/padns/search/ipdiversity","tag":"padns","takesBody":false,"takesRawBody":false,"mayAnswerJob":true,"dayParameter":null,"isDated":false,"summary":"Search of IP diversity patterns"},
  job: {"operationId":"job","item":"F1","method":"GET","path":"/explore/job/{job_id}","tag":"utilities","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Status or results of a job"},
  asnLookup: {"operationId":"asnLookup","item":"F2","method":"GET","path":"/explore/asn/lookup","tag":"utilities","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"AS names and numbers"},
  enrichDomain: {"operationId":"enrichDomain","item":"G1","method":"GET","path":"/explore/enrich/domain/{domain}","tag":"enrichment","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Everything about a domain"},
  enrichIpv4: {"operationId":"enrichIpv4","item":"G2","method":"GET","path":"/explore/enrich/ipv4/{ipv4}","tag":"enrichment","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Everything about an IPv4 address"},
  enrichIpv6: {"operationId":"enrichIpv6","item":"G3","method":"GET","path":"/explore/enrich/ipv6/{ipv6}","tag":"enrichment","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Everything about an IPv6 address"},
  connections: {"operationId":"connections","item":null,"method":"GET","path":"/connections/{type}/{subject}","tag":"connections","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"What a subject shares with others"},
  campaign: {"operationId":"campaign","item":null,"method":"GET","path":"/connections/{type}/{subject}/campaign","tag":"connections","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"The campaign around a subject"},
  connectionMembers: {"operationId":"connectionMembers","item":null,"method":"GET","path":"/connections","tag":"connections","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Who shares all of some attributes"},
  lookAlikes: {"operationId":"lookAlikes","item":null,"method":"GET","path":"/connections/look-alikes/{domain}","tag":"connections","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Names that look like a domain, with what is known of them"},
  similarPages: {"operationId":"similarPages","item":null,"method":"GET","path":"/connections/similar-pages/{type}/{subject}","tag":"connections","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Pages that are like those of a subject"},
  asnListed: {"operationId":"asnListed","item":null,"method":"GET","path":"/connections/asn/{asn}","tag":"connections","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"The worst listed addresses of an AS"},
  asnListedNames: {"operationId":"asnListedNames","item":null,"method":"GET","path":"/connections/asn/{asn}/names","tag":"connections","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"The worst listed names hosted in an AS"},
  serverDomains: {"operationId":"serverDomains","item":null,"method":"GET","path":"/connections/nameserver/{nameserver}/domains","tag":"connections","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"The worst domains on a name server, and its moves by week"},
  subnetContents: {"operationId":"subnetContents","item":null,"method":"GET","path":"/connections/subnet/{subnet}/{mask}","tag":"connections","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"What a subnet contains"},
  hosting: {"operationId":"hosting","item":null,"method":"POST","path":"/connections/hosting","tag":"connections","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Where many names are hosted now"},
  riskScores: {"operationId":"riskScores","item":null,"method":"POST","path":"/sightline/riskscores","tag":"service","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Risk scores of many addresses and names"},
  collection: {"operationId":"collection","item":null,"method":"GET","path":"/sightline/collection","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"What the collection holds and how fresh it is"},
  news: {"operationId":"news","item":null,"method":"GET","path":"/sightline/news","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"What the last days brought, and the worst names listed now"},
  findings: {"operationId":"findings","item":null,"method":"GET","path":"/sightline/findings","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Patterns that detectors found in the collection"},
  quality: {"operationId":"quality","item":null,"method":"GET","path":"/sightline/quality","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"How well the risk score told what was listed later"},
  retroHunt: {"operationId":"retroHunt","item":null,"method":"GET","path":"/sightline/retro-hunt","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Names and addresses that feeds listed when own logs had already resolved them"},
  sources: {"operationId":"sources","item":null,"method":"GET","path":"/sightline/sources","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Feeds that fill the collection, and how each is doing"},
  sourcesRecommended: {"operationId":"sourcesRecommended","item":null,"method":"POST","path":"/sightline/sources/recommended","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Switch the recommended feeds on and fetch them"},
  sourceAdd: {"operationId":"sourceAdd","item":null,"method":"POST","path":"/sightline/sources/own","tag":"service","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Add a feed of your own"},
  sourcePreview: {"operationId":"sourcePreview","item":null,"method":"POST","path":"/sightline/sources/preview","tag":"service","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Read a sample the way a feed would, without adding anything"},
  sourceChange: {"operationId":"sourceChange","item":null,"method":"POST","path":"/sightline/sources/{source_id}","tag":"service","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Switch a feed on or off, give it a key, accept its terms"},
  sourceRemoval: {"operationId":"sourceRemoval","item":null,"method":"GET","path":"/sightline/sources/{source_id}/removal","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"What would leave the collection with a feed"},
  sourceFetch: {"operationId":"sourceFetch","item":null,"method":"POST","path":"/sightline/sources/{source_id}/fetch","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Fetch a feed now"},
  sourceRemove: {"operationId":"sourceRemove","item":null,"method":"POST","path":"/sightline/sources/{source_id}/remove","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Remove a feed of your own"},
  upstreamStatus: {"operationId":"upstreamStatus","item":null,"method":"GET","path":"/sightline/upstream","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"The provider: state, calls, and sent requests"},
  upstreamCost: {"operationId":"upstreamCost","item":null,"method":"POST","path":"/sightline/upstream/cost","tag":"service","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"What a bulk run would cost at the provider, before it starts"},
  collectNow: {"operationId":"collectNow","item":null,"method":"POST","path":"/sightline/collect","tag":"service","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Query the DNS or the registry for one address or domain now, and store the answers"},
  evidenceKey: {"operationId":"evidenceKey","item":null,"method":"GET","path":"/sightline/evidence","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"The public key of sealed evidence"},
  evidenceSeal: {"operationId":"evidenceSeal","item":null,"method":"POST","path":"/sightline/evidence","tag":"service","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Sign the names and hashes of the files of a case"},
  audit: {"operationId":"audit","item":null,"method":"GET","path":"/sightline/audit","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Who changed what through the interface"},
  ownKey: {"operationId":"ownKey","item":null,"method":"GET","path":"/sightline/key","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"The name and role of the API key that asks"},
  judgements: {"operationId":"judgements","item":null,"method":"GET","path":"/sightline/judgements","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"What the team says about subjects"},
  judge: {"operationId":"judge","item":null,"method":"POST","path":"/sightline/judgements","tag":"service","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Judge subjects"},
  judgementTakeBack: {"operationId":"judgementTakeBack","item":null,"method":"POST","path":"/sightline/judgements/take-back","tag":"service","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Take judgements back"},
  outfeeds: {"operationId":"outfeeds","item":null,"method":"GET","path":"/sightline/outfeeds","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Feeds that this service publishes"},
  outfeedAdd: {"operationId":"outfeedAdd","item":null,"method":"POST","path":"/sightline/outfeeds","tag":"service","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Publish a feed"},
  outfeedPreview: {"operationId":"outfeedPreview","item":null,"method":"GET","path":"/sightline/outfeeds/preview","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"How many entries a feed would hold"},
  outfeedRemove: {"operationId":"outfeedRemove","item":null,"method":"POST","path":"/sightline/outfeeds/{feed}/remove","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Publish a feed no longer"},
  watches: {"operationId":"watches","item":null,"method":"GET","path":"/sightline/watches","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"What is watched"},
  watchAdd: {"operationId":"watchAdd","item":null,"method":"POST","path":"/sightline/watches","tag":"service","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Watch a subject, a search or a kind of finding"},
  watchPreview: {"operationId":"watchPreview","item":null,"method":"POST","path":"/sightline/watches/preview","tag":"service","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"What a watch would read, and how often it would have told"},
  watchMute: {"operationId":"watchMute","item":null,"method":"POST","path":"/sightline/watches/{watch_id}/mute","tag":"service","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Mute a watch until a day"},
  watchRemove: {"operationId":"watchRemove","item":null,"method":"POST","path":"/sightline/watches/{watch_id}/remove","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Remove a watch"},
  watchEvents: {"operationId":"watchEvents","item":null,"method":"GET","path":"/sightline/watchevents","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"What watches told, the newest first"},
  watchEventsSeen: {"operationId":"watchEventsSeen","item":null,"method":"POST","path":"/sightline/watchevents/seen","tag":"service","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Count events as read by this key"},
  logImports: {"operationId":"logImports","item":null,"method":"GET","path":"/sightline/imports","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Imports of your own logs"},
  logImportAdd: {"operationId":"logImportAdd","item":null,"method":"POST","path":"/sightline/imports","tag":"service","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Announce a log file"},
  logImport: {"operationId":"logImport","item":null,"method":"GET","path":"/sightline/imports/{import_id}","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"One import of your own logs"},
  logImportChange: {"operationId":"logImportChange","item":null,"method":"POST","path":"/sightline/imports/{import_id}","tag":"service","takesBody":true,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Start, cancel, resume, discard or remove an import"},
  logImportRemoval: {"operationId":"logImportRemoval","item":null,"method":"GET","path":"/sightline/imports/{import_id}/removal","tag":"service","takesBody":false,"takesRawBody":false,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"What would leave the collection with an import"},
  logImportContent: {"operationId":"logImportContent","item":null,"method":"POST","path":"/sightline/imports/{import_id}/content","tag":"service","takesBody":false,"takesRawBody":true,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Send a piece of an announced file"},
  ingest: {"operationId":"ingest","item":null,"method":"POST","path":"/ingest/{format}","tag":"service","takesBody":false,"takesRawBody":true,"mayAnswerJob":false,"dayParameter":null,"isDated":false,"summary":"Push lines of a log"},
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;

/** What each operation takes, and what is under `response` of its answer. */
export interface Operations {
  ipv4Info: { data: contract.Ipv4InfoData; answer: contract.Ipv4InfoResponse['response'] };
  ipv4RiskScore: { data: contract.Ipv4RiskScoreData; answer: contract.Ipv4RiskScoreResponse['response'] };
  scanCertificates: { data: contract.ScanCertificatesData; answer: contract.ScanCertificatesResponse['response'] };
  scanFavicon: { data: contract.ScanFaviconData; answer: contract.ScanFaviconResponse['response'] };
  scanHeaders: { data: contract.ScanHeadersData; answer: contract.ScanHeadersResponse['response'] };
  scanJarm: { data: contract.ScanJarmData; answer: contract.ScanJarmResponse['response'] };
  scanOpenDirectories: { data: contract.ScanOpenDirectoriesData; answer: contract.ScanOpenDirectoriesResponse['response'] };
  ipv4RiskScoreBulk: { data: contract.Ipv4RiskScoreBulkData; answer: contract.Ipv4RiskScoreBulkResponse['response'] };
  ipv4InfoBulk: { data: contract.Ipv4InfoBulkData; answer: contract.Ipv4InfoBulkResponse['response'] };
  ipv4HistoryBulk: { data: contract.Ipv4HistoryBulkData; answer: contract.Ipv4HistoryBulkResponse['response'] };
  asnSubnetsBulk: { data: contract.AsnSubnetsBulkData; answer: contract.AsnSubnetsBulkResponse['response'] };
  asnSubnetsHistoryBulk: { data: contract.AsnSubnetsHistoryBulkData; answer: contract.AsnSubnetsHistoryBulkResponse['response'] };
  ipv4History: { data: contract.Ipv4HistoryData; answer: contract.Ipv4HistoryResponse['response'] };
  ipv6Info: { data: contract.Ipv6InfoData; answer: contract.Ipv6InfoResponse['response'] };
  ipv6RiskScore: { data: contract.Ipv6RiskScoreData; answer: contract.Ipv6RiskScoreResponse['response'] };
  ipv6RiskScoreBulk: { data: contract.Ipv6RiskScoreBulkData; answer: contract.Ipv6RiskScoreBulkResponse['response'] };
  ipv6InfoBulk: { data: contract.Ipv6InfoBulkData; answer: contract.Ipv6InfoBulkResponse['response'] };
  domainInfo: { data: contract.DomainInfoData; answer: contract.DomainInfoResponse['response'] };
  domainRiskScore: { data: contract.DomainRiskScoreData; answer: contract.DomainRiskScoreResponse['response'] };
  domainRiskScoreBulk: { data: contract.DomainRiskScoreBulkData; answer: contract.DomainRiskScoreBulkResponse['response'] };
  domainInfoBulk: { data: contract.DomainInfoBulkData; answer: contract.DomainInfoBulkResponse['response'] };
  domainInfratag: { data: contract.DomainInfratagData; answer: contract.DomainInfratagResponse['response'] };
  domainInfratagBulk: { data: contract.DomainInfratagBulkData; answer: contract.DomainInfratagBulkResponse['response'] };
  domainNsChanges: { data: contract.DomainNsChangesData; answer: contract.DomainNsChangesResponse['response'] };
  domainNsChangesSummary: { data: contract.DomainNsChangesSummaryData; answer: contract.DomainNsChangesSummaryResponse['response'] };
  nsTransfers: { data: contract.NsTransfersData; answer: contract.NsTransfersResponse['response'] };
  domainWhois: { data: contract.DomainWhoisData; answer: contract.DomainWhoisResponse['response'] };
  domainWhoisLive: { data: contract.DomainWhoisLiveData; answer: contract.DomainWhoisLiveResponse['response'] };
  domainCertificates: { data: contract.DomainCertificatesData; answer: contract.DomainCertificatesResponse['response'] };
  domainSiblings: { data: contract.DomainSiblingsData; answer: contract.DomainSiblingsResponse['response'] };
  domainCousins: { data: contract.DomainCousinsData; answer: contract.DomainCousinsResponse['response'] };
  takedownReputationRank: { data: contract.TakedownReputationRankData; answer: contract.TakedownReputationRankResponse['response'] };
  takedownReputation: { data: contract.TakedownReputationData; answer: contract.TakedownReputationResponse['response'] };
  takedownReputationHistory: { data: contract.TakedownReputationHistoryData; answer: contract.TakedownReputationHistoryResponse['response'] };
  nsReputationRank: { data: contract.NsReputationRankData; answer: contract.NsReputationRankResponse['response'] };
  nsReputation: { data: contract.NsReputationData; answer: contract.NsReputationResponse['response'] };
  nsReputationHistory: { data: contract.NsReputationHistoryData; answer: contract.NsReputationHistoryResponse['response'] };
  nameServersListed: { data: contract.NameServersListedData; answer: contract.NameServersListedResponse['response'] };
  asnReputationRank: { data: contract.AsnReputationRankData; answer: contract.AsnReputationRankResponse['response'] };
  asnReputation: { data: contract.AsnReputationData; answer: contract.AsnReputationResponse['response'] };
  asnReputationHistory: { data: contract.AsnReputationHistoryData; answer: contract.AsnReputationHistoryResponse['response'] };
  subnetReputationRank: { data: contract.SubnetReputationRankData; answer: contract.SubnetReputationRankResponse['response'] };
  subnetReputation: { data: contract.SubnetReputationData; answer: contract.SubnetReputationResponse['response'] };
  subnetReputationHistory: { data: contract.SubnetReputationHistoryData; answer: contract.SubnetReputationHistoryResponse['response'] };
  ipv4Reputation: { data: contract.Ipv4ReputationData; answer: contract.Ipv4ReputationResponse['response'] };
  ipv4ReputationHistory: { data: contract.Ipv4ReputationHistoryData; answer: contract.Ipv4ReputationHistoryResponse['response'] };
  ipv4ReputationRank: { data: contract.Ipv4ReputationRankData; answer: contract.Ipv4ReputationRankResponse['response'] };
  padnsForward: { data: contract.PadnsForwardData; answer: contract.PadnsForwardResponse['response'] };
  padnsReverse: { data: contract.PadnsReverseData; answer: contract.PadnsReverseResponse['response'] };
  padnsBoth: { data: contract.PadnsBothData; answer: contract.PadnsBothResponse['response'] };
  padnsUnsanctioned: { data: contract.PadnsUnsanctionedData; answer: contract.PadnsUnsanctionedResponse['response'] };
  padnsTranslate: { data: contract.PadnsTranslateData; answer: contract.PadnsTranslateResponse['response'] };
  padnsDensity: { data: contract.PadnsDensityData; answer: contract.PadnsDensityResponse['response'] };
  padnsIpDiversity: { data: contract.PadnsIpDiversityData; answer: contract.PadnsIpDiversityResponse['response'] };
  padnsIpDiversitySearch: { data: contract.PadnsIpDiversitySearchData; answer: contract.PadnsIpDiversitySearchResponse['response'] };
  job: { data: contract.JobData; answer: contract.JobResponse['response'] };
  asnLookup: { data: contract.AsnLookupData; answer: contract.AsnLookupResponse['response'] };
  enrichDomain: { data: contract.EnrichDomainData; answer: contract.EnrichDomainResponse['response'] };
  enrichIpv4: { data: contract.EnrichIpv4Data; answer: contract.EnrichIpv4Response['response'] };
  enrichIpv6: { data: contract.EnrichIpv6Data; answer: contract.EnrichIpv6Response['response'] };
  connections: { data: contract.ConnectionsData; answer: contract.ConnectionsResponse['response'] };
  campaign: { data: contract.CampaignData; answer: contract.CampaignResponse['response'] };
  connectionMembers: { data: contract.ConnectionMembersData; answer: contract.ConnectionMembersResponse['response'] };
  lookAlikes: { data: contract.LookAlikesData; answer: contract.LookAlikesResponse['response'] };
  similarPages: { data: contract.SimilarPagesData; answer: contract.SimilarPagesResponse['response'] };
  asnListed: { data: contract.AsnListedData; answer: contract.AsnListedResponse['response'] };
  asnListedNames: { data: contract.AsnListedNamesData; answer: contract.AsnListedNamesResponse['response'] };
  serverDomains: { data: contract.ServerDomainsData; answer: contract.ServerDomainsResponse['response'] };
  subnetContents: { data: contract.SubnetContentsData; answer: contract.SubnetContentsResponse['response'] };
  hosting: { data: contract.HostingData; answer: contract.HostingResponse['response'] };
  riskScores: { data: contract.RiskScoresData; answer: contract.RiskScoresResponse['response'] };
  collection: { data: contract.CollectionData; answer: contract.CollectionResponse['response'] };
  news: { data: contract.NewsData; answer: contract.NewsResponse['response'] };
  findings: { data: contract.FindingsData; answer: contract.FindingsResponse['response'] };
  quality: { data: contract.QualityData; answer: contract.QualityResponse['response'] };
  retroHunt: { data: contract.RetroHuntData; answer: contract.RetroHuntResponse['response'] };
  sources: { data: contract.SourcesData; answer: contract.SourcesResponse['response'] };
  sourcesRecommended: { data: contract.SourcesRecommendedData; answer: contract.SourcesRecommendedResponse['response'] };
  sourceAdd: { data: contract.SourceAddData; answer: contract.SourceAddResponse['response'] };
  sourcePreview: { data: contract.SourcePreviewData; answer: contract.SourcePreviewResponse['response'] };
  sourceChange: { data: contract.SourceChangeData; answer: contract.SourceChangeResponse['response'] };
  sourceRemoval: { data: contract.SourceRemovalData; answer: contract.SourceRemovalResponse['response'] };
  sourceFetch: { data: contract.SourceFetchData; answer: contract.SourceFetchResponse['response'] };
  sourceRemove: { data: contract.SourceRemoveData; answer: contract.SourceRemoveResponse['response'] };
  upstreamStatus: { data: contract.UpstreamStatusData; answer: contract.UpstreamStatusResponse['response'] };
  upstreamCost: { data: contract.UpstreamCostData; answer: contract.UpstreamCostResponse['response'] };
  collectNow: { data: contract.CollectNowData; answer: contract.CollectNowResponse['response'] };
  evidenceKey: { data: contract.EvidenceKeyData; answer: contract.EvidenceKeyResponse['response'] };
  evidenceSeal: { data: contract.EvidenceSealData; answer: contract.EvidenceSealResponse['response'] };
  audit: { data: contract.AuditData; answer: contract.AuditResponse['response'] };
  ownKey: { data: contract.OwnKeyData; answer: contract.OwnKeyResponse['response'] };
  judgements: { data: contract.JudgementsData; answer: contract.JudgementsResponse['response'] };
  judge: { data: contract.JudgeData; answer: contract.JudgeResponse['response'] };
  judgementTakeBack: { data: contract.JudgementTakeBackData; answer: contract.JudgementTakeBackResponse['response'] };
  outfeeds: { data: contract.OutfeedsData; answer: contract.OutfeedsResponse['response'] };
  outfeedAdd: { data: contract.OutfeedAddData; answer: contract.OutfeedAddResponse['response'] };
  outfeedPreview: { data: contract.OutfeedPreviewData; answer: contract.OutfeedPreviewResponse['response'] };
  outfeedRemove: { data: contract.OutfeedRemoveData; answer: contract.OutfeedRemoveResponse['response'] };
  watches: { data: contract.WatchesData; answer: contract.WatchesResponse['response'] };
  watchAdd: { data: contract.WatchAddData; answer: contract.WatchAddResponse['response'] };
  watchPreview: { data: contract.WatchPreviewData; answer: contract.WatchPreviewResponse['response'] };
  watchMute: { data: contract.WatchMuteData; answer: contract.WatchMuteResponse['response'] };
  watchRemove: { data: contract.WatchRemoveData; answer: contract.WatchRemoveResponse['response'] };
  watchEvents: { data: contract.WatchEventsData; answer: contract.WatchEventsResponse['response'] };
  watchEventsSeen: { data: contract.WatchEventsSeenData; answer: contract.WatchEventsSeenResponse['response'] };
  logImports: { data: contract.LogImportsData; answer: contract.LogImportsResponse['response'] };
  logImportAdd: { data: contract.LogImportAddData; answer: contract.LogImportAddResponse['response'] };
  logImport: { data: contract.LogImportData; answer: contract.LogImportResponse['response'] };
  logImportChange: { data: contract.LogImportChangeData; answer: contract.LogImportChangeResponse['response'] };
  logImportRemoval: { data: contract.LogImportRemovalData; answer: contract.LogImportRemovalResponse['response'] };
  logImportContent: { data: contract.LogImportContentData; answer: contract.LogImportContentResponse['response'] };
  ingest: { data: contract.IngestData; answer: contract.IngestResponse['response'] };
}
