export const recordTypes = [
  ...(['A', 'NS', 'CNAME', 'SOA', 'PTR4', 'PTR6', 'MX', 'TXT', 'AAAA'] as const),
  ...(['SRV', 'DS', 'SVCB', 'HTTPS', 'CAA'] as const),
] as const;
export type RecordType = (typeof recordTypes)[number];

/** One row of `obs` (schema/2-passive-dns.sql), with every value checked and in the form of the store. */
export interface ObservationRow {
  readonly rrtype: RecordType | 'WATERMARK';
  readonly rrname: string;
  readonly rdata: string;
  readonly rrset: readonly string[];
  /** Epoch seconds. */
  readonly first_seen: number;
  readonly last_seen: number;
  readonly count: number;
  readonly ttl: number;
  readonly sources: number;
  readonly wmseq: number;
}

/** Rows of `obs` in the engine's RowBinary, encoded in the thread that reads them. */
export interface ObservationBlock {
  readonly bytes: Uint8Array;
  readonly count: number;
}

const typeNumbers: Readonly<Record<ObservationRow['rrtype'], number>> = {
  ...{ WATERMARK: 0, A: 1, NS: 2, CNAME: 5, SOA: 6, PTR4: 12, PTR6: 13, MX: 15, TXT: 16, AAAA: 28, SRV: 33, DS: 43 },
  // the number of CAA in DNS, 257, has more than eight bits
  ...{ SVCB: 64, HTTPS: 65, CAA: 127 },
};
const enumType = `Enum8(${Object.entries(typeNumbers)
  .map(([name, number]) => `'${name}' = ${number}`)
  .join(', ')})`;
const columnTypes: Readonly<Record<keyof ObservationRow, string>> = {
  rrtype: enumType,
  rrname: 'String',
  rdata: 'String',
  rrset: 'Array(String)',
  first_seen: "DateTime('UTC')",
  last_seen: "DateTime('UTC')",
  count: 'UInt64',
  ttl: 'UInt32',
  sources: 'UInt64',
  wmseq: 'UInt64',
};
export const observationColumns = Object.keys(columnTypes);

/** Space for the numbers of a row and the lengths of its texts. */
const fixedBytes = 64;
const twoTo32 = 4_294_967_296;

/** Encodes rows. `take` removes and returns all of them. */
export function observationEncoder(): {
  add(row: ObservationRow): void;
  take(): ObservationBlock;
} {
  let bytes = Buffer.alloc(0);
  let [at, count, lastLength] = [0, 0, 0];

  /** A character of a string takes three bytes at most. */
  function makeRoom(characters: number): void {
    const needed = at + fixedBytes + 3 * characters;
    if (needed <= bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * bytes.length, lastLength));
    bytes.copy(larger, 0, 0, at);
    bytes = larger;
  }

  function putLength(length: number): void {
    let rest = length;
    for (; rest >= 128; rest >>>= 7) bytes[at++] = (rest & 127) | 128;
    bytes[at++] = rest;
  }

  function putText(text: string): void {
    const { length } = text;
    // nearly all texts are short and ASCII: a loop is faster than a call into the runtime
    if (length < 128) {
      const begin = at;
      bytes[at++] = length;
      let index = 0;
      for (; index < length; index += 1) {
        const code = text.charCodeAt(index);
        if (code >= 128) break;
        bytes[at++] = code;
      }
      if (index === length) return;
      at = begin;
    }
    putLength(Buffer.byteLength(text));
    at += bytes.write(text, at);
  }

  function putUInt32(value: number): void {
    bytes[at++] = value;
    bytes[at++] = value >>> 8;
    bytes[at++] = value >>> 16;
    bytes[at++] = value >>> 24;
  }

  function putUInt64(value: number): void {
    putUInt32(value % twoTo32);
    putUInt32(Math.floor(value / twoTo32));
  }

  return {
    add(row) {
      const { rrname, rdata, rrset } = row;
      makeRoom(rrname.length + rdata.length);
      bytes[at++] = typeNumbers[row.rrtype];
      putText(rrname);
      putText(rdata);
      putLength(rrset.length);
      for (const member of rrset) {
        makeRoom(member.length);
        putText(member);
      }
      putUInt32(row.first_seen);
      putUInt32(row.last_seen);
      putUInt64(row.count);
      putUInt32(row.ttl);
      putUInt64(row.sources);
      putUInt64(row.wmseq);
      count += 1;
    },
    take() {
      const block = { bytes: bytes.subarray(0, at), count };
      bytes = Buffer.alloc(0);
      [at, count, lastLength] = [0, 0, at];
      return block;
    },
  };
}

/** The beginning of a file of rows, with names and types of the columns: RowBinaryWithNamesAndTypes. */
export const observationHead: Uint8Array = Buffer.concat([
  Buffer.from([observationColumns.length]),
  ...[...observationColumns, ...Object.values(columnTypes)].map(headText),
]);

function headText(text: string): Buffer {
  const body = Buffer.from(text);
  const length = body.length < 128 ? [body.length] : [(body.length & 127) | 128, body.length >>> 7];
  return Buffer.concat([Buffer.from(length), body]);
}
