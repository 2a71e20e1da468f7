/** Hands a file to the browser to save. */
export function downloadFile(name: string, content: BlobPart, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the address only after the press has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
