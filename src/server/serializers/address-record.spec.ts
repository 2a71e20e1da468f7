import { expect, it } from 'vitest';
import { ipLocation } from './address-record.ts';

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
