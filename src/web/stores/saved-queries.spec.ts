import { afterAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { paths } from '#web/url/paths.ts';
import type * as Store from './saved-queries.ts';

// other specs run in the same process
afterAll(() => vi.unstubAllGlobals());

const padns = (name: string, search = 'mode=forward&qname=a.example') => ({ explorer: paths.padns(), name, search });
const storageKey = 'sightline.saved-queries';

let kept: Map<string, string>;
let store: typeof Store;
let isFull: boolean;

beforeEach(async () => {
  kept = new Map();
  isFull = false;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new Error('QuotaExceededError');
      kept.set(key, value);
    },
  });
  vi.resetModules();
  store = await import('./saved-queries.ts');
});

const stored = () => store.parseShelf(kept.get(storageKey) ?? null);
const names = () => stored().saved.map(({ name }) => name);

describe('what is saved', () => {
  it('comes first, and takes the place of its namesake in the same explorer only', () => {
    store.saveQuery(padns('a'));
    store.saveQuery(padns('b'));
    store.saveQuery({ explorer: paths.scans(), name: 'a', search: '' });
    store.saveQuery(padns('a', 'qname=other.example'));
    expect(stored().saved).toEqual([
      padns('a', 'qname=other.example'),
      { explorer: paths.scans(), name: 'a', search: '' },
      padns('b'),
    ]);
  });

  it('is renamed, and deleted with a way back to its place', () => {
    for (const name of ['c', 'b', 'a']) store.saveQuery(padns(name));
    store.renameQuery(padns('b'), 'B');
    const undo = store.deleteQuery(padns('B'));
    expect(names()).toEqual(['a', 'c']);
    undo();
    undo();
    expect(names()).toEqual(['a', 'B', 'c']);
  });

  it('joins what another tab saved meanwhile', () => {
    store.saveQuery(padns('mine'));
    kept.set(storageKey, JSON.stringify({ saved: [padns('theirs'), padns('mine')], recent: [] }));
    store.saveQuery(padns('next'));
    expect(names()).toEqual(['next', 'theirs', 'mine']);
  });

  it('holds until the tab closes where the storage is full, and is stored once there is room', () => {
    store.saveQuery(padns('a'));
    isFull = true;
    store.saveQuery(padns('b'));
    expect(names()).toEqual(['a']);
    isFull = false;
    store.saveQuery(padns('c'));
    expect(names()).toEqual(['c', 'b', 'a']);
  });
});

it('keeps the last twelve questions, each once', () => {
  for (let place = 0; place < 14; place += 1) store.rememberQuestion(padns(`q${place}`, `qname=${place}.example`));
  store.rememberQuestion(padns('q5', 'qname=5.example'));
  expect(stored().recent.slice(0, 2)).toEqual([padns('q5', 'qname=5.example'), padns('q13', 'qname=13.example')]);
  expect(stored().recent).toHaveLength(12);
  store.forgetQuestions();
  expect(stored().recent).toEqual([]);
});

describe('text of others', () => {
  it('is read back as it was written', () => {
    const saved = [padns('a'), { explorer: paths.scans(), name: 'b', search: 'what=jarm' }];
    expect(store.importQueries(store.exportText(saved))).toEqual({ added: 2, known: 0, refused: [] });
    expect(stored().saved).toEqual(saved);
    expect(store.importQueries(store.exportText(saved))).toEqual({ added: 0, known: 2, refused: [] });
  });

  test.each([
    ['nothing', 'null'],
    ['no list', '{"saved":[]}'],
    ['no JSON', 'https://evil.example/'],
  ])('that is %s is refused', (_, text) =>
    expect(store.importQueries(text)).toEqual({
      added: 0,
      known: 0,
      refused: ['Not a list of saved queries.'],
    }),
  );

  test.each([
    { ...padns('x'), explorer: 'https://evil.example/' },
    { ...padns('x'), explorer: '//evil.example' },
    { ...padns('x'), explorer: 'toString' },
    { ...padns('x'), explorer: '/settings' },
    padns('  '),
    padns('x'.repeat(81)),
    padns('x', 'a='.padEnd(9000, 'a')),
    { explorer: paths.padns(), name: 'x' },
    null,
    'x',
  ])('leaves out %j', (entry) =>
    expect(store.parseQueries(JSON.stringify([entry, padns('good')]))).toEqual({
      queries: [padns('good')],
      refused: ['Entry 1 is not an explorer query.'],
    }),
  );

  it('cannot leave the explorer: parameters are rewritten', () => {
    const [query] = store.parseQueries(JSON.stringify([padns('x', 'a=1#/../..//evil.example?b=<c>')])).queries;
    expect(store.hrefOf(query ?? padns('none'))).toBe('/search/padns?a=1%23%2F..%2F..%2F%2Fevil.example%3Fb%3D%3Cc%3E');
  });

  it('is at most two hundred queries', () => {
    const many = Array.from({ length: 201 }, (_, place) => padns(`n${place}`));
    store.saveQuery(padns('mine'));
    const { added, refused } = store.importQueries(JSON.stringify(many));
    expect(added).toBe(199);
    expect(refused).toEqual([
      'Only the first 200 of 201 entries were read.',
      'At most 200 queries are kept: 1 more did not fit.',
    ]);
    expect(names()[0]).toBe('n0');
  });
});

test.each([null, '{', '1', '[]', '{"saved":{},"recent":"x"}'])('stored %j is an empty shelf', (text) =>
  expect(store.parseShelf(text)).toEqual({ saved: [], recent: [] }),
);
