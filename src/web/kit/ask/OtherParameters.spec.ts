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

it('reads the parameters of a call, and builds the same call again', () => {
  const query = { limit: 5, explain: 1, sort: ['last_seen', '-count'], first_seen_after: '-30d', absent: undefined };
  const fields = contractFields(parameters.padnsForward);
  const { explain: _, absent: __, ...asked } = query;
  expect(questionQuery(fields, readQuestion(fields, textsOf(asked)))).toEqual(asked);
  expect(textsOf(query)).not.toHaveProperty('absent');
});

it('offers the values of an enumeration and the service default', () => {
  const [explain] = contractFields(parameters.asnReputation);
  expect(explain).toMatchObject({ kind: 'choice', choices: [{ value: '' }, { value: '0' }, { value: '1' }] });
});
