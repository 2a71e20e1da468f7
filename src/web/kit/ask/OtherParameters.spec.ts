import { expect, it } from 'vitest';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { contractFields, textsOf } from './OtherParameters.tsx';
import { questionQuery, readQuestion } from './parameter-question.ts';

it('has a field for every query parameter of every operation', () => {
  for (const list of Object.values(parameters)) {
    const names = list.filter(({ in: where }) => where === 'query').map(({ name }) => name);
    expect(contractFields(list).map(({ name }) => name)).toEqual(names);
  }
});

it('reads what a call asks, and asks the same again', () => {
  const query = { limit: 5, explain: 1, sort: ['last_seen', '-count'], first_seen_after: '-30d', absent: undefined };
  const fields = contractFields(parameters.padnsForward);
  const { explain: _, absent: __, ...asked } = query;
  expect(questionQuery(fields, readQuestion(fields, textsOf(asked)))).toEqual(asked);
  expect(textsOf(query)).not.toHaveProperty('absent');
});

it('offers what an enumeration has, and what the service does unless told', () => {
  const [explain] = contractFields(parameters.asnReputation);
  expect(explain).toMatchObject({ kind: 'choice', choices: [{ value: '' }, { value: '0' }, { value: '1' }] });
});
