import type { Place, Places } from './place.ts';

function onOutfeeds(where: string): Place {
  return { route: '/feeds', at: '/feeds', where };
}

/** Where the page of published feeds asks. */
export const outfeedPlaces: Places = {
  outfeeds: [onOutfeeds('Published feeds')],
  outfeedPreview: [
    {
      ...onOutfeeds('“Publish a feed”'),
      steps: [
        { press: 'Publish a feed' },
        { choose: 'Holds', value: 'score' },
        { choose: 'Kind', value: 'both' },
        { choose: 'Category', value: 'phishing' },
        { choose: 'Source', value: 'hookline-phish' },
        { choose: 'Risk score', value: 'critical' },
      ],
      asks: { holds: 'score', kind: 'both', category: 'phishing', source: 'hookline-phish', band: 'critical' },
    },
    {
      ...onOutfeeds('“Publish a feed”, findings'),
      // in the form that the place before opened
      steps: [
        { choose: 'Holds', value: 'finding' },
        { choose: 'Detector', value: 'fast-flux' },
      ],
      asks: { holds: 'finding', detector: 'fast-flux' },
    },
    {
      ...onOutfeeds('“Publish a feed”, judgements'),
      steps: [
        { choose: 'Holds', value: 'judged' },
        { choose: 'Judgement', value: 'red team' },
      ],
      asks: { holds: 'judged', tag: 'red team' },
      needs: 'a tag',
    },
    {
      ...onOutfeeds('“Publish a feed”, a search'),
      steps: [
        { choose: 'Holds', value: 'search' },
        { write: 'Address of the search', text: '/explore/padns/lookup/query/a/*.test' },
        { choose: 'Kind', value: 'domain' },
      ],
      asks: { holds: 'search', kind: 'domain', request: '/explore/padns/lookup/query/a/*.test' },
    },
  ],
  outfeedAdd: [onOutfeeds('“Publish a feed”')],
  outfeedRemove: [onOutfeeds('“Remove”')],
};
