import { describe, expect, it } from 'vitest';
import { listedBy, listedWords, nameSome } from './listed-by.ts';
import { subjectTags } from './subject-tags.ts';

const day = { first_listed: '2026-10-21', last_listed: '2026-11-20', is_open: true };
const phish = { ...day, title: 'hookline', category: 'phishing', subject: 'https://a.example/login' };
const told = (...entries: Parameters<typeof listedBy>[0]) => {
  const listed = listedBy(entries, ['a.example']);
  return listed && `${listed.categories.join(', ')}: ${listedWords(listed)}`;
};

describe('listedBy', () => {
  it('names the lists in the order in which they listed the subject, from the first day', () => {
    const later = { ...phish, title: 'tacklebox', first_listed: '2026-10-23', subject: 'a.example' };
    expect(told(later, phish)).toBe('phishing: on hookline and tacklebox since 2026-10-21, still listed');
  });

  it('puts the most severe category first', () => {
    expect(told({ ...phish, category: 'scan' }, { ...phish, category: 'c2' })).toMatch(/^c2, scan: /);
  });

  it('says of each category which lists name it, and since when', () => {
    const scan = { ...phish, title: 'alpha', category: 'scan' };
    const c2 = { ...phish, title: 'beta', category: 'c2', first_listed: '2026-11-19' };
    expect(told(scan, c2)).toBe(
      'c2, scan: on beta since 2026-11-19 (C2) and on alpha since 2026-10-21 (scanner), still listed',
    );
    expect(subjectTags({ listed: listedBy([scan, c2], ['a.example']) }).map(({ why }) => why)).toEqual([
      'On beta since 2026-11-19',
      'On alpha since 2026-10-21',
    ]);
  });

  it.each([
    ['a host below', { ...phish, subject: 'mail.a.example' }, 'a host below it is on hookline since'],
    ['a URL on a shared host', { ...phish, on_shared_host: true }, 'URLs on this shared host are on hookline since'],
    ['a past listing', { ...phish, is_open: false }, 'was on hookline, 2026-10-21 to 2026-11-20'],
  ])('says so of %s', (_, entry, words) => expect(told(entry)).toContain(words));

  it.each([
    ['is known benign', { ...phish, known_benign: true }],
    ['names the network', { ...phish, subject: '192.0.2.0/24' }],
    ['names another host', { ...phish, subject: 'https://b.example/?u=a.example' }],
    ['names a longer name', { ...phish, subject: 'nota.example' }],
  ])('leaves out what %s', (_, entry) => expect(told(entry)).toBeNull());

  it('prefers an open listing to one of the past', () => {
    expect(told({ ...phish, title: 'old', is_open: false }, phish)).toBe(
      'phishing: on hookline since 2026-10-21, still listed',
    );
  });
});

it('nameSome counts what it leaves out', () => {
  expect(nameSome(['a', 'b', 'c'])).toBe('a, b and c');
  expect(nameSome(['a', 'b', 'c', 'd'])).toBe('a, b and 2 others');
});
