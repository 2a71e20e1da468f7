import { describe, expect, it } from 'vitest';
import { diversityItems } from './diversity-items.ts';

const row = {
  host: 'a.example',
  ip: '192.0.2.1',
  asn: 64500,
  asname: 'A',
  first_seen: '1970-01-01 00:00:10',
  last_seen: '1970-01-01 00:00:20',
};

describe('diversityItems', () => {
  it('draws a row from its first to its last time, in the colour of its AS', () => {
    expect(diversityItems([row], false)).toEqual([
      {
        key: 'a.example 192.0.2.1 1970-01-01 00:00:10',
        label: '192.0.2.1',
        group: 'AS64500',
        groupLabel: 'A',
        start: 10,
        end: 20,
      },
    ]);
  });

  it('names the host when there are several, and what is not announced', () => {
    expect(diversityItems([{ ...row, asn: 0 }], true)[0]).toMatchObject({ title: 'a.example', group: 'no AS' });
  });

  it('leaves out what has no time', () => {
    expect(diversityItems([{ ...row, first_seen: '' }], false)).toEqual([]);
  });
});
