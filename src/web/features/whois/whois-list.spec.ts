import { describe, expect, it } from 'vitest';
import { whoisList } from './whois-list.ts';

describe('whoisList', () => {
  it.each([
    ['', []],
    ['[]', []],
    ['["35 Lantern Street","Villamar"]', ['35 Lantern Street', 'Villamar']],
    ["['35 Lantern Street', 'Villamar']", ['35 Lantern Street', 'Villamar']],
    [`["O'Hara's Mews", 'a "b"']`, ["O'Hara's Mews", 'a "b"']],
    [String.raw`['it\'s', 'back\\slash']`, ["it's", 'back\\slash']],
    ['35 Lantern Street', ['35 Lantern Street']],
    ['[1, 2]', ['[1, 2]']],
    ["['never closed", ["['never closed"]],
    ["['a' 'b']", ["['a' 'b']"]],
    ['["<svg onload=alert(1)>"]', ['<svg onload=alert(1)>']],
  ])('%j holds %j', (text, lines) => {
    expect(whoisList(text)).toEqual(lines);
  });
});
