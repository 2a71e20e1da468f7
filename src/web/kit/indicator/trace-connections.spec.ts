import { expect, it } from 'vitest';
import { isHop } from './trace-connections.ts';

it.each([
  [{ attribute: 'jarm', shared_by: 2 }, true],
  [{ attribute: 'ns-set', shared_by: 366, common: false }, true],
  [{ attribute: 'ns-set', shared_by: 366, common: true }, false],
  [{ attribute: 'favicon', shared_by: 0 }, false],
  [{ attribute: 'registrar', shared_by: 3 }, false],
  [{ attribute: 'registrant-email', shared_by: 3 }, true],
])('review E12: a trace takes %j for a hop: %j', (row, isTaken) => expect(isHop(row)).toBe(isTaken));
