import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { DiversityTimeline } from './DiversityTimeline.tsx';
import type { TimelineWords } from './timeline-layout.ts';

it('has links in the legend only for groups with a page, also where a press on a bar opens it', () => {
  const times = { groupLabel: '', start: 10, end: 20 };
  const items = [
    { ...times, key: '1', label: '192.0.2.1', group: 'AS64500', groupPath: '/asn/64500' },
    { ...times, key: '2', label: '192.0.2.2', group: 'no AS' },
  ];
  const words: TimelineWords = { item: ['address', 'addresses'], group: ['network', 'networks'] };
  const markup = renderToStaticMarkup(
    <NuqsTestingAdapter>
      <MemoryRouter>
        <DiversityTimeline label="Addresses" urlPrefix="" items={items} words={words} onOpen={() => undefined} />
      </MemoryRouter>
    </NuqsTestingAdapter>,
  );
  expect(markup).toMatch(/<a [^>]*href="\/asn\/64500"[^>]*>AS64500<\/a>/);
  expect(markup).toContain('<span class="text-text">no AS</span>');
});
