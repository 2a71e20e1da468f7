import type { Arrival, SeenVerdict } from './investigation-node.ts';

// separate from the recorder and its schemas, which are loaded after the first page is on screen

/** The storage key of the calls that a page had no time to record, for the next page of the tab. */
export const UNRECORDED_KEY = 'sightline.investigation-unrecorded';

/** The arguments of a call that was not recorded yet. */
export type Unrecorded =
  | readonly [is: 'arrival', href: string, arrival: Arrival]
  | readonly [is: 'verdict', href: string, verdict: Omit<SeenVerdict, 'at'>];
