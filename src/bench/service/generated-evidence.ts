// Registrations and certificates of the generated domains and scans of their hosts, made in the store from the generated records.
import { domainCount, domainNameSql, drawSql as unit, generatedUntilSql as until } from './generated-records.ts';

/** A number below a limit; small ones are far more frequent. */
function skewed(salt: string, of: string, limit: number): string {
  const draw = unit(salt, of);
  return `toString(toUInt32(floor(${draw} * ${draw} * ${draw} * ${limit})))`;
}

/**
 * Statements that fill the tables of registrations, certificates and scans: one record of each domain, one to three certificates of four in ten,
 * the first from the day of registration, and visits to a tenth of the addresses of names.
 * @param total the size of the collection
 */
export function generatedEvidence(total: number): readonly string[] {
  const domains = domainCount(total);
  const created = `${until} - toIntervalDay(toUInt32(5000 * ${unit('day', 'number')} * ${unit('day', 'number')}))`;
  const visits = "FROM fwd WHERE rrtype = 'A' AND cityHash64(rname, answer) % 10 = 0";
  return [
    `INSERT INTO whois (domain, date, created, registrar, org, emails, import)
     SELECT ${domainNameSql('number')}, toDate(${until}) - 1, ${created},
       concat('Registrar ', ${skewed('registrar', 'number', 300)}),
       if(${unit('has org', 'number')} < 0.2, concat('Organization ', ${skewed('org', 'number', domains)}), ''),
       if(${unit('has mail', 'number')} < 0.15, [concat('owner', ${skewed('mail', 'number', domains)}, '@post.test')], []), 900
     FROM numbers(${domains})`,
    `INSERT INTO certificates (fingerprint_sha1, subject_common_name, domains, not_before, not_after, import)
     SELECT lower(hex(SHA1(concat(domain, toString(renewal))))), domain, [domain, concat('www.', domain)], began, began + toIntervalDay(90), 900
     FROM (
       SELECT ${domainNameSql('number')} AS domain, arrayJoin(range(1 + cityHash64('renewals', number) % 3)) AS renewal,
         ${created} + toIntervalDay(60 * renewal) AS began
       FROM numbers(${domains}) WHERE ${unit('has certificate', 'number')} < 0.4)
     WHERE began <= ${until}`,
    `INSERT INTO scan_jarm (ip, hostname, jarm_hash, first_seen, last_seen, import)
     SELECT DISTINCT toIPv6(answer), '', lower(hex(MD5(${skewed('jarm', 'answer', 2000)}))), toDate(${until}) - 9, toDate(${until}) - 9, 900 ${visits}`,
    `INSERT INTO scan_html (ip, hostname, html_title, html_body_murmur3, scan_date, import)
     SELECT toIPv6(answer), reverse(rname), concat('Page ', ${skewed('title', 'rname', domains)}), toString(murmurHash3_32(${skewed('body', 'rname', domains)})), ${until} - 86400, 900 ${visits}`,
  ];
}
