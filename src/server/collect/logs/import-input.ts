import { open } from 'node:fs/promises';
import { logFormat, logFormats } from './formats.ts';

// What callers give of an import, and why it cannot be taken.

/** Why something cannot be done with an import; the message says what to do instead. */
export class LogRefused extends Error {
  override readonly name = 'LogRefused';
  readonly reason: 'unknown' | 'wrong' | 'state' | 'no-room' | 'too-large';

  constructor(reason: LogRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export const maxPieceBytes = 16_000_000;

/** @throws LogRefused for more bytes than were announced, or than a piece may have; the reason of the stream */
export async function writePiece(
  file: string,
  offset: number,
  piece: AsyncIterable<Buffer>,
  missing: number,
): Promise<number> {
  const handle = await open(file, offset === 0 ? 'w' : 'r+');
  try {
    let bytes = 0;
    for await (const chunk of piece) {
      bytes += chunk.length;
      if (bytes > missing) throw new LogRefused('wrong', 'There is more content than the size that was announced.');
      if (bytes > maxPieceBytes)
        throw new LogRefused('too-large', `A piece has at most ${sizeWords(maxPieceBytes)}: send smaller ones.`);
      await handle.write(chunk, 0, chunk.length, offset + bytes - chunk.length);
    }
    await handle.datasync();
    return bytes;
  } finally {
    await handle.close();
  }
}

export function checkFormat(format: string): void {
  if (format === '' || logFormat(format)) return;
  const names = logFormats.map((each) => each.format).join(', ');
  throw new LogRefused('wrong', `There is no format "${format}". Formats: ${names}.`);
}

/** Part of a name in the list of sources. @throws LogRefused */
export function sensorName(text: string): string {
  const name = text.trim();
  if (name === '' || /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u.test(name)) return name;
  throw new LogRefused(
    'wrong',
    'The name of a sensor has at most 64 letters, digits, blanks, dots, hyphens and underscores.',
  );
}

/** '1.2 GB' */
export function sizeWords(bytes: number): string {
  const [unit, divisor] = bytes >= 1e9 ? ['GB', 1e9] : ['MB', 1e6];
  return `${(bytes / divisor).toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`;
}
