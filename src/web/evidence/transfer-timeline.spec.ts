import { expect, it } from 'vitest';
import { transferItems, transferTimeline } from './transfer-timeline.ts';

const move = (domain: string, left: readonly string[], joined: readonly string[]) => ({
  change_date: '2026-06-01',
  domain,
  oldnsrecs: [...left],
  newnsrecs: [...joined],
});

it('draws a move on its day, coloured by the server joined', () => {
  expect(transferItems([move('a.example', ['ns1.x.test', 'ns.test'], ['ns.test', 'ns1.y.test'])], 'joined')).toEqual([
    {
      key: '2026-06-01 a.example ns.test ns1.y.test',
      label: 'a.example',
      group: 'ns1.y.test',
      groupLabel: '',
      start: 1_780_272_000,
      end: 1_780_272_000,
      title: 'ns1.x.test ns.test → ns.test ns1.y.test',
      path: '/domain/a.example',
      groupPath: '/ns/ns1.y.test',
    },
  ]);
});

it('takes any server of an unchanged side, and names a missing one', () => {
  const rows = [move('a.example', ['ns1.x.test'], ['ns1.x.test', 'ns2.x.test']), move('b.example', [], ['ns1.y.test'])];
  expect(transferItems(rows, 'left').map(({ group, groupPath }) => [group, groupPath])).toEqual([
    ['ns1.x.test', '/ns/ns1.x.test'],
    ['no name server', undefined],
  ]);
});

it('leaves out moves without a valid day', () => {
  expect(
    transferItems([{ domain: 'a.example' }, { ...move('a.example', [], []), change_date: 'soon' }], 'left'),
  ).toEqual([]);
});

it.each([
  [['ns1.y.test', 'ns1.z.test'], 'to'],
  [['ns1.y.test', 'ns1.y.test'], 'from'],
])('tells moves to %j apart by the servers they went %s', ([first = '', second = ''], between) => {
  const rows = [move('a.example', ['ns1.a.test'], [first]), move('b.example', ['ns1.b.test'], [second])];
  expect(transferTimeline(rows).words.between).toBe(between);
});
