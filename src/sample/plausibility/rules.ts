// What a specialist expects of an internet, as data: each rule says what it demands, what it rests on, and which rows
// break it. plausibility.spec.ts runs all of them over the whole collection.

import { CERTIFICATE_RULES } from './certificate-rules.ts';
import type { Rule } from './collection.ts';
import { DNS_RULES } from './dns-rules.ts';
import { LISTING_RULES } from './listing-rules.ts';
import { REGISTRATION_RULES } from './registration-rules.ts';
import { ROUTING_RULES } from './routing-rules.ts';
import { SCAN_RULES } from './scan-rules.ts';
import { TIME_RULES } from './time-rules.ts';

export const RULES: readonly Rule[] = [
  ...DNS_RULES,
  ...REGISTRATION_RULES,
  ...ROUTING_RULES,
  ...CERTIFICATE_RULES,
  ...SCAN_RULES,
  ...LISTING_RULES,
  ...TIME_RULES,
];
