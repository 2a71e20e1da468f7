import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  bitsOf,
  type ConnectionGroup,
  type GroupComparison,
  isRare,
  type LinkWord,
  linkWord,
  strengthOf,
} from '#model/connection-strength.ts';
import type { Pair } from './average-precision.ts';

const pairsFile = z.object({
  population: z.number(),
  domains: z.array(
    z.object({
      owner: z.string().nullish(),
      attributes: z.array(z.object({ attribute: z.string(), value: z.string(), shared_by: z.number() })),
    }),
  ),
});
type Domain = z.output<typeof pairsFile>['domains'][number];

/** The connection group of each attribute in the file. */
const groups: Readonly<Record<string, ConnectionGroup>> = {
  address: 'hosting',
  name_server: 'name servers',
  name_server_address: 'name servers',
  soa_contact: 'name servers',
  mx: 'mail',
  registrar: 'registrar',
  created_day: 'creation',
  registrant: 'registrant',
  certificate: 'certificate',
  jarm: 'TLS',
  favicon: 'page',
  analytics: 'page',
};

interface Shared {
  readonly attribute: string;
  readonly bits: number;
  readonly isRare: boolean;
}

export interface LabelledPair extends Pair {
  readonly compared: readonly GroupComparison[];
  readonly shared: readonly Shared[];
  /** How many subjects have the rarest shared value. */
  readonly rarest: number;
}

function pairOf(one: Domain, other: Domain, population: number): LabelledPair {
  const theirs = new Set(other.attributes.map(({ attribute, value }) => `${attribute} ${value}`));
  const both = one.attributes.filter(({ attribute, value }) => theirs.has(`${attribute} ${value}`));
  const known = (domain: Domain) => new Set(domain.attributes.map(({ attribute }) => groupNamed(attribute)));
  const ofOther = known(other);
  const shared = both.map(({ attribute, shared_by }) => {
    const bits = bitsOf(shared_by, population);
    return { attribute, bits, isRare: isRare({ bits, population }) };
  });
  return {
    isSame: one.owner === other.owner,
    compared: [
      ...[...known(one)].filter((group) => ofOther.has(group)).map((group) => ({ group, bits: undefined })),
      ...shared.map(({ attribute, bits }) => ({ group: groupNamed(attribute), bits })),
    ],
    shared,
    rarest: Math.min(...both.map(({ shared_by }) => shared_by)),
  };
}

function groupNamed(attribute: string): ConnectionGroup {
  const group = groups[attribute];
  if (!group) throw new Error(`The attribute ${attribute} has no group. Known are ${Object.keys(groups).join(', ')}.`);
  return group;
}

/** All pairs of the domains of a file that have an owner. */
export function labelledPairs(file: string): LabelledPair[] {
  const { population, domains } = pairsFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  const labelled = domains.filter(({ owner }) => owner);
  return labelled.flatMap((one, at) => labelled.slice(at + 1).map((other) => pairOf(one, other, population)));
}

/** The service's wording for the link between the two domains. */
export function wordOfPair({ shared, compared }: LabelledPair): LinkWord {
  const hasTelling = shared.some(
    ({ attribute, isRare: rare }) => rare && !/^(?:registrar|created_day)$/.test(attribute),
  );
  return linkWord(strengthOf(compared), hasTelling);
}
