import type { RecordType } from '#model/record-type.ts';
import type { RowFile } from '#server/engine/engine.ts';

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
  /** One after the other. Megabytes that are joined would hold up requests. */
  readonly pieces: readonly Uint8Array[];
  readonly count: number;
}

const typeNumbers: Readonly<Record<ObservationRow['rrtype'], number>> = {
  WATERMARK: 0,
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR4: 12,
  PTR6: 13,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  DS: 43,
  // the number of CAA in DNS, 257, has more than eight bits
  SVCB: 64,
  HTTPS: 65,
  CAA: 127,
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
const observationColumns = Object.keys(columnTypes);
/** The bytes of a row without texts. */
const leastRowBytes = 40;

/** A file of rows, for the engine. @param file absolute */
export function observationFile(file: string): RowFile {
  return { file, columns: observationColumns, leastRowBytes };
}

/** Space for the numbers of a row and the lengths of its texts. */
const fixedBytes = 64;
const twoTo32 = 4_294_967_296;

/** Encodes rows. `take` removes and returns all of them. */
export function observationEncoder(): {
  add(row: ObservationRow): void;
  take(): ObservationBlock;
} {
  const rows = new RowBytes();
  let count = 0;
  return {
    add(row) {
      rows.addRecord(row);
      rows.addSighting(row);
      count += 1;
    },
    take() {
      const block = { pieces: [rows.take()], count };
      count = 0;
      return block;
    },
  };
}

/** What a row says besides its record. */
type RowSighting = Omit<ObservationRow, 'rrtype' | 'rrname' | 'rdata' | 'rrset'>;

/** Encoded rows, one after the other: each the record, and then how it was seen. */
export class RowBytes {
  #bytes = Buffer.alloc(0);
  #at = 0;
  #lastLength = 0;

  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Where the next row begins. */
  get end(): number {
    return this.#at;
  }

  /** Removes everything from here on. */
  cut(end: number): void {
    this.#at = end;
  }

  /** The first part of a row. */
  addRecord({ rrtype, rrname, rdata, rrset }: ObservationRow): void {
    this.#makeRoom(rrname.length + rdata.length);
    this.#bytes[this.#at++] = typeNumbers[rrtype];
    this.#putText(rrname);
    this.#putText(rdata);
    this.#putLength(rrset.length);
    for (const member of rrset) {
      this.#makeRoom(member.length);
      this.#putText(member);
    }
  }

  /** The second part of a row. */
  addSighting({ first_seen, last_seen, count, ttl, sources, wmseq }: RowSighting): void {
    this.#putUInt32(first_seen);
    this.#putUInt32(last_seen);
    this.#putUInt64(count);
    this.#putUInt32(ttl);
    this.#putUInt64(sources);
    this.#putUInt64(wmseq);
  }

  /** Overwrites the times, the count and the TTL in a second part, which begins here. */
  setSighting(at: number, { first_seen, last_seen, count, ttl }: Omit<RowSighting, 'sources' | 'wmseq'>): void {
    const end = this.#at;
    this.#at = at;
    this.#putUInt32(first_seen);
    this.#putUInt32(last_seen);
    this.#putUInt64(count);
    this.#putUInt32(ttl);
    this.#at = end;
  }

  /** Removes and returns all rows. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#at);
    this.#bytes = Buffer.alloc(0);
    this.#lastLength = this.#at;
    this.#at = 0;
    return taken;
  }

  /** A character of a string takes three bytes at most. */
  #makeRoom(characters: number): void {
    const needed = this.#at + fixedBytes + 3 * characters;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length, this.#lastLength));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }

  #putLength(length: number): void {
    let rest = length;
    for (; rest >= 128; rest >>>= 7) this.#bytes[this.#at++] = (rest & 127) | 128;
    this.#bytes[this.#at++] = rest;
  }

  #putText(text: string): void {
    const { length } = text;
    const bytes = this.#bytes;
    // nearly all texts are short and ASCII: a loop is faster than a call into the runtime
    if (length < 128) {
      let at = this.#at;
      bytes[at++] = length;
      let index = 0;
      for (; index < length; index += 1) {
        const code = text.charCodeAt(index);
        if (code >= 128) break;
        bytes[at++] = code;
      }
      if (index === length) {
        this.#at = at;
        return;
      }
    }
    this.#putLength(Buffer.byteLength(text));
    this.#at += bytes.write(text, this.#at);
  }

  #putUInt32(value: number): void {
    const bytes = this.#bytes;
    const at = this.#at;
    bytes[at] = value;
    bytes[at + 1] = value >>> 8;
    bytes[at + 2] = value >>> 16;
    bytes[at + 3] = value >>> 24;
    this.#at = at + 4;
  }

  #putUInt64(value: number): void {
    this.#putUInt32(value % twoTo32);
    this.#putUInt32(Math.floor(value / twoTo32));
  }
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
