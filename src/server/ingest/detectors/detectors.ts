import { badSmallBlock } from './bad-small-block.ts';
import { changeOfOwner } from './change-of-owner.ts';
import { danglingRecords } from './dangling-records.ts';
import type { Detector } from './detector.ts';
import { fastFlux } from './fast-flux.ts';
import { nameServerTakeover } from './name-server-takeover.ts';
import { registrationBurst } from './registration-burst.ts';
import { shadowedNames } from './shadowed-names.ts';
import { shortLivedHijack } from './short-lived-hijack.ts';

/** The detectors that come with Sightline. */
export const detectors: readonly Detector[] = [
  fastFlux,
  nameServerTakeover,
  shadowedNames,
  shortLivedHijack,
  registrationBurst,
  danglingRecords,
  changeOfOwner,
  badSmallBlock,
];
