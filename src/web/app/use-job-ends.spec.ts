import { expect, test } from 'vitest';
import { paths } from '#web/url/paths.ts';
import { isJobShown } from './use-job-ends.ts';

const id = '2f0c1b1e-6c3b-4a6e-9a53-0d5a6f1f2c3d';
const search = `/search/padns?regex=%5Ea&qtype=any&job=${id}`;

test.each<[string, string, string, boolean]>([
  ['its own page', search, paths.job(id), true],
  ['the page of another job', search, paths.job('other'), false],
  ['its result', search, search, true],
  ['its result in another spelling', search, `/search/padns?qtype=any&regex=^a&job=${id}`, true],
  ['its result, the table sorted', search, `${search}&sort=count`, true],
  ['the same search with another job', search, search.replace(id, 'other'), false],
  ['a panel of a subject', '/domain/a.example?tab=dns', '/domain/a.example?tab=dns', true],
  ['another tab of the subject', '/domain/a.example?tab=dns', '/domain/a.example', false],
  ['another page', search, '/rankings/asn', false],
])('%s', (_, href, address, isShown) => expect(isJobShown({ id, href }, address)).toBe(isShown));
