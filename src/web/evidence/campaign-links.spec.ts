import { expect, it } from 'vitest';
import { campaignGraph } from './campaign-links.ts';

const link = (value: string, more = 0) => ({
  from: 'a.test',
  to: 'b.test',
  bits: 12.34,
  operator: 'likely' as const,
  shares: [
    { attribute: 'registrant-email', value, label: '', bits: 9 },
    ...Array.from({ length: more }, () => ({ attribute: 'jarm', value: 'x', label: '', bits: 3 })),
  ],
});
const labelOf = (value: string, more?: number) => campaignGraph({ links: [link(value, more)] }).edges[0]?.label;

it('names the most telling value on an edge, short and with hidden characters made visible', () => {
  expect(labelOf('k@post.test')).toBe('Registrant e-mail \u2068k@post.test\u2069, 12.3 bits');
  expect(labelOf('k@post.test', 2)).toBe('Registrant e-mail \u2068k@post.test\u2069 and 2 more, 12.3 bits');
  expect(labelOf('x'.repeat(500))).toBe(`Registrant e-mail \u2068${'x'.repeat(24)}…\u2069, 12.3 bits`);
  expect(labelOf('a\u202Eb')).toBe('Registrant e-mail \u2068a<U+202E>b\u2069, 12.3 bits');
});

it('shortens a long name in the middle', () => {
  const subject = `${'a'.repeat(63)}.${'b'.repeat(63)}.long.example`;
  const [node] = campaignGraph({ subject, nodes: [{ subject, type: 'domain' }] }).nodes;
  expect(node?.id).toBe(subject);
  expect(node?.label.length).toBeLessThan(70);
  expect(node?.label).toMatch(/^aaaaaaaa….*b\.long\.example · /);
});
