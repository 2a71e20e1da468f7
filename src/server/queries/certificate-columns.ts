// Digests of certificates as answers show them: empty when they are unknown.

/** SQL of the SHA-1; empty for a key made of the SHA-256 (model/certificate-key.ts). */
export const sha1Of = (key: string): string => `if(startsWith(${key}, 'sha256:'), '', toString(${key}))`;

/** SQL of another digest, whose column of fixed length holds NULs when it is unknown. */
export const digestOf = (column: string): string => `toStringCutToZero(${column})`;
