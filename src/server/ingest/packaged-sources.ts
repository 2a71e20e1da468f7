import { countries } from './open-data/countries.ts';
import { originAs } from './open-data/origin-as.ts';
import { phishing } from './open-data/phishing.ts';
import type { Source } from './source.ts';

/** The open data that comes with the installation, in the order in which it is loaded. */
export function packagedSources(): Source[] {
  return [originAs(), countries(), phishing()];
}
