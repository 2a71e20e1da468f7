import { padnsForward } from './padns-forward.ts';
import { padnsReverse } from './padns-reverse.ts';

/** E: passive DNS. */
export const passiveDns = { padnsForward, padnsReverse };
