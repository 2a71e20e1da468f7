import { expect, it } from 'vitest';
import { allocation, ipLocation } from './address-record.ts';

it.each([
  ['NL', 'Netherlands', 'EU', 'Europe', true],
  ['GR', 'Greece', 'EU', 'Europe', true],
  ['GB', 'United Kingdom', 'EU', 'Europe', false],
  ['US', 'United States', 'NA', 'North America', false],
  ['EU', '', '', '', false],
  ['', '', '', '', false],
])('%s is %s in %s', (country_code, country_name, continent_code, continent_name, country_is_in_european_union) => {
  expect(ipLocation(country_code)).toEqual({
    continent_code,
    continent_name,
    country_code,
    country_name,
    country_is_in_european_union,
  });
});

it.each([
  [20260101, { age: 31, date: 20260101 }],
  [19000101, { age: 'UNKNOWN', date: 'UNKNOWN' }],
])('allocated on %i', (day, expected) => {
  expect(allocation(day, new Date('2026-02-01T20:00:00Z'))).toEqual(expected);
});
