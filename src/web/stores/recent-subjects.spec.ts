import { expect, it } from 'vitest';
import { parseSubjects, withSubject } from './recent-subjects.ts';

const subject = (value: string) => ({ kind: 'domain', value, display: value }) as const;

it('puts the newest in front, each once, at most twenty', () => {
  const list = Array.from({ length: 20 }, (_, index) => subject(`d${index}.example`));
  const next = withSubject(list, subject('d5.example'));
  expect(next[0]).toEqual(subject('d5.example'));
  expect(next).toHaveLength(20);
  expect(withSubject(next, subject('new.example'))).toHaveLength(20);
});

it('drops what it does not understand', () => {
  expect(parseSubjects(null)).toEqual([]);
  expect(parseSubjects('{')).toEqual([]);
  expect(parseSubjects('{"a":1}')).toEqual([]);
  expect(
    parseSubjects(JSON.stringify([subject('a.example'), null, 1, { kind: 'nope', value: 'x', display: 'x' }])),
  ).toEqual([subject('a.example')]);
});
