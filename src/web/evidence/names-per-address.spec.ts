import { expect, it } from 'vitest';
import { densityItems } from './names-per-address.tsx';

const records = [
  { ipv4: '192.0.2.3', density: 7 },
  { ipv4: '192.0.2.1', density: 2 },
];

it('includes every address of a small subnet', () => {
  expect(densityItems(records, '192.0.2.0/30')).toEqual([
    { key: '192.0.2.0', label: '192.0.2.0', value: 0 },
    { key: '192.0.2.1', label: '192.0.2.1', value: 2 },
    { key: '192.0.2.2', label: '192.0.2.2', value: 0 },
    { key: '192.0.2.3', label: '192.0.2.3', value: 7 },
  ]);
});

it.each([
  ['of a large subnet', '192.0.0.0/8'],
  ['while the subnet is not known', undefined],
])('draws only what is in use %s, in the order of the addresses', (_, subnet) => {
  expect(densityItems(records, subnet).map(({ label }) => label)).toEqual(['192.0.2.1', '192.0.2.3']);
});

it('leaves out anything but IPv4 addresses', () => {
  expect(densityItems([{ ipv4: 'x' }, {}], undefined)).toEqual([]);
});
