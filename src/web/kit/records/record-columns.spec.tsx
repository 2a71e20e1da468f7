import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { CertificateDigests } from '#model/certificate.ts';
import { toCsv } from '#web/exports/csv.ts';
import { toJson } from '#web/exports/json.ts';
import { DrawnCell } from '#test/web/DrawnCell.tsx';
import { fingerprintColumns } from './record-columns.tsx';

const columns = fingerprintColumns<CertificateDigests>();
const [sha1, sha256] = ['ab'.repeat(20), 'cd'.repeat(32)];
const rows = {
  both: { fingerprint_sha1: sha1, fingerprint_sha256: sha256 },
  sha1: { fingerprint_sha1: sha1, fingerprint_sha256: '' },
  sha256: { fingerprint_sha1: '', fingerprint_sha256: sha256 },
  neither: { fingerprint_sha1: '', fingerprint_sha256: '' },
};

describe('the fingerprint of a certificate', () => {
  const [shown] = columns;
  const markupOf = (row: CertificateDigests) => {
    return renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <NuqsAdapter>
            <DrawnCell column={shown} row={row} />
          </NuqsAdapter>
        </MemoryRouter>
      </QueryClientProvider>,
    );
  };
  const textOf = (row: CertificateDigests) => markupOf(row).replaceAll(/<[^>]+>/g, '');

  it.each([
    ['both', sha1],
    ['sha1', sha1],
    ['sha256', sha256],
  ] as const)('known by %s leads to where it was seen', (known, hash) => {
    expect(textOf(rows[known])).toBe(hash);
    expect(markupOf(rows[known])).toContain(`href="/search/scans?what=certificates&amp;fingerprint_sha1=${hash}"`);
  });

  it('that is not known is said so, without a link', () => {
    for (const row of [rows.neither, {}]) {
      expect(textOf(row)).toBe('fingerprint not known');
      expect(markupOf(row)).not.toContain('<a');
    }
  });
});

it('exports have each digest under its own name', () => {
  const all = Object.values(rows);
  expect(toCsv(all, columns, { isRaw: false, hasBom: false }).split('\r\n')).toEqual([
    'certificate_fingerprint,fingerprint_sha1,fingerprint_sha256',
    `${sha1},${sha1},${sha256}`,
    `${sha1},${sha1},`,
    `${sha256},,${sha256}`,
    ',,',
    '',
  ]);
  const about = { view: 'certificates', subject: 'x', exported_at: '', rows: all.length, truncation: null };
  expect(toJson(all, columns, about)).not.toContain('undefined');
});
