/** Where the service of the end-to-end tests listens, and the keys it knows. */
export const servicePort = 8799;
export const serviceUrl = `http://127.0.0.1:${servicePort}`;

/** A key for each test that runs at the same time, by its place among them: faults and jobs of one do not touch the others. */
export const apiKeys = Array.from({ length: 8 }, (_, place) => `end-to-end-key-${String(place).padStart(4, '0')}`);
