import { padnsBoth } from './padns-both.ts';
import { padnsDensity } from './padns-density.ts';
import { padnsIpDiversitySearch } from './padns-diversity-search.ts';
import { padnsForward } from './padns-forward.ts';
import { padnsIpDiversity } from './padns-ip-diversity.ts';
import { padnsReverse } from './padns-reverse.ts';
import { padnsTranslate } from './padns-translate.ts';
import { padnsUnsanctioned } from './padns-unsanctioned.ts';

/** E: passive DNS. */
export const passiveDns = {
  padnsForward,
  padnsReverse,
  padnsDensity,
  padnsIpDiversity,
  padnsIpDiversitySearch,
  padnsBoth,
  padnsUnsanctioned,
  padnsTranslate,
};
