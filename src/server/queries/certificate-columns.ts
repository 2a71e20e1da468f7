// What tables have in place of a digest that is not known.

/** SQL of a certificate's SHA-1; empty for the key of one that is known by its SHA-256 alone (model/certificate-key.ts). */
export const sha1Of = (key: string): string => `if(startsWith(${key}, 'sha256:'), '', toString(${key}))`;

/** SQL of another digest; a column of fixed length holds NULs where it is not known. */
export const digestOf = (column: string): string => `toStringCutToZero(${column})`;
