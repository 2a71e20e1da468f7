import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { IncompleteNotice } from './route.tsx';

const textOf = (markup: string) => markup.replaceAll(/<[^>]+>/g, ' ');

describe('review C3: the notice of what the collection lost', () => {
  it('names every loss as the service tells it', () => {
    const text = textOf(
      renderToStaticMarkup(
        <IncompleteNotice
          losses={[
            { table: 'rrsets', rows: 1234, reason: '1,234 rows of the table rrsets are gone from the disk' },
            { table: 'listings', reason: 'the table listings has lost all rows of import 7' },
            { table: 'whois', rows: 5678 },
          ]}
        />,
      ),
    );
    expect(text).toContain('The collection is incomplete');
    expect(text).toContain('what is not found may have been in the part that is gone');
    expect(text).toContain('1,234 rows of the table rrsets are gone from the disk.');
    expect(text).toContain('The table listings has lost all rows of import 7.');
    expect(text).toContain('5,678 rows of whois.');
  });

  it('says nothing of a collection that is whole, or of a service that does not tell', () => {
    expect(renderToStaticMarkup(<IncompleteNotice losses={[]} />)).toBe('');
    expect(renderToStaticMarkup(<IncompleteNotice losses={undefined} />)).toBe('');
  });
});
