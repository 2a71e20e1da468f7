/** Where the dashboard makes, shows and changes watches. */
import { LANDMARKS } from '#sample/landmarks.ts';
import type { Place, Places } from './place.ts';

const watching: Place = {
  route: '/domain/:domain',
  at: `/domain/${LANDMARKS.fluxDomain.indicator}`,
  where: '“Watch”',
  steps: [{ press: 'Watch' }],
};
const anyId = '5f0c2d1e-8a4b-4c3d-9e2f-1a2b3c4d5e6f';

export const watchPlaces: Places = {
  watches: [{ route: '/watches', at: '/watches', where: 'Watches' }],
  watchEvents: [
    {
      route: '/watches',
      at: '/watches',
      where: 'Watches, events, and the number of unread ones in the header',
      asks: { limit: '50', skip: '0' },
    },
    {
      route: '/watches',
      at: `/watches?watch=${anyId}`,
      where: 'Watches, events of one watch',
      asks: { watch: anyId },
    },
    {
      route: '/watches',
      at: `/watches?event=${anyId}`,
      where: 'Watches, the event of a link',
      asks: { event: anyId },
    },
  ],
  watchEventsSeen: [{ route: '/watches', at: '/watches', where: 'Watches, once events are shown', needs: 'events' }],
  watchPreview: [watching],
  watchAdd: [{ ...watching, where: '“Watch”, “Save watch”', needs: 'a watch that is made' }],
  watchMute: [{ route: '/watches', at: '/watches', where: 'Watches, “Mute”', needs: 'a watch' }],
  watchRemove: [{ route: '/watches', at: '/watches', where: 'Watches, “Remove”', needs: 'a watch' }],
};
