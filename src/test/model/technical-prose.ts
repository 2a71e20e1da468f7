import fc from 'fast-check';
import { hex } from './indicator-texts.ts';

const number = (max: number) => fc.integer({ min: 0, max }).map(String);
const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${length - 1}}$`));
const of = (form: string, ...parts: readonly fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((values) => form.replaceAll(/#(\d)/g, (_, place: string) => values[Number(place)] ?? ''));

const n = number(40);
const pair = of('#0#1', fc.constantFrom('a', 'b', '1', '9'), hex(1));
const file = of(
  '#0.#1',
  fc.constantFrom('main', 'server_test', 'index', 'Dockerfile', 'app-config', 'read-log'),
  fc.constantFrom('c', 'h', 'go', 'ts', 'tsx', 'js', 'cpp', 'rb', 'kt', 'yaml', 'json', 'log', 'exe', 'dll'),
);

/** Parts of technical prose that look a little like indicators and are none. */
const parts: readonly fc.Arbitrary<string>[] = [
  // versions
  of('version #0.#1.#2', n, n, n),
  of('v#0.#1.#2-rc.#3', n, n, n, n),
  of('version #0.#1.#2.#3', n, n, n, n),
  of('Windows 10.0.#0.#1', digits(5), digits(4)),
  of('Chrome/#0.0.0.0 and Mozilla/5.0', number(200)),
  of('TLS 1.#0/1.#1', number(3), number(3)),
  of('HTTP/1.#0 #1', number(1), digits(3)),
  of('python#0.#1 with libc.so.#2', number(3), n, number(9)),
  // scores, ratios, sizes, percentages, money
  of('scored #0.#1/10', number(10), number(9)),
  of('a ratio of #0:#1', digits(2), digits(1)),
  of('#0.#1:1', number(9), number(9)),
  of('#0.#1 GB or #2.#1MB/s', digits(2), number(9), digits(3)),
  of('#0.#1% of 1,#2.56 EUR', number(99), number(9), digits(3)),
  of('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:#0/I:H/A:N', fc.constantFrom('H', 'L', 'N')),
  of('CVE-20#0-#1 (#2.#3)', digits(2), digits(5), number(9), number(9)),
  // ports and containers
  of('port #0/tcp and #1:#2', digits(4), digits(4), digits(2)),
  of('localhost:#0', digits(4)),
  of('nginx:1.#0.#1 and node:#0-alpine', n, n),
  // files, packages and code
  of('#0:#1:#2', file, digits(3), digits(1)),
  of('#0:#1', file, digits(3)),
  of('/var/log/#0 and C:\\Temp\\#0', file),
  of('react@#0.#1 and lodash@#0.#1.#2', n, n, n),
  of('@types/node@#0.#1.#2', n, n, n),
  of('numpy==#0.#1.#2 or zod>=#0.#1', n, n, n),
  of('std::vector<#0> Foo::Bar a::b', fc.constantFrom('int', 'char')),
  of('0x#0 at 0x#1', hex(8), hex(4)),
  of('commit #0 (v#1.#2-#3-g#0)', hex(8), n, n, n),
  // times and dates
  of('at 1#0:2#1:3#2.#3', number(9), number(9), number(9), digits(3)),
  of('on 2026-11-2#0T1#1:0#1:59Z', number(9), number(9)),
  of('[2#0/Nov/2026:1#1:00:59 +0000]', number(7), number(9)),
  of('on 2#0.11.2026, it happened as 20#1.', number(9), digits(2)),
  // kernel logs, hardware, identifiers
  of('kernel: [#0.#1] usb 1-1.#2: new high-speed USB device number #2', digits(5), digits(3), number(9)),
  of('pci 0000:00:#0.#1: [8086:#2] type 00 class 0x010601', hex(2), number(7), digits(4)),
  of('#0:#1:#2:#0:#1:#2', pair, pair, pair),
  of('Serial Number: #0:#1:#2:#0:#1:#2:#0:#1:#2', pair, pair, pair),
  of('#0-#1-4#2-8#2-#0#1', hex(8), hex(4), hex(3)),
  of('OID 1.3.6.1.4.1.#0.#1', digits(3), n),
  of('sshd[#0]: exited with #1', digits(4), n),
  // references and English
  of('[#0] and [#1], [#0]-[#1]', n, n),
  of('RFC #0, section #1.#2.#1', digits(4), n, n),
  of('known as #0 or as #1.#2', digits(5), n, n),
  of('e.g. #0 times, i.e. #1 of #2', n, n, n),
  of('call +49 30 #0', digits(6)),
];
const opening = fc.constantFrom('We saw ', 'The log says ', '', 'Fixed: ', 'It took ', '“Now” — ', '- ');
const middle = fc.constantFrom(' and ', ', ', '; ', ' (', ' → ', ' — then ');

/** A sentence with two such parts. */
export const sentenceWithoutIndicators: fc.Arbitrary<string> = fc
  .tuple(opening, fc.oneof(...parts), middle, fc.oneof(...parts), fc.constantFrom('.', '', '!', ')', '…'))
  .map((pieces) => pieces.join(''));
