import { padnsDensity } from './padns-density.ts';
import { padnsForward } from './padns-forward.ts';
import { padnsIpDiversity } from './padns-ip-diversity.ts';
import { padnsReverse } from './padns-reverse.ts';

/** E: passive DNS. */
export const passiveDns = { padnsForward, padnsReverse, padnsDensity, padnsIpDiversity };
