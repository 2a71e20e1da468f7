import { formatIpv4, type IpAddress } from './ip-address.ts';

interface Form {
  readonly name: string;
  /** Which addresses have the form: these bits of the 128, counted from the left, hold this value. */
  readonly marks: readonly (readonly [first: number, length: number, value: bigint])[];
  /** Where the 32 bits of the IPv4 address start. */
  readonly at: number;
  /** Teredo hides them from routers that rewrite addresses. */
  readonly isInverted?: true;
}

// IPv6 addresses that packets leave as IPv4, or that name an IPv4 address as their origin: RFC 4291 (mapped, compatible),
// RFC 2765 (translated), RFC 6052 and 8215 (NAT64), RFC 3056 (6to4), RFC 4380 (Teredo: server and client), RFC 5214 (ISATAP).
const FORMS: readonly Form[] = [
  { name: 'mapped', marks: [[0, 96, 0xffffn]], at: 96 },
  { name: 'compatible', marks: [[0, 96, 0n]], at: 96 },
  { name: 'translated', marks: [[0, 96, 0xffff_0000n]], at: 96 },
  { name: 'NAT64', marks: [[0, 96, 0x64_ff9b_0000_0000_0000_0000_0000_0000n >> 32n]], at: 96 },
  { name: 'local NAT64', marks: [[0, 48, 0x64_ff9b_0001n]], at: 96 },
  { name: '6to4', marks: [[0, 16, 0x2002n]], at: 16 },
  { name: 'Teredo server', marks: [[0, 32, 0x2001_0000n]], at: 32 },
  { name: 'Teredo', marks: [[0, 32, 0x2001_0000n]], at: 96, isInverted: true },
  { name: 'ISATAP', marks: [[64, 32, 0x0000_5efen]], at: 96 },
  { name: 'ISATAP', marks: [[64, 32, 0x0200_5efen]], at: 96 },
];

function bits(value: bigint, first: number, length: number): bigint {
  return (value >> BigInt(128 - first - length)) & ((1n << BigInt(length)) - 1n);
}

/** The IPv4 addresses inside an IPv6 address, in text; none for `::` and `::1`, which have the form of one, nor for IPv4. */
export function embeddedIpv4(address: IpAddress): string[] {
  if (address.version === 4 || address.value <= 1n) return [];
  const inside = FORMS.filter(({ marks }) =>
    marks.every(([first, length, value]) => bits(address.value, first, length) === value),
  ).map(({ at, isInverted }) => {
    const value = Number(bits(address.value, at, 32));
    return formatIpv4(isInverted ? (value ^ 0xffff_ffff) >>> 0 : value);
  });
  return [...new Set(inside)];
}
