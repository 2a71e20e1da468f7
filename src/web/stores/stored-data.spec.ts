import { afterAll, beforeEach, expect, it, vi } from 'vitest';

// other specs run in the same process
afterAll(() => vi.unstubAllGlobals());

/** One entry for each store. */
const stored = {
  'sightline.connection': '{"baseUrl":"https://intel.example/api/v1","apiKey":"k"}',
  'sightline.theme': 'light',
  'sightline.density': 'comfortable',
  'sightline.preferences':
    '{"timeZone":"Europe/Berlin","isDefangedOnCopy":true,"hasSingleKeyShortcuts":false,"hasJobNotifications":false,"hasExternalLinks":true}',
  'sightline.external-links': '[{"id":"1","name":"Intel","template":"https://i.example/{indicator}","kinds":["ipv4"]}]',
  'sightline.recent-subjects': '[{"kind":"domain","value":"a.example","display":"a.example"}]',
  'sightline.saved-queries':
    '{"saved":[{"explorer":"/search/scans","name":"a","search":"what=jarm"}],"recent":[{"explorer":"/search/padns","name":"b","search":"qname=b.example"}]}',
  'sightline.job.j1': '{"id":"j1","title":"t","href":"/search/scans","askedAt":1,"state":"STARTED"}',
};

const session = { 'sightline.bulk-draft': '{"text":"a.example","name":"list.txt"}' };

let local: Map<string, string>;
let ofTab: Map<string, string>;

beforeEach(() => {
  local = new Map(Object.entries(stored));
  ofTab = new Map(Object.entries(session));
  vi.stubGlobal('localStorage', areaOf(local));
  vi.stubGlobal('sessionStorage', areaOf(ofTab));
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.resetModules();
});

/** Its keys are its own, as those of a browser's storage are. */
function areaOf(texts: Map<string, string>) {
  return Object.defineProperties(Object.fromEntries(texts), {
    getItem: { value: (key: string) => texts.get(key) ?? null },
    setItem: { value: (key: string, text: string) => texts.set(key, text) },
    removeItem: { value: (key: string) => texts.delete(key) },
  });
}

it('each store reads its entry after a reload, and saving it again changes no key and no shape', async () => {
  const { connection, saveConnection } = await import('#web/api/connection.ts');
  const { preferences, savePreferences } = await import('./preferences.ts');
  const { externalLinks, saveExternalLinks } = await import('./external-links.ts');
  const { addToBulkDraft } = await import('./bulk-draft.ts');
  const { rememberSubject } = await import('./recent-subjects.ts');
  const { rememberQuestion } = await import('./saved-queries.ts');
  const { followedJob, putJob } = await import('#web/api/followed-jobs.ts');
  const job = followedJob('j1');
  expect(job).toEqual({ id: 'j1', title: 't', href: '/search/scans', askedAt: 1, state: 'STARTED' });
  saveConnection(connection());
  savePreferences(preferences());
  saveExternalLinks(externalLinks());
  rememberSubject({ kind: 'domain', value: 'a.example', display: 'a.example' });
  rememberQuestion({ explorer: '/search/padns', name: 'c', search: 'qname=b.example' });
  if (job) putJob(job);
  expect(Object.fromEntries(local)).toEqual(stored);
  expect(addToBulkDraft('b.example')).toBe(2);
  expect(Object.fromEntries(ofTab)).toEqual({
    'sightline.bulk-draft': '{"text":"a.example\\nb.example","name":"list.txt"}',
  });
});
