import type { ScanKind } from '#web/components/ask/scan-kind.ts';

interface Example {
  readonly says: string;
  readonly kind: ScanKind;
  readonly params: Readonly<Record<string, string>>;
}

/** Examples, for the page before its first question. */
export const examples: readonly Example[] = [
  { says: 'Every certificate in a network', kind: 'certificates', params: { ipv4: '203.0.113.0', netmask: '24' } },
  {
    says: 'Certificates for names below a domain',
    kind: 'certificates',
    params: { domain: '*.harborline-bank.example' },
  },
  { says: 'Expired certificates', kind: 'certificates', params: { expired_certs_only: '1' } },
  { says: 'Web servers with a header of a kit', kind: 'headers', params: { header_search: 'x-amber-build' } },
  { says: 'TLS set-ups of an address', kind: 'jarm', params: { ipv4: '203.0.113.66' } },
  { says: 'Icons in a network', kind: 'favicon', params: { ipv4: '198.51.100.0', netmask: '24' } },
  { says: 'Who lists a loader', kind: 'opendir', params: { filename: 'loader.exe', result_mode: 'full' } },
  { says: 'Stolen lists by their names', kind: 'opendir', params: { filename_regex: '^(mailboxes|hosts)\\..*$' } },
];
