/** Does the work at the first call; every call is given what that one returned. */
export function once<T>(work: () => T): () => T {
  let made: { readonly result: T } | undefined;
  return () => (made ??= { result: work() }).result;
}
