/** Ways to ask, for the page before its first question. */
export const examples: readonly { readonly says: string; readonly question: Readonly<Record<string, string>> }[] = [
  { says: 'Every certificate in a network', question: { what: 'certificates', ipv4: '203.0.113.0', netmask: '24' } },
  {
    says: 'Certificates for names below a domain',
    question: { what: 'certificates', domain: '*.harborline-login.example' },
  },
  { says: 'Expired certificates', question: { what: 'certificates', expired_certs_only: '1' } },
  { says: 'Web servers with a header of a kit', question: { what: 'headers', header_search: 'x-amber-build' } },
  { says: 'TLS set-ups of an address', question: { what: 'jarm', ipv4: '203.0.113.66' } },
  { says: 'Icons in a network', question: { what: 'favicon', ipv4: '198.51.100.0', netmask: '24' } },
  { says: 'Who lists a loader', question: { what: 'opendir', filename: 'loader.exe', result_mode: 'full' } },
  { says: 'Stolen lists by their names', question: { what: 'opendir', filename_regex: '^(mailboxes|hosts)\\.' } },
];
