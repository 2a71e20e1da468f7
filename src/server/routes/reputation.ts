export const reputation = {};
