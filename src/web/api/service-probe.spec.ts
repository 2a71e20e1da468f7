import { expect, test } from 'vitest';
import { probeUrl } from './service-probe.ts';

test.each([
  ['/api/v1', '/readyz'],
  ['https://intel.example/api/v1', 'https://intel.example/readyz'],
  ['https://intel.example/some/prefix/v1', 'https://intel.example/readyz'],
  ['https://intel.example', 'https://intel.example/readyz'],
])('%s is probed at %s', (baseUrl, url) => expect(probeUrl({ baseUrl, apiKey: '' })).toBe(url));
