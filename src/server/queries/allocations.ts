// What the regional registries gave out, today: the block that holds an address, and the AS number. Where no registry data is
// loaded, or it does not know the day, what is alongside the prefix or the name of the AS counts.

/** SQL of the block that holds an address, as a tuple (length, allocated, country); length 0 when none is known. */
export const allocationOf = (ip: string): string =>
  `dictGet('allocation_of', ('length', 'allocated', 'country'), ${ip})`;

/**
 * SQL of the day on which a prefix was given out: that of the block which holds all of it. A prefix that was put together from
 * several blocks has no such day.
 * @param block an `allocationOf` an address in the prefix
 * @param length of the prefix, in the 128-bit form
 */
export const prefixAllocated = (block: string, length: string, otherwise: string): string =>
  `if(${block}.length BETWEEN 1 AND ${length} AND ${known(`${block}.allocated`)}, ${block}.allocated, ${otherwise})`;

/** SQL of the day on which an AS number was given out. */
export const asnAllocated = (asn: string, otherwise: string): string => {
  const day = `dictGet('asn_allocation_of', 'allocated', toUInt64(${asn}))`;
  return `if(dictHas('asn_allocation_of', toUInt64(${asn})) AND ${known(day)}, ${day}, ${otherwise})`;
};

const known = (day: string) => `${day} > toDate32('1900-01-01')`;
