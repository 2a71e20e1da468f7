import { Badge } from '#web/kit/ui/Badge.tsx';

interface CountryTextProps {
  /** ISO 3166, two letters. */
  readonly code: string | undefined;
  readonly name?: string | undefined;
}

/** A country by code and name. No flag: not every font has them. */
export function CountryText({ code, name }: CountryTextProps) {
  if (!code) return <span className="text-faint">unknown</span>;
  return (
    <span>
      <span className="font-mono">{code}</span>
      {name && name !== code && <> {name}</>}
    </span>
  );
}

/** Marks values in space reserved for documentation: they belong to the sample collection and are not evidence about the internet. */
export function SampleMark() {
  return (
    <span title="Reserved for documentation: sample data, not real infrastructure">
      <Badge>sample</Badge>
    </span>
  );
}

/** Marks an indicator of the own network. */
export function InternalMark() {
  return (
    <span title="Private address: public sources have no data about it, and it is never looked up outside">
      <Badge>internal</Badge>
    </span>
  );
}
