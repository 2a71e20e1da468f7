const MAX_PART = 80;

/** Letters, digits, dot, dash and underscore; everything else, and dots that would hide a file or climb, becomes a dash. */
function safePart(text: string): string {
  const safe = text
    .normalize('NFKC')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '-')
    .replace(/-{2,}/g, '-')
    .slice(0, MAX_PART)
    .replace(/^[.-]+|[.-]+$/g, '');
  return safe || 'all';
}

/** `<UTC time>_<view>_<subject>.<extension>`, safe on every file system: 20260131T100000Z_padns-forward_a.example.csv */
export function exportFileName(time: Date, view: string, subject: string, extension: string): string {
  const stamp = time.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '');
  return `${stamp}_${safePart(view)}_${safePart(subject)}.${extension}`;
}
