declare module 'whoiser/src/parsers.js' {
  const parsers: {
    /** @param ignorePrivacy leaves out values that only say that they were withheld */
    parseDomainWhois(
      domain: string,
      whois: string,
      ignorePrivacy: boolean,
    ): Readonly<Record<string, string | readonly string[]>>;
  };
  export default parsers;
}
