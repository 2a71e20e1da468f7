import { type OutgoingHttpHeaders, request } from 'node:http';
import { beforeAll } from 'vitest';
import { announced } from './announced.ts';
import { key, type TestService, type TestServiceOptions } from './collection.ts';
import { checkAgainstContract } from './contract-check.ts';
import { observation, observedSet } from './seeded-observations.ts';
import { useTestService } from './use-test-service.ts';

const span = ['2026-01-01', '2026-11-20'] as const;
/** A small collection with a few rows of every kind. */
const acmeRows = {
  prefixes: [announced('20.192.0.0/10', 64500), announced('192.0.2.0/24', 64500)],
  asns: [{ asn: 64500, asname: 'ACME-NET' }],
  whois: [{ domain: 'acme.example', date: '2026-10-01', registrar: 'Nameyard', created: '2020-05-06 07:08:09' }],
  certificates: [
    {
      fingerprint_sha1: 'a'.repeat(40),
      fingerprint_sha256: 'b'.repeat(64),
      fingerprint_md5: 'c'.repeat(32),
      subject_common_name: "o'hara.acme.example",
      domains: ['acme.example', 'www.acme.example'],
      issuer_common_name: 'Free R1',
      not_before: '2026-10-01 00:00:00',
      not_after: '2027-01-01 00:00:00',
      logged: '2026-10-01',
    },
  ],
  obs: [
    observation('A', 'acme.example', '192.0.2.1', span, { count: 7 }),
    observation('A', 'www.acme.example', '192.0.2.2', ['2026-01-01', '2026-11-19']),
    observation('A', 'mail.acme.example', '192.0.2.3', ['2026-01-01', '2026-11-19']),
    observation('A', 'far.example', '20.207.73.82', ['2026-01-01', '2026-11-18']),
    observation('AAAA', 'acme.example', '2001:db8::1', span),
    ...observedSet('NS', 'acme.example', ['ns1.dns.example', 'ns2.dns.example'], span),
    ...observedSet('MX', 'acme.example', ['mx1.post.example'], span),
    observation('SOA', 'acme.example', 'ns1.dns.example admin.acme.example 1 300 60 3600 60', span),
    observation('TXT', 'acme.example', 'site-verification=4711', span),
    ...Array.from({ length: 1005 }, (_, at) => observation('A', `n${at}.many.example`, '192.0.2.77', span)),
  ],
};

const prefix = '/api/v1';

interface ClientAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The member `response`, which specs read without a type. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly response: any;
}

/** A client that sends raw requests as integrations do; answers are checked against the contract. */
interface ExistingClient {
  readonly service: TestService;
  /** `http://127.0.0.1:port` */
  readonly base: string;
  /** @param sent `path` below the base path */
  send(sent: RawRequest, under?: string): Promise<ClientAnswer>;
  /** The member `response`. */
  get(path: string): Promise<ClientAnswer['response']>;
  post(path: string, body: object): Promise<ClientAnswer['response']>;
  /** The records of a passive DNS look-up. */
  records(path: string): Promise<ClientAnswer['response']>;
  /** The names in these records. */
  queries(path: string): Promise<string[]>;
}

/** The client of a service that the tests of a file share. */
export function useExistingClient(options: TestServiceOptions = {}): ExistingClient {
  const service = useTestService({ rows: acmeRows, now: new Date('2026-11-21T12:00:00Z'), ...options });
  let base = '';
  beforeAll(async () => {
    base = await service.listen();
  });
  const send: ExistingClient['send'] = async (sent, under = prefix) => {
    const headers = { 'X-API-KEY': key, ...sent.headers };
    const answered = await sendRaw(base, { ...sent, path: `${under}${sent.path}`, headers });
    const body = JSON.parse(answered.text) as Record<string, unknown>;
    checkAgainstContract(sent.method ?? 'GET', sent.path.replace(/\/(?=\?|$)/, ''), answered.status, body);
    return { status: answered.status, body, headers: answered.headers, response: body['response'] };
  };
  const get: ExistingClient['get'] = async (path) => (await send({ path })).response;
  const records: ExistingClient['records'] = async (path) => (await get(`/explore/padns/lookup/${path}`)).records;
  return {
    service,
    get base() {
      return base;
    },
    send,
    get,
    post: async (path, body) => {
      const headers = { 'Content-Type': 'application/json' };
      return (await send({ method: 'POST', path, headers, body: JSON.stringify(body) })).response;
    },
    records,
    queries: async (path) => (await records(path)).map(({ query }: { query: string }) => query),
  };
}

/** A request as it goes over the wire: nothing is escaped, no header is added or renamed. */
export interface RawRequest {
  readonly method?: 'GET' | 'POST';
  /** Path with its query, exactly as sent. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends a request without the corrections of a client library. @param base `http://127.0.0.1:port` */
export function sendRaw(base: string, { method = 'GET', path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}
