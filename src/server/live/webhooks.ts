import { withDeadline } from './live-failure.ts';
import { httpExchange } from './http-exchange.ts';
import { openGuard, type TestAllowance } from './target.ts';

interface WebhookOptions {
  /** Receivers inside the network of the operator: host names that may have private addresses, over https. */
  readonly insideHosts?: readonly string[];
  /** For tests only; cannot be set by the configuration or the environment. */
  readonly testAllowance?: TestAllowance;
}

/** Sends one POST. @returns the status of the answer @throws LiveError */
export type SendWebhook = (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<number>;

const maxBytes = 65_536;
/** Limit of one request, resolving included. */
const milliseconds = 15_000;

/** Egress to webhooks, through the guard of live look-ups. Redirects are not followed, and the answer is not read. */
export function openWebhooks({ insideHosts, testAllowance }: WebhookOptions = {}): SendWebhook {
  const guard = openGuard(testAllowance, insideHosts);
  return (url, body, headers, caller) =>
    withDeadline(caller, milliseconds, 'The receiver', (signal) =>
      httpExchange(
        url,
        guard,
        { headers: () => headers, body, maxBytes, signal },
        async (answer) => answer.statusCode ?? 0,
      ),
    );
}
