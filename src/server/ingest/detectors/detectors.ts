import type { Detector } from './detector.ts';
import { fastFlux } from './fast-flux.ts';
import { nameServerTakeover } from './name-server-takeover.ts';

/** The detectors that come with Sightline. */
export const detectors: readonly Detector[] = [fastFlux, nameServerTakeover];
