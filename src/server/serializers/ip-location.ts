import { continents, countries, type ICountry } from 'countries-list';
import type { IpLocation } from '#contract/generated/types.gen.ts';

/** The 27 member states, ISO 3166 codes (european-union.europa.eu, "EU countries", since 2020-02-01; Greece is GR). */
const europeanUnion: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** The location of a country code; every text is empty when the collection knows no country. */
export function ipLocation(countryCode: string): Required<IpLocation> {
  // registries also write codes of no country, such as EU
  const country = (countries as Readonly<Record<string, ICountry | undefined>>)[countryCode];
  return {
    continent_code: country?.continent ?? '',
    continent_name: country ? continents[country.continent] : '',
    country_code: countryCode,
    country_name: country?.name ?? '',
    country_is_in_european_union: europeanUnion.has(countryCode),
  };
}
