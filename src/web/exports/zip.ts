/** One file of an archive. */
export interface ZipEntry {
  /** Letters of ASCII, no folder. */
  readonly name: string;
  readonly content: Uint8Array;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1;
  return crc;
});

/** A ZIP archive of a few small files, stored without compression (APPNOTE 4.3). @param time of all files, in UTC */
export function zipArchive(entries: readonly ZipEntry[], time: Date): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const fields = fieldsOf(name, content, time);
    const local = joined([numbers([0x04_03_4b_50, 4], [20, 2]), fields, text(name)]);
    directory.push(
      joined([
        numbers([0x02_01_4b_50, 4], [20, 2], [20, 2]),
        fields,
        numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
        text(name),
      ]),
    );
    parts.push(local, content);
    offset += local.length + content.length;
  }
  const listing = joined(directory);
  const [count, size] = [entries.length, listing.length];
  const end = numbers([0x06_05_4b_50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]);
  return joined([...parts, listing, end]);
}

/** What the header of a file and its line in the directory have in common: flags, method, time, CRC, sizes, length of the name. */
function fieldsOf(name: string, content: Uint8Array, time: Date): Uint8Array {
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  const day = ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  const size = content.length;
  return numbers(
    [0, 2],
    [0, 2],
    [clock, 2],
    [day, 2],
    [crcOf(content), 4],
    [size, 4],
    [size, 4],
    [name.length, 2],
    [0, 2],
  );
}

function crcOf(content: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of content) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}

/** Numbers with the lowest byte first. */
function numbers(...fields: readonly (readonly [value: number, bytes: number])[]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(([value, bytes]) => Array.from({ length: bytes }, (_, at) => (value >>> (8 * at)) & 0xff)),
  );
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((total, { length }) => total + length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}
