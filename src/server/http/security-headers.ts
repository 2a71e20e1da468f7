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

const protect = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: contentPolicy },
  xFrameOptions: { action: 'deny' },
  // this service speaks plain HTTP: the operator's TLS proxy knows which of its hosts may be bound for a year
  strictTransportSecurity: false,
});

/** Headers of every answer but data. Made once: the plugin of fastify builds and checks the policy again at each request. */
export const pageHeaders = headersOf(protect);

/** Headers of data. It is not a page and loads nothing, so those that OWASP recommends for an API are enough. */
export const dataHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

function headersOf(middleware: ReturnType<typeof helmet>): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response: Pick<ServerResponse, 'setHeader' | 'removeHeader'> = {
    setHeader(name, value) {
      headers[name] = String(value);
      return response as ServerResponse;
    },
    removeHeader: () => undefined,
  };
  middleware({} as IncomingMessage, response as ServerResponse, () => undefined);
  return headers;
}
