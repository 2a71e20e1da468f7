import { expect, it } from 'vitest';
import { withoutEqualParts } from './connection.ts';

const day = { attribute: 'created', value: '2026-11-25' };
const registrar = { attribute: 'registrar', value: 'names on line on 2020-01-01' };
const both = { attribute: 'registrar-day', value: `${registrar.value} on ${day.value}` };
const other = { attribute: 'created', value: '2026-11-26', shared_by: 3 };

it('leaves out the part of a compound value that the same subjects have', () => {
  const rows = [{ ...both, shared_by: 3 }, { ...day, shared_by: 3 }, { ...registrar, shared_by: 9 }, other];
  expect(withoutEqualParts(rows)).toEqual([rows[0], rows[2], other]);
  expect(withoutEqualParts(rows.slice(1))).toEqual(rows.slice(1));
});
