import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One bucket of the S3 interface on loopback, which checks the signature of every request (AWS Signature Version 4). */
export interface LoopbackBucket {
  /** Of the bucket, without a slash at the end. */
  readonly url: string;
  /** The configuration of a service that reads what is below `sensors/`. */
  readonly env: Readonly<Record<string, string>>;
  readonly keyId: string;
  readonly secret: string;
  put(key: string, content: string | Buffer): void;
  remove(key: string): void;
  /** Answers every request with this error, until it is called without one. */
  refuse(status?: number, code?: string): void;
  /** Keys of objects that are archived. */
  readonly archived: Set<string>;
  /** Keys of objects whose download ends in the middle. */
  readonly broken: Set<string>;
  /** Whether each page of a list says that it is followed by the same one. */
  repeatLists(isOn: boolean): void;
  /** Keys of the objects that were sent, and '' for each page of a list. */
  readonly sent: string[];
  close(): Promise<void>;
}

const [bucket, keyId, secret, region] = ['logs', 'AKIALOOPBACK', 'a/secret+with=signs', 'eu-loopback-1'];
/** Small, so that lists have several pages. */
const pageSize = 2;

export async function openLoopbackBucket(): Promise<LoopbackBucket> {
  const objects = new Map<string, Buffer>();
  const sent: string[] = [];
  const archived = new Set<string>();
  const broken = new Set<string>();
  let isEndless = false;
  let refusal: { readonly status: number; readonly code: string } | undefined;
  const server = createServer((request, response) => {
    const wrong = refusal ?? signatureFault(request);
    if (wrong) return fail(response, wrong.status, wrong.code);
    const url = new URL(request.url ?? '', 'http://localhost');
    if (url.pathname === `/${bucket}`) {
      sent.push('');
      const page = list(url.searchParams, objects);
      const again = '<NextContinuationToken>again</NextContinuationToken></ListBucketResult>';
      return void response.end(isEndless ? page.replace(/(<NextC.*)?<\/ListBucketResult>/, again) : page);
    }
    const key = decodeURIComponent(url.pathname.slice(bucket.length + 2));
    const content = objects.get(key);
    if (!content) return fail(response, 404, 'NoSuchKey');
    if (archived.has(key)) return fail(response, 403, 'InvalidObjectState');
    sent.push(key);
    if (!broken.has(key)) return void response.end(content);
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, content.length / 2), () => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${bucket}`;
  const env = {
    SIGHTLINE_S3_URL: `${url}/sensors/`,
    SIGHTLINE_S3_REGION: region,
    SIGHTLINE_S3_INSIDE: 'on',
    SIGHTLINE_S3_KEY_ID: keyId,
    SIGHTLINE_S3_SECRET: secret,
  };
  return {
    keyId,
    secret,
    sent,
    url,
    env,
    archived,
    broken,
    put: (key, content) => void objects.set(key, Buffer.from(content)),
    remove: (key) => void objects.delete(key),
    refuse: (status, code = '') => void (refusal = status === undefined ? undefined : { status, code }),
    repeatLists: (isOn) => void (isEndless = isOn),
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>no</Message></Error>`);
}

function list(query: URLSearchParams, objects: ReadonlyMap<string, Buffer>): string {
  const prefix = query.get('prefix') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const after = query.get('continuation-token') ?? '';
  const begin = after === '' ? 0 : keys.findIndex((key) => key > Buffer.from(after, 'base64').toString());
  const page = begin < 0 ? [] : keys.slice(begin, begin + pageSize);
  const isLast = begin < 0 || begin + pageSize >= keys.length;
  const contents = page.map((key) => {
    const content = objects.get(key) ?? Buffer.alloc(0);
    const tag = createHash('md5').update(content).digest('hex');
    const name = encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+');
    return `<Contents><Key>${name}</Key><ETag>&quot;${tag}&quot;</ETag><Size>${content.length}</Size></Contents>`;
  });
  const next = Buffer.from(page.at(-1) ?? '').toString('base64');
  const token = isLast ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><EncodingType>url</EncodingType><IsTruncated>${!isLast}</IsTruncated>${contents.join('')}${token}</ListBucketResult>`;
}

/** What a server of the S3 interface has against a request, by the rules of the AWS General Reference. */
function signatureFault({ method = '', url = '', headers }: IncomingMessage) {
  const [, id, day = '', place, service, signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (id !== keyId) return { status: 403, code: 'InvalidAccessKeyId' };
  if (place !== region || service !== 's3') return { status: 400, code: 'AuthorizationHeaderMalformed' };
  const at = String(headers['x-amz-date']);
  const time = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!at.startsWith(day) || !(Math.abs(Date.now() - time) < 900_000))
    return { status: 403, code: 'RequestTimeTooSkewed' };
  const names = signed.split(';');
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.includes(name)))
    return { status: 403, code: 'AccessDenied' };
  const [path = '', query = ''] = url.split('?');
  const request = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...names.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signed,
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const digest = createHash('sha256').update(request).digest('hex');
  const text = ['AWS4-HMAC-SHA256', at, `${day}/${region}/s3/aws4_request`, digest].join('\n');
  const of = (key: Buffer | string, what: string) => createHmac('sha256', key).update(what).digest();
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (made, part) => of(made, part),
    `AWS4${secret}`,
  );
  return of(key, text).toString('hex') === signature ? undefined : { status: 403, code: 'SignatureDoesNotMatch' };
}
