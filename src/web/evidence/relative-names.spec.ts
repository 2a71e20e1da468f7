import { expect, it } from 'vitest';
import { relativeNames } from './relative-names.ts';

it('returns cousins and siblings in other domains, each once, up to the limit', () => {
  const cousins = [{ domain: 'acme-login.example' }, { domain: 'acme.test' }, {}];
  const siblings = ['*.acme.example', 'www.acme.example', 'acme.test', 'other.test', '*.other.test'];
  expect(relativeNames('acme.example', cousins, siblings)).toEqual(['acme-login.example', 'acme.test', 'other.test']);
  const many = Array.from({ length: 300 }, (_, at) => ({ domain: `acme${at}.test` }));
  expect(relativeNames('acme.example', many, siblings)).toHaveLength(99);
});
