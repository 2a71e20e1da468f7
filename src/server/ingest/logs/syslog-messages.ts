// Syslog over a stream: RFC 6587 frames (octet counts or line ends), with messages of RFC 5424 and of the older BSD form (RFC 3164).

/** Why the rest of a stream cannot be read. */
class SyslogFault extends Error {
  override readonly name = 'SyslogFault';
}

const maxMessageBytes = 262_144;
/** Digits of a length, and a blank. */
const maxCountBytes = 8;
const [lineEnd, blank, lessThan] = [0x0a, 0x20, 0x3c];

/** Splits one stream into its messages. The first byte says which of the two framings the sender uses. */
export class SyslogFrames {
  #isCounted: boolean | undefined;
  #rest: Buffer = Buffer.alloc(0);

  /** Yields the messages that this part of the stream completes. @throws SyslogFault after the messages that precede the fault */
  *take(chunk: Buffer): Generator<string, void> {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let offset = 0;
    for (let frame = this.#next(bytes, offset); frame; frame = this.#next(bytes, offset)) {
      yield bytes.toString('utf8', frame.start, frame.end);
      offset = frame.next;
    }
    this.#rest = bytes.subarray(offset);
  }

  #next(bytes: Buffer, offset: number): Frame | undefined {
    const first = bytes[offset];
    if (first === undefined) return undefined;
    this.#isCounted ??= first !== lessThan;
    if (this.#isCounted) return counted(bytes, offset);
    const end = bytes.indexOf(lineEnd, offset);
    if ((end < 0 ? bytes.length : end) - offset > maxMessageBytes) throw tooLong();
    return end < 0 ? undefined : { start: offset, end, next: end + 1 };
  }
}

interface Frame {
  readonly start: number;
  readonly end: number;
  /** Where the next one begins. */
  readonly next: number;
}

function counted(bytes: Buffer, offset: number): Frame | undefined {
  const head = bytes.subarray(offset, offset + maxCountBytes);
  const digits = head.indexOf(blank);
  if (digits < 0 && head.length < maxCountBytes && /^\d*$/.test(head.toString('latin1'))) return undefined;
  const count = head.toString('latin1', 0, Math.max(0, digits));
  if (!/^[1-9]\d*$/.test(count)) throw new SyslogFault('a message begins with neither "<" nor its length (RFC 6587)');
  const length = Number(count);
  if (length > maxMessageBytes) throw tooLong();
  const start = offset + digits + 1;
  const end = start + length;
  return end > bytes.length ? undefined : { start, end, next: end };
}

function tooLong(): SyslogFault {
  return new SyslogFault(`a message is longer than ${maxMessageBytes} bytes`);
}

export interface SyslogMessage {
  /** What is one log: the messages of one program on one host, with those in JSON apart. */
  readonly log: string;
  /** As it would be in a log file. */
  readonly line: string;
}

// <30>1 2026-11-27T10:11:12.003Z host dnsmasq 123 - - reply www.example.test is 198.51.100.7
const current = /^<\d{1,3}>1 (\S+) (\S+) (\S+) (\S+) \S+ (?:-|(?:\[(?:[^\]\\]|\\.)*\])+)(?: |$)/;
// <30>Nov 27 10:11:12 host dnsmasq[123]: reply www.example.test is 198.51.100.7
const older =
  /^<\d{1,3}>((?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?: \d{4})?|\d{4}-\d\d-\d\dT\S+) (\S+) ([^\s:[\]]{1,48})(?:\[[^\]]{0,48}\])?: ?)/;

/** Undefined for a text that is not a syslog message. */
export function readSyslog(text: string): SyslogMessage | undefined {
  // a line end within a message would begin a line that its program did not log
  const whole = text.replace(/[\r\n\0]+$/, '').replace(/[\r\n\0]+/g, ' ');
  const match = current.exec(whole);
  if (match) {
    const [head, time = '', host = '', program = '', process = ''] = match;
    const before = `${time} ${host} ${program}${process === '-' ? '' : `[${process}]`}: `;
    return messageOf(host, program, before, whole.slice(head.length).replace(/^\uFEFF/, ''));
  }
  const [head, before = '', host = '', program = ''] = older.exec(whole) ?? [];
  return head === undefined ? undefined : messageOf(host, program, before, whole.slice(head.length));
}

/** @param before what precedes the message in a log file; JSON is logged alone */
function messageOf(host: string, program: string, before: string, message: string): SyslogMessage {
  // rsyslog sends the blank that follows the colon of the older form
  const text = message.trimStart();
  const json = text.replace(/^@cee: ?/, '');
  return json.startsWith('{')
    ? { log: `${program} on ${host} (JSON)`, line: json }
    : { log: `${program} on ${host}`, line: `${before}${text}` };
}
