import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Listing } from '#contract/generated/types.gen.ts';
import { DrawnCell } from '#test/web/DrawnCell.tsx';
import { listingColumns, listingsState } from './listings.tsx';

describe('listingsState', () => {
  it('holds the listings and their total', () => {
    expect(listingsState({ listings: [{ title: 'A' }], listings_total: 130 }, 'address')).toMatchObject({
      is: 'data',
      count: 1,
      total: 130,
    });
  });

  it('shows the explanation if the lists are not named', () => {
    expect(listingsState({ listing_score_explain: { listings_all: 1 } }, 'address')).toMatchObject({ is: 'data' });
  });

  it('distinguishes not listed, not tracked and unknown', () => {
    expect(listingsState({ listings: [], not_tracked: [] }, 'AS')).toMatchObject({ is: 'empty', word: 'Not listed' });
    expect(listingsState({ listing_score: 0 }, 'address')).toMatchObject({ is: 'empty', word: 'Not listed' });
    // a list of 2022 says nothing today
    expect(listingsState({ listings: [], not_tracked: [], checked: [] }, 'address')).toMatchObject({
      word: 'No current list',
    });
    expect(listingsState({ listings: [], listing_score: 0, not_tracked: ['listings'] }, 'AS')).toMatchObject({
      is: 'untracked',
    });
    expect(listingsState({}, 'address')).toMatchObject({ is: 'unknown' });
  });
});

describe('the category of a listing', () => {
  const column = listingColumns.find(({ id }) => id === 'category');

  it('is written as on tags, and kept as sent in files', () => {
    const row = { category: 'c2' };
    expect(renderToStaticMarkup(<DrawnCell<Listing> column={column} row={row} />)).toContain('C2');
    expect(column?.meta.exportValue?.(row)).toBe('c2');
  });
});

describe('the reference of a listing', () => {
  const column = listingColumns.find(({ id }) => id === 'reference');
  const markupOf = (text: string) =>
    renderToStaticMarkup(<DrawnCell<Listing> column={column} row={{ reference: text }} />);

  it('is a link that shows its URL and sends no referrer', () => {
    const markup = markupOf('https://list.example/entry?id=1');
    expect(markup).toContain('href="https://list.example/entry?id=1"');
    expect(markup).toContain('rel="noopener noreferrer"');
    expect(markup.replaceAll(/<[^>]+>/g, '')).toBe('https://list.example/entry?id=1');
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://list.example/',
    'https://',
    'see the page',
    '//list.example/x',
  ])('is text unless it is an http(s) URL: %s', (text) => expect(markupOf(text)).not.toContain('<a'));

  it('shows the real target of a look-alike name', () => {
    expect(markupOf('https://аррle.example/').replaceAll(/<[^>]+>/g, '')).toContain('https://xn--');
  });
});
