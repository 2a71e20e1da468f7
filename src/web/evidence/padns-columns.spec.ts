import { expect, it } from 'vitest';
import type { LateFacts } from '#web/kit/records/use-late-facts.ts';
import { columnsOf } from './padns-columns.tsx';
import { padnsRow } from './padns-row.ts';

it.each(['padnsForward', 'padnsReverse', 'padnsBoth', 'padnsUnsanctioned'] as const)(
  'calls exactly those columns of %s late whose values come with a score',
  (operationId) => {
    const row = padnsRow({ query: 'n.example', type: 'a', answer: '192.0.2.1' });
    const origin = { asn: 64666, asname: 'EXAMPLE', country: 'NL' };
    const facts: LateFacts = {
      seen: { state: 'scored', score: 80 },
      isScoreAsked: false,
      origin,
      isOriginAsked: false,
    };
    const changed = columnsOf(operationId).filter(
      ({ accessorFn }) => accessorFn(row) !== accessorFn({ ...row, ofName: facts, ofAnswer: facts }),
    );
    const late = columnsOf(operationId).filter(({ meta }) => meta.isLate);
    expect(changed.map(({ id }) => id)).toEqual(late.map(({ id }) => id));
    expect(late.map(({ id }) => id)).toContain('answer_score');
  },
);
