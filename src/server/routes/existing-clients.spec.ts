import { describe, expect, it } from 'vitest';
import { key } from '#test/server/collection.ts';
import { checkAgainstContract } from '#test/server/contract-check.ts';
import { type RawRequest, sendRaw, useExistingClient } from '#test/server/existing-client.ts';

// What integrations of this interface read, over the wire. A title quotes its rule.

const client = useExistingClient();
const { send, get } = client;

const prefix = '/api/v1';

describe('answers they read: failures of the call', () => {
  const path = '/explore/ipv4/riskscore/192.0.2.1';
  /** The envelope carries the same status_code and a non-null, printable error; never a key. */
  const refused = async (sent: RawRequest, status: number) => {
    const answer = await send(sent);
    expect(answer.body).toMatchObject({
      status_code: status,
      error: { message: expect.stringMatching(/^[\x20-\x7e]+$/) },
    });
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).not.toContain('a-key');
    return answer;
  };

  it('"400 (bad input)"', async () => {
    await refused({ path: '/explore/ipv4/riskscore/nonsense' }, 400);
    await refused({ path: '/explore/padns/lookup/query/wks/acme.example' }, 400);
    await refused({ path: '/explore/padns/lookup/query/a/acme.example?limit=many' }, 400);
    const json = { 'Content-Type': 'application/json' };
    await refused({ method: 'POST', path: '/explore/bulk/ip2asn/ipv4', headers: json, body: '{"ips":' }, 400);
  });

  it('"401 (missing or unknown key)"', async () => {
    await refused({ path, headers: { 'X-API-KEY': '' } }, 401);
    await refused({ path, headers: { 'X-API-KEY': 'a-key-of-somebody-else' } }, 401);
  });

  it('"403 (key not allowed)": here, a caller that may not use one', async () => {
    await refused({ path, headers: { Origin: 'https://elsewhere.example' } }, 403);
    await refused({ path, headers: { Host: 'elsewhere.example' } }, 403);
  });

  it('"404 (no such path or job)"', async () => {
    await refused({ path: '/explore/no/such/thing' }, 404);
    await refused({ path: '/explore/job/3f8b1c2e-6d4a-4c1b-9e57-0a1b2c3d4e5f' }, 404);
  });

  it('"429 (too many, with Retry-After)"', async () => {
    const limited = await client.service.listen({ requestsPerMinute: 2 });
    const ask = () => sendRaw(limited, { path: `${prefix}${path}`, headers: { 'X-API-KEY': key } });
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(200);
    const { status, headers, text } = await ask();
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const body = JSON.parse(text) as unknown;
    expect(body).toMatchObject({ status_code: 429, error: { code: 'too_many_requests', message: expect.any(String) } });
    checkAgainstContract('GET', path, status, body);
  });
});

describe('answers they read: jobs', () => {
  const search = '/explore/padns/lookup/query/a/*acme*';

  it('"ids are UUIDs; states are PENDING and STARTED, SUCCESS completes; get is an absolute URL"', async () => {
    const { job_status } = await get(`${search}?prefer=job_id`);
    expect(job_status.job_id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(['PENDING', 'STARTED']).toContain(job_status.status);
    expect(job_status.get).toBe(`${client.base}${prefix}/explore/job/${job_status.job_id}`);
    expect((await get(`/explore/job/${job_status.job_id}`)).records).toEqual((await get(search)).records);
    const done = await get(`/explore/job/${job_status.job_id}?status_only=1`);
    expect(done).toEqual({ job_status: { ...job_status, status: 'SUCCESS' } });
  });

  it('"get" stays under the base path that the client uses', async () => {
    const under = '/api/v1/merge-api';
    const { response } = await send({ path: `${search}?prefer=job_id&limit=7` }, under);
    expect(response.job_status.get).toBe(`${client.base}${under}/explore/job/${response.job_status.job_id}`);
  });

  it('"metadata (with_metadata=1), beside the data in response"', async () => {
    const { records: found, metadata } = await get(`${search}?with_metadata=1&limit=2`);
    expect(found).toHaveLength(2);
    expect(metadata).toEqual({
      job_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      query_name: 'padns/lookup/query',
      results_returned: 2,
      results_total_at_least: 3,
      results_total_is_exact: true,
      timestamp: expect.closeTo(Date.now() / 1000, -2),
      with_metadata: 1,
    });
  });

  it('"padns/lookup/query, certdb/certificates": query_name of certificates', async () => {
    const { metadata } = await get('/explore/domain/certificates/acme.example?with_metadata=1');
    expect(metadata.query_name).toBe('certdb/certificates');
  });
});
