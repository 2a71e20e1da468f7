/** Which rows of an answer: at most `limit`, after the first `skip`. */
export interface Page {
  readonly limit: number;
  readonly skip: number;
}
