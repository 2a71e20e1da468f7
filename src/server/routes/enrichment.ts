export const enrichment = {};
