/** Files of an archive by path. */
export type ZipFiles = Readonly<Record<string, Uint8Array>>;

/**
 * Packs files in the order of their names, uncompressed and without times, so that the same files always give the same bytes: a
 * reader finds any change of an archive by packing its files again.
 */
export async function packSealed(files: ZipFiles): Promise<Uint8Array<ArrayBuffer>> {
  const { zipSync } = await import('fflate');
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
  // the format has local times, and this is the first one in every time zone
  return zipSync(sorted, { level: 0, mtime: new Date(1980, 0, 1) });
}
