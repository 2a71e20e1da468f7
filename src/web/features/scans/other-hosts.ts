/** The addresses of scan records but one, each once, in their order. */
export function otherHosts(rows: readonly { readonly ip: string }[], ip: string): readonly string[] {
  return [...new Set(rows.map((row) => row.ip))].filter((each) => each !== ip);
}
