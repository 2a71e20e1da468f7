import { expect, it } from 'vitest';
import { readText, reasonsOf } from '#server/testing/feed-document.ts';
import { readTorExits } from './tor-exits.ts';

it('reads the addresses of relays with the time of their last test', async () => {
  const text = `ExitNode FE39F07EBE7870DCE124AB30DF3ABD0700A43F75
Published 2026-11-21 16:10:50
LastStatus 2026-11-22 02:00:00
ExitAddress 192.0.2.231 2026-11-22 02:21:54
ExitAddress 192.0.2.232 2026-11-21 10:21:55
ExitNode 23B49521BDC4588C7CCF3C38E552504118326B66
Published 2026-11-21 05:44:30
LastStatus 2026-11-22 03:00:00
ExitAddress 2001:DB8::64 2026-11-21 11:30:06
`;
  const { entries, asOf } = await readText(readTorExits, text);
  expect(asOf).toBe('2026-11-22');
  const exit = (address: string, seen: string) => ({
    what: 'fact',
    kind: 'tor_exit',
    subject: { type: 'ip', address },
    value: '',
    tags: [`last seen ${seen} UTC`],
  });
  expect(entries).toEqual([
    exit('192.0.2.231', '2026-11-22 02:21:54'),
    exit('192.0.2.232', '2026-11-21 10:21:55'),
    exit('2001:db8::64', '2026-11-21 11:30:06'),
  ]);
});

it('reads an address without its time and rejects other lines', async () => {
  const read = await readText(readTorExits, 'ExitAddress 192.0.2.1\nExitAddress nowhere\n<!DOCTYPE html>\n');
  expect(read.entries[0]).toMatchObject({ what: 'fact', tags: [] });
  expect(reasonsOf(read)).toEqual(['Not an IP address.', 'Not a line of an exit list.']);
  expect(read.asOf).toBeNull();
});
