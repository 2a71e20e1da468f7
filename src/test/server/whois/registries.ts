import { north } from './north.ts';
import { shared } from './shared.ts';
import { south } from './south.ts';
import type { Template } from './templates.ts';
import { world } from './world.ts';

/** Whois texts in the documented layouts of registries. */
export const registries: readonly Template[] = [...shared, ...north, ...south, ...world];
