// This file is generated from src/contract/openapi.yaml: npm run generate

export type Operation = {
  readonly operationId: string;
  /** Item of the interface specification (A1 .. G3); null for what is Sightline's own. */
  readonly item: string | null;
  readonly method: 'GET' | 'POST';
  /** Path template below the base address, e.g. `/explore/job/{job_id}`. */
  readonly path: string;
  readonly tag: string;
  /** The answer may be `job_status` instead of the result. */
  readonly mayAnswerJob: boolean;
  readonly summary: string;
};

/** Every operation of the contract by operationId, in the order of the document. */
export const operations = {
  ipv4Info: {"operationId":"ipv4Info","item":"A1","method":"GET","path":"/explore/ipv4/ipv4info/{ipv4}","tag":"ipv4","mayAnswerJob":false,"summary":"IPv4 information"},
  ipv4RiskScore: {"operationId":"ipv4RiskScore","item":"A2","method":"GET","path":"/explore/ipv4/riskscore/{ipv4}","tag":"ipv4","mayAnswerJob":false,"summary":"Risk score of an IPv4 address"},
  scanCertificates: {"operationId":"scanCertificates","item":"A3","method":"GET","path":"/explore/scandata/ipv4/certificates","tag":"ipv4","mayAnswerJob":false,"summary":"Certificates seen by IPv4 scans"},
  scanFavicon: {"operationId":"scanFavicon","item":"A4","method":"GET","path":"/explore/scandata/ipv4/favicon","tag":"ipv4","mayAnswerJob":false,"summary":"Favicons seen by IPv4 scans"},
  scanHeaders: {"operationId":"scanHeaders","item":"A5","method":"GET","path":"/explore/scandata/ipv4/headers","tag":"ipv4","mayAnswerJob":false,"summary":"HTTP headers seen by IPv4 scans"},
  scanJarm: {"operationId":"scanJarm","item":"A6","method":"GET","path":"/explore/scandata/ipv4/jarm","tag":"ipv4","mayAnswerJob":false,"summary":"JARM fingerprints seen by IPv4 scans"},
  scanOpenDirectories: {"operationId":"scanOpenDirectories","item":"A7","method":"GET","path":"/explore/scandata/ipv4/opendir","tag":"ipv4","mayAnswerJob":false,"summary":"Open directories seen by IPv4 scans"},
  ipv4RiskScoreBulk: {"operationId":"ipv4RiskScoreBulk","item":"A8","method":"POST","path":"/explore/bulk/ipv4/riskscore","tag":"ipv4","mayAnswerJob":false,"summary":"Risk scores of many IPv4 addresses"},
  ipv4InfoBulk: {"operationId":"ipv4InfoBulk","item":"A9","method":"POST","path":"/explore/bulk/ip2asn/ipv4","tag":"ipv4","mayAnswerJob":false,"summary":"Information on many IPv4 addresses"},
  ipv4HistoryBulk: {"operationId":"ipv4HistoryBulk","item":"A10","method":"POST","path":"/explore/bulk/history/ip2asn/ipv4","tag":"ipv4","mayAnswerJob":false,"summary":"ASN and subnet of many IPv4 addresses on many days"},
  asnSubnetsBulk: {"operationId":"asnSubnetsBulk","item":"A11","method":"POST","path":"/explore/bulk/asn2subnet","tag":"ipv4","mayAnswerJob":false,"summary":"Subnets of many ASNs"},
  asnSubnetsHistoryBulk: {"operationId":"asnSubnetsHistoryBulk","item":"A12","method":"POST","path":"/explore/bulk/history/asn2subnet","tag":"ipv4","mayAnswerJob":false,"summary":"Subnets of many ASNs on many days"},
  ipv4History: {"operationId":"ipv4History","item":"A13","method":"GET","path":"/explore/ip2asn/history/ipv4/{ipv4}","tag":"ipv4","mayAnswerJob":false,"summary":"ASN and subnet history of an IPv4 address"},
  ipv6Info: {"operationId":"ipv6Info","item":"B1","method":"GET","path":"/explore/ipv6/ipv6info/{ipv6}","tag":"ipv6","mayAnswerJob":false,"summary":"IPv6 information"},
  ipv6RiskScore: {"operationId":"ipv6RiskScore","item":"B2","method":"GET","path":"/explore/ipv6/riskscore/{ipv6}","tag":"ipv6","mayAnswerJob":false,"summary":"Risk score of an IPv6 address"},
  ipv6RiskScoreBulk: {"operationId":"ipv6RiskScoreBulk","item":"B3","method":"POST","path":"/explore/bulk/ipv6/riskscore","tag":"ipv6","mayAnswerJob":false,"summary":"Risk scores of many IPv6 addresses"},
  ipv6InfoBulk: {"operationId":"ipv6InfoBulk","item":"B4","method":"POST","path":"/explore/bulk/ip2asn/ipv6","tag":"ipv6","mayAnswerJob":false,"summary":"Information on many IPv6 addresses"},
  domainInfo: {"operationId":"domainInfo","item":"C1","method":"GET","path":"/explore/domain/domaininfo/{domain}","tag":"domain","mayAnswerJob":false,"summary":"Domain information"},
  domainRiskScore: {"operationId":"domainRiskScore","item":"C2","method":"GET","path":"/explore/domain/riskscore/{domain}","tag":"domain","mayAnswerJob":false,"summary":"Risk score of a domain"},
  domainRiskScoreBulk: {"operationId":"domainRiskScoreBulk","item":"C3","method":"POST","path":"/explore/bulk/domain/riskscore","tag":"domain","mayAnswerJob":false,"summary":"Risk scores of many domains"},
  domainInfoBulk: {"operationId":"domainInfoBulk","item":"C4","method":"POST","path":"/explore/bulk/domaininfo","tag":"domain","mayAnswerJob":false,"summary":"Information on many domains"},
  domainInfratag: {"operationId":"domainInfratag","item":"C5","method":"GET","path":"/explore/domain/infratag/{domain}","tag":"domain","mayAnswerJob":false,"summary":"Infrastructure tag of a domain"},
  domainInfratagBulk: {"operationId":"domainInfratagBulk","item":"C6","method":"POST","path":"/explore/bulk/domain/infratags","tag":"domain","mayAnswerJob":false,"summary":"Infrastructure tags of many domains"},
  domainNsChanges: {"operationId":"domainNsChanges","item":"C7","method":"GET","path":"/explore/domain/nschanges/{domain}","tag":"domain","mayAnswerJob":false,"summary":"Name server changes of a domain"},
  domainNsChangesSummary: {"operationId":"domainNsChangesSummary","item":"C8","method":"GET","path":"/explore/domain/nschangessummary/{domain}","tag":"domain","mayAnswerJob":false,"summary":"Summary of the name server changes of a domain"},
  nsTransfers: {"operationId":"nsTransfers","item":"C9","method":"GET","path":"/explore/query/nstransfer","tag":"domain","mayAnswerJob":false,"summary":"Domains that moved between name servers"},
  domainWhois: {"operationId":"domainWhois","item":"C10","method":"GET","path":"/explore/domain/whois/{domain}","tag":"domain","mayAnswerJob":false,"summary":"Stored whois records of a domain"},
  domainWhoisLive: {"operationId":"domainWhoisLive","item":"C11","method":"GET","path":"/explore/domain/whoislive/{domain}","tag":"domain","mayAnswerJob":false,"summary":"Live whois record of a domain"},
  domainCertificates: {"operationId":"domainCertificates","item":"C12","method":"GET","path":"/explore/domain/certificates/{domain}","tag":"domain","mayAnswerJob":true,"summary":"Certificates of a domain"},
  domainSiblings: {"operationId":"domainSiblings","item":"C13","method":"GET","path":"/explore/domain/siblings/{domain}","tag":"domain","mayAnswerJob":false,"summary":"Names that share a certificate"},
  domainCousins: {"operationId":"domainCousins","item":"C14","method":"GET","path":"/explore/domain/cousins/{domain}","tag":"domain","mayAnswerJob":false,"summary":"Domains that look alike"},
  takedownReputationRank: {"operationId":"takedownReputationRank","item":"D1","method":"GET","path":"/explore/takedownreputation/rank","tag":"reputation","mayAnswerJob":false,"summary":"ASNs that react slowest to listings"},
  takedownReputation: {"operationId":"takedownReputation","item":"D2","method":"GET","path":"/explore/takedownreputation/asn/{asn}","tag":"reputation","mayAnswerJob":false,"summary":"Takedown reputation of an ASN"},
  takedownReputationHistory: {"operationId":"takedownReputationHistory","item":"D3","method":"GET","path":"/explore/takedownreputation/history/asn/{asn}","tag":"reputation","mayAnswerJob":false,"summary":"Takedown reputation history of an ASN"},
  nsReputationRank: {"operationId":"nsReputationRank","item":"D4","method":"GET","path":"/explore/nsreputation/rank","tag":"reputation","mayAnswerJob":false,"summary":"Name servers with the worst reputation"},
  nsReputation: {"operationId":"nsReputation","item":"D5","method":"GET","path":"/explore/nsreputation/nameserver/{nameserver}","tag":"reputation","mayAnswerJob":false,"summary":"Reputation of a name server"},
  nsReputationHistory: {"operationId":"nsReputationHistory","item":"D6","method":"GET","path":"/explore/nsreputation/history/nameserver/{nameserver}","tag":"reputation","mayAnswerJob":false,"summary":"Reputation history of a name server"},
  nameServersListed: {"operationId":"nameServersListed","item":"D7","method":"GET","path":"/explore/nameserverlisted","tag":"reputation","mayAnswerJob":false,"summary":"Name servers with most listed domains"},
  asnReputationRank: {"operationId":"asnReputationRank","item":"D8","method":"GET","path":"/explore/ipreputation/rank/asn","tag":"reputation","mayAnswerJob":false,"summary":"ASNs with the worst reputation"},
  asnReputation: {"operationId":"asnReputation","item":"D9","method":"GET","path":"/explore/ipreputation/asn/{asn}","tag":"reputation","mayAnswerJob":false,"summary":"Reputation of an ASN"},
  asnReputationHistory: {"operationId":"asnReputationHistory","item":"D10","method":"GET","path":"/explore/ipreputation/history/asn/{asn}","tag":"reputation","mayAnswerJob":false,"summary":"Reputation history of an ASN"},
  subnetReputationRank: {"operationId":"subnetReputationRank","item":"D11","method":"GET","path":"/explore/ipreputation/rank/subnet","tag":"reputation","mayAnswerJob":false,"summary":"Subnets with the worst reputation"},
  subnetReputation: {"operationId":"subnetReputation","item":"D12","method":"GET","path":"/explore/ipreputation/subnet/{subnet}/{mask}","tag":"reputation","mayAnswerJob":false,"summary":"Reputation of a subnet"},
  subnetReputationHistory: {"operationId":"subnetReputationHistory","item":"D13","method":"GET","path":"/explore/ipreputation/history/subnet/{subnet}/{mask}","tag":"reputation","mayAnswerJob":false,"summary":"Reputation history of a subnet"},
  ipv4Reputation: {"operationId":"ipv4Reputation","item":"D14","method":"GET","path":"/explore/ipreputation/ipv4/{ipv4}","tag":"reputation","mayAnswerJob":false,"summary":"Reputation of an IPv4 address"},
  ipv4ReputationHistory: {"operationId":"ipv4ReputationHistory","item":"D15","method":"GET","path":"/explore/ipreputation/history/ipv4/{ipv4}","tag":"reputation","mayAnswerJob":false,"summary":"Reputation history of an IPv4 address"},
  ipv4ReputationRank: {"operationId":"ipv4ReputationRank","item":"D16","method":"GET","path":"/explore/ipreputation/rank/ipv4","tag":"reputation","mayAnswerJob":false,"summary":"IPv4 addresses with the worst reputation"},
  padnsForward: {"operationId":"padnsForward","item":"E1","method":"GET","path":"/explore/padns/lookup/query/{qtype}/{qname}","tag":"padns","mayAnswerJob":true,"summary":"Forward lookup: records of a name"},
  padnsReverse: {"operationId":"padnsReverse","item":"E2","method":"GET","path":"/explore/padns/lookup/answer/{qtype}/{qname}","tag":"padns","mayAnswerJob":true,"summary":"Reverse lookup: records with an answer"},
  padnsBoth: {"operationId":"padnsBoth","item":"E3","method":"GET","path":"/explore/padns/lookup/both/{qtype}/{qname}/{qanswer}","tag":"padns","mayAnswerJob":true,"summary":"Multi-condition lookup: name and answer"},
  padnsUnsanctioned: {"operationId":"padnsUnsanctioned","item":"E4","method":"GET","path":"/explore/padns/lookup/uld/{qtype}/{qname}/{qanswer}","tag":"padns","mayAnswerJob":true,"summary":"Unsanctioned-asset search"},
  padnsTranslate: {"operationId":"padnsTranslate","item":"E5","method":"GET","path":"/explore/padns/lookup/translate/{qtype}/{query}","tag":"padns","mayAnswerJob":false,"summary":"Servers behind a hash"},
  padnsDensity: {"operationId":"padnsDensity","item":"E6","method":"GET","path":"/explore/padns/lookup/density/{qtype}/{query}","tag":"padns","mayAnswerJob":false,"summary":"Density of a server, hash, address or ASN"},
  padnsIpDiversity: {"operationId":"padnsIpDiversity","item":"E7","method":"GET","path":"/explore/padns/lookup/ipdiversity/{qtype}/{query}","tag":"padns","mayAnswerJob":false,"summary":"IP diversity of a host"},
  padnsIpDiversitySearch: {"operationId":"padnsIpDiversitySearch","item":"E8","method":"GET","path":"/explore/padns/search/ipdiversity","tag":"padns","mayAnswerJob":true,"summary":"Search of IP diversity patterns"},
  job: {"operationId":"job","item":"F1","method":"GET","path":"/explore/job/{job_id}","tag":"utilities","mayAnswerJob":false,"summary":"Status or results of a job"},
  asnLookup: {"operationId":"asnLookup","item":"F2","method":"GET","path":"/explore/asn/lookup","tag":"utilities","mayAnswerJob":false,"summary":"AS names and numbers"},
  enrichDomain: {"operationId":"enrichDomain","item":"G1","method":"GET","path":"/explore/enrich/domain/{domain}","tag":"enrichment","mayAnswerJob":false,"summary":"Everything about a domain"},
  enrichIpv4: {"operationId":"enrichIpv4","item":"G2","method":"GET","path":"/explore/enrich/ipv4/{ipv4}","tag":"enrichment","mayAnswerJob":false,"summary":"Everything about an IPv4 address"},
  enrichIpv6: {"operationId":"enrichIpv6","item":"G3","method":"GET","path":"/explore/enrich/ipv6/{ipv6}","tag":"enrichment","mayAnswerJob":false,"summary":"Everything about an IPv6 address"},
  collection: {"operationId":"collection","item":null,"method":"GET","path":"/sightline/collection","tag":"service","mayAnswerJob":false,"summary":"What the collection holds and how fresh it is"},
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;
