import { describe, expect, it, test } from 'vitest';
import { extractIndicators } from './extract-indicators.ts';
import { recogniseValue } from './recognise-value.ts';
import { unwrapLinks } from './link-wrappers.ts';

const microsoft = 'https://nam02.safelinks.protection.outlook.com';
const proofpoint = 'https://urldefense.proofpoint.com';

describe('a link that a mail gateway or a search engine wrapped', () => {
  test.each([
    [`${microsoft}/?url=http%3A%2F%2Fevil.test%2Fa%3Fb&data=05%7C01%7Cbob%40corp.test%7C&sdata=x%3D&reserved=0`],
    [`${microsoft}/ap/w-59584e83/?url=https%3A%2F%2Fevil.test%2F&amp;data=05%7C01`],
    [`${proofpoint}/v1/url?u=http://evil.test/a&k=x`],
    [`${proofpoint}/v2/url?u=https-3A__evil.test_a-2Db_&d=DwMFaQ&c=x`],
    ['https://urldefense.com/v3/__https://evil.test/a__;!!ACWV5N9M2RV99hQ!x$'],
    ['https://linkprotect.cudasvc.com/url?a=https%3a%2f%2fevil.test%2fa&c=E,1,x&typo=1'],
    ['https://clicktime.symantec.com/15t5Zz?h=x&u=https%3A%2F%2Fevil.test%2Fa'],
    ['https://secure-web.cisco.com/1mJ-x_y/https%3A%2F%2Fevil.test%2Fa'],
    ['https://www.google.com/url?sa=t&source=web&url=https%3A%2F%2Fevil.test%2F&usg=x'],
    ['https://www.google.com/url?q=https://evil.test/a&sa=D'],
    [`${microsoft}/?url=${encodeURIComponent(`${proofpoint}/v2/url?u=http-3A__evil.test_&d=D`)}&data=05`],
    [`hxxps://nam02[.]safelinks[.]protection[.]outlook[.]com/?url=http%3A%2F%2Fevil.test&data=05`],
  ])('%s leads to evil.test', (link) => {
    expect(extractIndicators(`Click <${link}> now`).indicators.map(({ value }) => value)).toEqual(['evil.test']);
    const [first] = recogniseValue(link).interpretations;
    expect(first).toMatchObject({
      value: 'evil.test',
      changes: expect.arrayContaining(['taken out of the link of a mail gateway or search engine']) as unknown,
    });
  });

  test.each([
    ['https://www.google.com/search?q=evil.test', 'www.google.com'],
    ['https://urldefense.com/about', 'urldefense.com'],
    [`${microsoft}/?url=%E0%A4%A&data=05`, 'nam02.safelinks.protection.outlook.com'],
    ['https://evil.test/url?q=https://other.test/', 'evil.test'],
  ])('%s has none in it', (link, host) => {
    expect(extractIndicators(link).indicators.map(({ value }) => value)).toEqual([host]);
  });

  it('takes linear time', () => {
    const startedAt = performance.now();
    for (const part of ['https://www.google.com/url?a&', `${proofpoint}/v3/__`, 'https://secure-web.cisco.com/'])
      unwrapLinks(part.repeat(10_000));
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });
});
