import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** Everything from our own origin; calls may also go to the base URL an analyst configures. */
const contentPolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'style-src-attr': ["'unsafe-inline'"], // positions of popovers and bars are computed
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'", 'https:', 'http://127.0.0.1:*', 'http://localhost:*'],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** The headers that helmet sets. They are the same on all responses, so they are read once. */
export const securityHeaders: Readonly<Record<string, string>> = readHeaders();

function readHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  const set = helmet({ contentSecurityPolicy: { useDefaults: false, directives: contentPolicy } });
  set({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error instanceof Error ? error : new Error('helmet failed');
  });
  return headers;
}
