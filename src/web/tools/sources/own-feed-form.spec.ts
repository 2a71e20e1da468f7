import { describe, expect, it } from 'vitest';
import { addProblems, descriptionOf, emptyDraft, guessMapping, previewProblems, sampleOf } from './own-feed-form.ts';

const lines = { ...emptyDraft, title: ' Our list ', url: ' https://lists.example/block.txt ' };
const csv = { ...lines, format: 'csv', delimiter: ';', map_indicator: 'ioc', map_tags: 'tags' };

describe('an own feed', () => {
  it('is sent with what its format and source use, and nothing else', () => {
    expect(descriptionOf({ ...lines, map_indicator: 'left from before', delimiter: ';' })).toEqual({
      title: 'Our list',
      url: 'https://lists.example/block.txt',
      format: 'lines',
      category: 'malware',
      mode: 'snapshot',
      every_hours: 24,
      confidence: 75,
    });
    expect(descriptionOf({ ...csv, mode: 'events', lifetime_days: '7' })).toMatchObject({
      delimiter: ';',
      map_indicator: 'ioc',
      map_tags: 'tags',
      mode: 'events',
      lifetime_days: 7,
    });
    expect(descriptionOf(csv)).not.toHaveProperty('map_first');
  });

  it('of a drop folder has no address, no interval and no key', () => {
    const folder = {
      ...lines,
      from: 'folder',
      auth_header: 'Authorization',
      key: 'secret',
      sample: '1.2.3.4',
    } as const;
    expect(descriptionOf(folder)).toEqual({
      title: 'Our list',
      format: 'lines',
      category: 'malware',
      mode: 'snapshot',
      confidence: 75,
    });
    expect(sampleOf(folder)).toMatchObject({ format: 'lines', sample: '1.2.3.4' });
    expect(sampleOf(lines)).not.toHaveProperty('sample');
  });

  it('sends the header and its value together', () => {
    const sent = descriptionOf({ ...lines, auth_header: ' X-Key ', key: ' secret ' });
    expect(sent).toMatchObject({ auth_header: 'X-Key', key: 'secret' });
    expect(addProblems({ ...lines, auth_header: 'X-Key' })).toHaveProperty('key', expect.any(String));
    expect(addProblems({ ...lines, key: 'secret' })).toHaveProperty('auth_header', expect.any(String));
    expect(addProblems({ ...lines, auth_header: 'X Key:', key: 'secret' })).toHaveProperty(
      'auth_header',
      expect.any(String),
    );
  });

  it.each([
    [{ title: ' ' }, 'title'],
    [{ url: '' }, 'url'],
    [{ url: 'http://lists.example/a' }, 'url'],
    [{ url: 'https://user:secret@lists.example/a' }, 'url'],
    [{ format: 'json', map_indicator: '' }, 'map_indicator'],
    [{ format: 'csv', delimiter: ';;' }, 'delimiter'],
    [{ mode: 'events', lifetime_days: '0' }, 'lifetime_days'],
    [{ every_hours: '1.5' }, 'every_hours'],
    [{ every_hours: '721' }, 'every_hours'],
    [{ confidence: '101' }, 'confidence'],
    [{ confidence: '' }, 'confidence'],
  ])('with %o says what is wrong at %s', (changes, field) => {
    expect(addProblems({ ...csv, ...changes })).toHaveProperty(field, expect.any(String));
  });

  it('has nothing wrong with it otherwise, and limits that do not concern it are not looked at', () => {
    expect(addProblems(csv)).toEqual({});
    expect(addProblems({ ...csv, delimiter: 'tab' })).toEqual({});
    expect(addProblems({ ...lines, lifetime_days: 'none', delimiter: 'wrong' })).toEqual({});
    expect(addProblems({ ...lines, from: 'folder', url: '', every_hours: '' })).toEqual({});
  });

  it('can be previewed before its columns are told, and from a folder with a sample only', () => {
    expect(previewProblems({ ...csv, title: '', map_indicator: '' })).toEqual({});
    expect(previewProblems({ ...lines, from: 'folder', url: '' })).toHaveProperty('sample', expect.any(String));
    expect(previewProblems({ ...lines, from: 'folder', url: '', sample: '1.2.3.4' })).toEqual({});
  });
});

describe('the guess of what columns hold', () => {
  it('goes by their names and takes no column twice', () => {
    expect(guessMapping(['first_seen_utc', 'ioc_value', 'threat_type', 'malware', 'reference', 'last_online'])).toEqual(
      {
        map_indicator: 'ioc_value',
        map_first: 'first_seen_utc',
        map_last: 'last_online',
        map_category: 'threat_type',
        map_tags: 'malware',
        map_reference: 'reference',
      },
    );
  });

  it('knows the last part of a JSON path for the name', () => {
    expect(guessMapping(['data.items[].ip', 'data.items[].tags']).map_indicator).toBe('data.items[].ip');
  });

  it('leaves open what nothing looks like', () => {
    expect(guessMapping(['a', 'b'])).toMatchObject({ map_indicator: '', map_tags: '' });
    expect(guessMapping([]).map_indicator).toBe('');
  });
});
