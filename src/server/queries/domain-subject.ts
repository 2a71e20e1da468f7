/** The subject of a query about a domain. All names in A-labels. */
export interface DomainSubject {
  /** The queried name. */
  readonly query: string;
  /** Its registrable domain. */
  readonly domain: string;
  /** Its top-level zone. */
  readonly zone: string;
}
