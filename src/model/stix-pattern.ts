import type { Observable } from './fact.ts';

/** A text inside a pattern: backslash and quote escaped, in that order (STIX 2.1, 9.2). */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The pattern that finds an observable again; null for a certificate without a fingerprint. */
export function stixPattern(what: Observable): string | null {
  switch (what.kind) {
    case 'asn':
      return `[autonomous-system:number = ${what.number}]`;
    case 'certificate': {
      const prints = { MD5: what.md5, 'SHA-1': what.sha1, 'SHA-256': what.sha256 };
      const terms = Object.entries(prints).flatMap(([name, hash]) =>
        hash ? [`x509-certificate:hashes.'${name}' = ${quoted(hash)}`] : [],
      );
      return terms.length > 0 ? `[${terms.join(' AND ')}]` : null;
    }
    case 'ipv4':
    case 'ipv6': {
      const operator = what.value.includes('/') ? 'ISSUBSET' : '=';
      return `[${what.kind}-addr:value ${operator} ${quoted(what.value)}]`;
    }
    case 'domain':
      return `[domain-name:value = ${quoted(what.value)}]`;
    case 'url':
      return `[url:value = ${quoted(what.value)}]`;
  }
}
