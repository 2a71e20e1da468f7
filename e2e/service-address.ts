/** Where the service of the end-to-end tests listens, and the keys it knows. */
export const servicePort = 8799;
export const serviceUrl = `http://127.0.0.1:${servicePort}`;
export const apiKey = 'end-to-end-key-0001';
