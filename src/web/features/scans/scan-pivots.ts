/** Searches for what a host has in common with others, as parameters of the scan explorer. */

/** A5 looks for a part of a line `name: value`, at most so long. */
const longestText = 1000;

export function headerPivot(name: string, value: string): Readonly<Record<string, string>> {
  return { what: 'headers', header_search: `${name}: ${value}`.slice(0, longestText) };
}

/** A7: the whole path of a directory, the bare name of a file. A name with `*` is not a pattern: it is asked as an expression. */
export function filePivot(path: string): Readonly<Record<string, string>> {
  const name = path.endsWith('/') ? path : path.slice(path.lastIndexOf('/') + 1);
  return name.includes('*')
    ? { what: 'opendir', filename_regex: `^${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$` }
    : { what: 'opendir', filename: name };
}
