import { describe, expect, it } from 'vitest';
import { changeLanes, changeMarks, summaryFlags } from './change-words.ts';

describe('changeMarks', () => {
  it.each([
    [{}, []],
    [{ to_parked: false, from_expire: false }, []],
    [
      { circular_change_to: true, to_ns_srv_domain_density_low: true },
      ['returned to a previous NS set', 'to rarely used NS'],
    ],
    [{ from_parked: true, to_sinkhole: true }, ['to sinkhole', 'from parking']],
  ])('%j is marked %j', (change, marks) => {
    expect(changeMarks(change)).toEqual(marks);
  });
});

describe('summaryFlags', () => {
  it('pairs each kind of change with its last-change flag, and distinguishes a missing flag from "no"', () => {
    const flags = summaryFlags({
      has_change_circular: true,
      last_change_circular_to: false,
      has_change_sinkhole_to: true,
      last_change_sinkhole_to: true,
    });
    const byName = Object.fromEntries(flags.map((flag) => [flag.name, [flag.hasChange, flag.isLastChange]]));
    expect(byName['circular']).toEqual([true, false]);
    expect(byName['sinkhole_to']).toEqual([true, true]);
    expect(byName['parked_to']).toEqual([undefined, undefined]);
    expect(flags).toHaveLength(11);
  });

  it('names the kinds that no source covers', () => {
    const flags = summaryFlags({ has_change_parked_to: false, not_tracked: ['parking', 'expiry'] });
    const untracked = flags.flatMap(({ name, isTracked }) => (isTracked ? [] : [name]));
    expect(untracked).toEqual(['expire_to', 'expire_from', 'parked_to', 'parked_from']);
  });
});

describe('changeLanes', () => {
  it('names the kind of each server set and of the change', () => {
    const change = {
      date: 19700102,
      from_nameservers: ['a.example'],
      to_nameservers: ['b.example'],
      from_parked: true,
      to_sinkhole: true,
      circular_change_to: true,
    };
    expect(changeLanes([change, { to_nameservers: ['no-day.example'] }])).toEqual([
      {
        time: 86_400,
        from: ['a.example'],
        to: ['b.example'],
        fromMarks: ['parked'],
        toMarks: ['sinkhole', 'circular'],
      },
    ]);
  });
});
