import { describe, expect, it } from 'vitest';
import { readSyslog, SyslogFrames } from './syslog-messages.ts';

const reply = 'reply www.example.test is 198.51.100.7';
const time = '2026-11-27T10:11:12.003Z';

function framesOf(content: Buffer, size: number): { readonly texts: string[]; readonly fault: string } {
  const frames = new SyslogFrames();
  const texts: string[] = [];
  try {
    for (let offset = 0; offset < content.length; offset += size)
      for (const text of frames.take(content.subarray(offset, offset + size))) texts.push(text);
  } catch (error) {
    return { texts, fault: (error as Error).message };
  }
  return { texts, fault: '' };
}

const counted = (...texts: string[]) => texts.map((text) => `${Buffer.byteLength(text)} ${text}`).join('');

describe('a stream of syslog', () => {
  const texts = [`<30>1 ${time} h p - - - für\nzwei`, '<30>1 - - - - - -', `<30>${'x'.repeat(300)}`];

  it.each([1, 2, 7, 64, 10_000])('is split by octet counts, in chunks of %i bytes', (size) => {
    expect(framesOf(Buffer.from(counted(...texts)), size)).toEqual({ texts, fault: '' });
  });

  it.each([1, 7, 10_000])('is split by line ends, in chunks of %i bytes, without a message that is cut off', (size) => {
    const lines = ['<30>1 - - - - - - ä', '<30>Nov 27 10:11:12 h p: x', 'continued'];
    expect(framesOf(Buffer.from(`${lines.join('\n')}\n<30>1 - h p - - - 198.51.100.7`), size)).toEqual({
      texts: lines,
      fault: '',
    });
  });

  const noLength = 'a message begins with neither "<" nor its length (RFC 6587)';
  const tooLong = 'a message is longer than 262144 bytes';
  it.each([
    ['GET / HTTP/1.1\r\n', noLength],
    ['{"a":1}\n', noLength],
    ['012 <30>1 - - -', noLength],
    ['12345678901 <30>', noLength],
    ['12a <30>', noLength],
    [' <30>', noLength],
    ['262145 <30>', tooLong],
    [`<30>${'x'.repeat(262_145)}`, tooLong],
    [`<30>${'x'.repeat(262_145)}\n`, tooLong],
  ])('ends at a fault: %.20s', (content, fault) => {
    for (const size of [1000, 1_000_000]) expect(framesOf(Buffer.from(content), size)).toEqual({ texts: [], fault });
    const before = counted('<30>1 - - - - - -');
    if (!content.startsWith('<')) expect(framesOf(Buffer.from(before + content), 10_000).texts).toHaveLength(1);
  });
});

describe('a message of syslog', () => {
  it.each([
    [`<30>1 ${time} gw dnsmasq 123 - -  ${reply}`, 'dnsmasq on gw', `${time} gw dnsmasq[123]: ${reply}`],
    [`<30>1 ${time} gw dnsmasq - ID [a@1 b="]\\"\\]"][c d="e"] \uFEFF${reply}\n`, '', ''],
    [
      `<30>1 ${time} gw dnsmasq - ID [a@1 b="x\\"\\]"][c d="e"] \uFEFF${reply}\n`,
      'dnsmasq on gw',
      `${time} gw dnsmasq: ${reply}`,
    ],
    [`<30>1 ${time} gw p - - -`, 'p on gw', `${time} gw p: `],
    [`<30>1 ${time} ids suricata 9 - - {"event_type":"dns"}`, 'suricata on ids (JSON)', '{"event_type":"dns"}'],
    [`<30>1 ${time} ids zeek - - - @cee: {"a":\r\n1}`, 'zeek on ids (JSON)', '{"a": 1}'],
    [`<30>Nov 27 10:11:12 gw dnsmasq[123]: ${reply}`, 'dnsmasq on gw', `Nov 27 10:11:12 gw dnsmasq[123]: ${reply}`],
    [`<30>${time} gw dnsmasq: ${reply}`, 'dnsmasq on gw', `${time} gw dnsmasq: ${reply}`],
    ['<30>Nov  7 10:11:12 ids zeek: {"a":1}', 'zeek on ids (JSON)', '{"a":1}'],
    [
      `<30>1 ${time} h p - - - x\n${time} h dnsmasq[1]: ${reply}`,
      'p on h',
      `${time} h p: x ${time} h dnsmasq[1]: ${reply}`,
    ],
    ['<30>x', '', ''],
    ['continued', '', ''],
  ])('%s', (text, log, line) => {
    expect(readSyslog(text)).toEqual(log === '' ? undefined : { log, line });
  });
});
