/** Why a text cannot be the base URL of the interface; undefined when it can. Empty means the dashboard's own service. */
export function addressProblem(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || (trimmed.startsWith('/') && !trimmed.startsWith('//'))) return undefined;
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return 'Write an address that begins with https://, or a path like /api/v1.';
  if (url.username || url.password) return 'Leave user and password out of the address; the key goes below.';
  if (url.search || url.hash) return 'The address ends with its path: no query and no #.';
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  // the key would travel in the clear, and the content security policy forbids it
  return url.protocol === 'http:' && !isLocal ? 'Only https:// may leave this machine.' : undefined;
}
