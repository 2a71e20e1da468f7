import { registrable } from '#sample/moments.ts';
import type { CertificateRow } from '#sample/rows.ts';
import { addDays, DAY, dayOf, moment, type Rule } from './collection.ts';

/** Longest life in days of a public certificate that is issued from that day on. */
const LIFETIME_LIMITS = [
  ['2029-03-15', 47],
  ['2027-03-15', 100],
  ['2026-03-15', 200],
  ['2020-09-01', 398],
] as const;

const isSelfSigned = ({ subject_common_name, issuer_common_name, chain }: CertificateRow): boolean =>
  subject_common_name === issuer_common_name && chain.length < 2;

export const CERTIFICATE_RULES: readonly Rule[] = [
  {
    id: 'certificate-lifetime',
    demands: 'a public certificate lives no longer than was allowed on the day of its issue: 398, 200, 100, 47 days',
    basis: 'CA/Browser Forum Baseline Requirements 6.3.2, ballot SC-081v3',
    *violations({ certificates }) {
      for (const certificate of certificates) {
        const { not_before, not_after, subject_common_name } = certificate;
        if (isSelfSigned(certificate)) continue;
        const limit = LIFETIME_LIMITS.find(([since]) => not_before >= since)?.[1] ?? 0;
        const days = (moment(not_after) - moment(not_before) + 1000) / DAY;
        if (days <= 0 || days > limit) yield `${subject_common_name} ${not_before}: ${days} days`;
      }
    },
  },
  {
    id: 'log-takes-public-ones',
    demands: 'a self-signed certificate is in no transparency log, a public one is in one',
    basis: 'RFC 6962 3.1: logs take chains to a root they accept',
    *violations({ certificates }) {
      for (const certificate of certificates) {
        const inLog = certificate.source_name.includes('Log') || certificate.cert_index > 0;
        if (isSelfSigned(certificate) === inLog) yield certificate.subject_common_name;
      }
    },
  },
  {
    id: 'logged-after-issue',
    demands: 'a certificate is logged on the day of its issue or the next',
    basis: 'RFC 6962 3: maximum merge delay of 24 hours, not before the certificate exists',
    *violations({ certificates }) {
      for (const { subject_common_name, not_before, logged } of certificates) {
        const issued = dayOf(not_before);
        if (logged < issued || logged > addDays(issued, 1))
          yield `${subject_common_name} ${not_before}, logged ${logged}`;
      }
    },
  },
  {
    id: 'log-grows',
    demands: 'the entry numbers of the log grow with time',
    basis: 'RFC 6962 2.1: a log is append-only',
    *violations({ certificates }) {
      const logged = certificates.filter(({ cert_index }) => cert_index > 0);
      logged.sort((a, b) => a.cert_index - b.cert_index);
      for (const [i, { logged: day, cert_index }] of logged.slice(1).entries()) {
        if (day < (logged[i]?.logged ?? '')) yield `entry ${cert_index} of ${day}`;
      }
    },
  },
  {
    id: 'certificate-after-registration',
    demands: 'no certificate is issued before the domains of its names are registered',
    basis: 'CA/Browser Forum Baseline Requirements 3.2.2.4: control of the domain is validated',
    *violations({ certificates, whoisOf }) {
      for (const { domains, not_before } of certificates) {
        for (const name of domains) {
          const created = whoisOf.get(registrable(name))?.[0]?.created;
          if (created && not_before < created) yield `${name} ${not_before}, registered ${created}`;
        }
      }
    },
  },
  {
    id: 'validated-in-dns',
    demands: 'a public certificate is issued while its domain has records',
    basis: 'CA/Browser Forum Baseline Requirements 3.2.2.4',
    *violations({ certificates, byDomain }) {
      for (const certificate of certificates) {
        const { subject_common_name, not_before } = certificate;
        if (isSelfSigned(certificate)) continue;
        const found = byDomain
          .get(registrable(subject_common_name))
          ?.some(({ first_seen, last_seen }) => first_seen <= not_before && not_before <= addDays(last_seen, 1));
        if (!found) yield `${subject_common_name} ${not_before}`;
      }
    },
  },
  {
    id: 'names-on-certificate',
    demands: 'the common name is one of the names, and a certificate has names',
    basis: 'CA/Browser Forum Baseline Requirements 7.1.4.3',
    violations: ({ certificates }) =>
      certificates
        .filter(({ domains, subject_common_name }) => !domains.includes(subject_common_name))
        .map(({ subject_common_name }) => subject_common_name),
  },
  {
    id: 'serial-number',
    demands: 'a serial number is positive, of at most 20 octets, and used once by its issuer',
    basis: 'RFC 5280 4.1.2.2',
    *violations({ certificates }) {
      const used = new Set<string>();
      for (const { serial_hex, issuer_common_name } of certificates) {
        const key = `${issuer_common_name} ${serial_hex}`;
        if (!/^[0-7][0-9a-f]{1,39}$/.test(serial_hex) || /^0+$/.test(serial_hex) || used.has(key)) yield serial_hex;
        used.add(key);
      }
    },
  },
];
