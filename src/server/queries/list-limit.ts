/** The most entries that an answer without a limit parameter lists. */
export const MAX_LISTED = 10_000;

/** What such a query reads: one more tells that the list is cut. */
export const listLimit = MAX_LISTED + 1;
