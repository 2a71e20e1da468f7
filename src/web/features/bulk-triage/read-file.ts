const largestBytes = 20_000_000;

/** The text of a file, or why there is none. */
export async function readTextFile(
  file: File,
): Promise<{ readonly text: string; readonly problem?: undefined } | { readonly problem: string }> {
  if (file.size > largestBytes)
    return { problem: `${file.name} has ${Math.round(file.size / 1e6)} MB; a triage takes up to 20 MB of text.` };
  const text = await file.text().catch(() => null);
  if (text === null) return { problem: `${file.name} could not be read. It may have been moved since.` };
  if (text.includes('\0')) return { problem: `${file.name} is no text: export it as text, CSV or JSON first.` };
  return { text };
}
