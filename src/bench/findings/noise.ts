// Registrations, certificates and listings of the generated collection, so that detectors have ordinary data to be wrong about.
import { domainCount, domainNameSql, drawSql, generatedUntilSql as until } from '#bench/service/generated-records.ts';

const draw = (salt: string, of = 'number') => drawSql(salt, of);
const below = (salt: string, limit: number, of = 'number') => `toUInt32(floor(${draw(salt, of)} * ${limit}))`;
const often = (salt: string, limit: number) => `toUInt32(floor(pow(${draw(salt)}, 3) * ${limit}))`;

/** Two lookups of each domain; a few per cent changed the registrar, the owner or the name servers in between, and some expired. */
function registrations(domains: number): string {
  const changed = (salt: string, share: number) => `(later AND ${draw(salt)} < ${share})`;
  return `
    INSERT INTO whois (domain, date, created, expires, registrar, org, nameservers, import)
    SELECT ${domainNameSql('number')}, toDate(${until}) - if(later, 1 + ${below('new look', 30)}, 100 + ${below('old look', 300)}),
      ${until} - toIntervalDay(500 + ${below('created', 4000)}),
      ${until} + toIntervalDay(if(${draw('expired')} < 0.005, toInt32(0) - ${below('ended', 90)}, if(later, toInt32(1), -90) + ${below('ends', 365)})),
      concat('Registrar ', toString(${often('registrar', 300)} + ${changed('moved', 0.03)})),
      if(${draw('has org')} < 0.4, concat('Organization ', toString(number), if(${changed('sold', 0.01)}, ' new', '')), ''),
      arrayMap(x -> concat('ns', toString(x), '.dns', toString(${often('server', 4000)} + ${changed('server moved', 0.04)}), '.test'), [1, 2]), 901
    FROM (SELECT number, arrayJoin([false, true]) AS later FROM numbers(${domains}))`;
}

/** One registration a day and more at each registrar in the last year. */
function recentRegistrations(domains: number): string {
  return `
    INSERT INTO whois (domain, date, created, expires, registrar, nameservers, import)
    SELECT concat('recent', toString(number), '.test'), toDate(made) + 1, made, made + toIntervalDay(365),
      concat('Registrar ', toString(${often('registrar', 300)})),
      arrayMap(x -> concat('ns', toString(x), '.dns', toString(${often('server', 400)}), '.test'), [1, 2]), 901
    FROM (SELECT number, ${until} - toIntervalSecond(${below('made', 360 * 86_400)}) AS made FROM numbers(${Math.floor(domains / 10)}))`;
}

/** Of a tenth of the domains: renewals every 60 days for a year and a half; one in a hundred is from another issuer. */
function certificates(domains: number): string {
  return `
    INSERT INTO certificates (fingerprint_sha1, subject_common_name, domains, issuer_organization, not_before, not_after, logged, import)
    SELECT lower(hex(SHA1(concat(name, toString(turn))))), name, [name, concat('www.', name)],
      concat('Issuer ', toString(if(${draw('other issuer', 'name, turn')} < 0.01, 7, ${often('issuer', 5)}))), made, made + toIntervalDay(90), toDate(made), 901
    FROM (
      SELECT number, ${domainNameSql('number')} AS name, arrayJoin(range(9)) AS turn,
        ${until} - toIntervalSecond(turn * 60 * 86400 + ${below('issued', 60 * 86_400)} + ${below('late', 259_200, 'number, turn')}) AS made
      FROM numbers(${domains}) WHERE ${draw('has certificate')} < 0.1)`;
}

/** One domain in a hundred, and one address in fifty. */
function listings(domains: number): string {
  const rest = `'feed:bench', toDate(${until}) - 20, toDate(${until}), 901`;
  const category = `['malware', 'phishing', 'spam', 'c2', 'scan'][1 + ${below('category', 5)}]`;
  return `
    INSERT INTO listings (indicator, host, ip, category, source, first_listed, last_listed, import)
    SELECT host, host, ip, category, ${rest} FROM (
      SELECT ${domainNameSql('number')} AS host, toIPv6('::') AS ip, ${category} AS category FROM numbers(${domains}) WHERE ${draw('is listed')} < 0.01
      UNION ALL
      SELECT IPv4NumToString(toUInt32(3323068416 + number)) AS host, toIPv6(host) AS ip, ${category} AS category
      FROM numbers(131072) WHERE ${draw('is listed address')} < 0.02)`;
}

/** Statements that fill the tables of evidence. @param total the size of the collection */
export function noiseStatements(total: number): readonly string[] {
  const domains = domainCount(total);
  return [registrations(domains), recentRegistrations(domains), certificates(domains), listings(domains)];
}
