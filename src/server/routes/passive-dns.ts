export const passiveDns = {};
