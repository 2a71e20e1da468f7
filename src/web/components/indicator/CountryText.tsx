interface CountryTextProps {
  /** ISO 3166, two letters. */
  readonly code: string | undefined;
  readonly name?: string | undefined;
}

/** A country by code and name. No flag: not every font has them, and two letters say more. */
export function CountryText({ code, name }: CountryTextProps) {
  if (!code) return <span className="text-faint">unknown</span>;
  return (
    <span>
      <span className="font-mono">{code}</span>
      {name && name !== code && <> {name}</>}
    </span>
  );
}
