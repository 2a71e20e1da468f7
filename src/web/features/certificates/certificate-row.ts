import type { DomainCertificate } from '#contract/generated/types.gen.ts';

/** A certificate identifies itself by its fingerprint. */
export function certificateKey({ fingerprint_sha1, fingerprint, cert_index }: DomainCertificate): string {
  return fingerprint_sha1 ?? fingerprint ?? String(cert_index);
}

/** 'yyyy-mm-ddThh:mm:ss' (UTC) as the other times of the interface. */
export function plainTime(time: string | undefined): string {
  return (time ?? '').replace('T', ' ');
}

/** The members of the subject, which is a Python literal: "{'C': None, 'CN': 'acme.example'}"; the whole text where it is none. */
export function subjectMembers(subject: string): readonly (readonly [member: string, value: string])[] {
  const members = [...subject.matchAll(/'([^']+)':\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|None)/g)];
  if (!/^\s*\{.*\}\s*$/s.test(subject) || members.length === 0) return subject === '' ? [] : [['subject', subject]];
  return members.flatMap(([, member = '', single, double]) => {
    const value = single ?? double;
    return value === undefined ? [] : [[member, value.replace(/\\(['"\\])/g, '$1')] as const];
  });
}
