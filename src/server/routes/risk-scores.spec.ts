import { describe, expect, it } from 'vitest';
import { now, rows } from '#test/server/addresses-collection.ts';
import { useTestService } from '#test/server/use-test-service.ts';

const service = useTestService({ rows, now });

describe('riskScores', () => {
  const ips = ['203.0.113.66', '2001:db8:501::66', 'no address', '2001:db8:501::66', '198.18.0.6'];
  const domains = ['nobody.example', 'not..a..name', 'acme.example'];
  const path = '/sightline/riskscores';

  it('answers the records of the operations for addresses of either version and for domains', async () => {
    const { response } = await service.post(path, { ips, domains });
    const one = async (kind: string, body: object) =>
      (await service.post(`/explore/bulk/${kind}/riskscore`, body)).response;
    const isIpv6 = (ip: string) => ip.includes(':');
    expect(response.domains).toEqual(await one('domain', { domains }));
    expect(response.ips).toEqual([
      ...(await one('ipv4', { ips: ips.filter((ip) => !isIpv6(ip)) })),
      ...(await one('ipv6', { ips: ips.filter(isIpv6) })),
    ]);
    expect(response.ips.filter(({ error }: { error?: string }) => error)).toHaveLength(2);
  });

  it('takes 2,000 of each, one of them, and not none', async () => {
    const many = Array.from({ length: 2001 }, (_, index) => `192.0.${index >> 8}.${index & 255}`);
    expect((await service.post(path, { ips: many.slice(1) })).response.ips).toHaveLength(2000);
    expect((await service.post(path, { domains: ['acme.example'] })).response).toMatchObject({
      ips: [],
      domains: [{}],
    });
    for (const [body, said] of [
      [{ ips: many }, 'at most 2000 items'],
      [{}, 'Send addresses in ips, names in domains, or both.'],
      [{ ips: [], domains: [] }, 'Send addresses in ips, names in domains, or both.'],
    ] as const) {
      const answer = await service.post(path, body);
      expect(answer.status).toBe(400);
      expect(answer.body['error']).toMatchObject({
        parameter: 'ips',
        message: expect.stringContaining(said) as unknown,
      });
    }
  });
});
