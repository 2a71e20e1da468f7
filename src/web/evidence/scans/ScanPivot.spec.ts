import { expect, it } from 'vitest';
import { filePivot, headerPivot } from './ScanPivot.tsx';

it.each([
  ['tools/loader.exe', { what: 'opendir', filename: 'loader.exe' }],
  ['loader.exe', { what: 'opendir', filename: 'loader.exe' }],
  ['tools/', { what: 'opendir', filename: 'tools/' }],
  ['a/*(1).zip', { what: 'opendir', filename_regex: '^\\*\\(1\\)\\.zip$' }],
])('%s is looked for as %o', (path, query) => expect(filePivot(path)).toEqual(query));

it('searches for a header as a whole line', () => {
  expect(headerPivot('server', 'Amber')).toEqual({ what: 'headers', header_search: 'server: Amber' });
  expect(headerPivot('x', 'y'.repeat(2000))['header_search']).toHaveLength(1000);
});
