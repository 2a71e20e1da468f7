import fc from 'fast-check';

/**
 * Names with a `*` or more, of the given pieces; `*` must be among them. None begins or ends with a dot: at the end it means the
 * root and is taken off by the service.
 */
export function anyWildcard(pieces: readonly string[], maxLength: number): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength })
    .map((list) => list.join('').replace(/\.+$/, ''))
    .filter((text) => text.includes('*') && !text.startsWith('.'));
}
