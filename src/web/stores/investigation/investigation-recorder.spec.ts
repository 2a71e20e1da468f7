import { describe, expect, it } from 'vitest';
import { nodeOf } from './investigation-edits.ts';
import { type Arrival, type StepNode, type StepSubject, stepSubjectOf } from './investigation-node.ts';
import { type Standpoint, stepTo } from './investigation-recorder.ts';

const subject = (href: string): StepSubject => stepSubjectOf(href)!;
const node = (id: string, parent: string | null, href: string): [string, StepNode] => [
  id,
  nodeOf({ id, parent, subject: subject(href), via: 'pivot', at: Number(id.slice(1)) }),
];
// a domain, its address and the address' network; a second branch from the domain
const nodes = new Map([
  node('n1', null, '/domain/evil.example'),
  node('n2', 'n1', '/ip/192.0.2.1'),
  node('n3', 'n2', '/subnet/192.0.2.0/24'),
  node('n4', 'n1', '/ns/ns1.evil.example'),
]);
const at = (current: string | null, more: Partial<Standpoint> = {}): Standpoint => ({
  current,
  places: new Map([
    ['first', 'n1'],
    ['second', 'n2'],
    ['deleted', 'n9'],
    ['default', 'n9'],
  ]),
  startsFresh: false,
  ...more,
});
const arrive = (href: string, action: Arrival['action'] = 'PUSH', key = 'new') => ({
  subject: subject(href),
  key,
  action,
});

describe('stepTo', () => {
  it.each([
    ['a link leads on', at('n3'), arrive('/asn/64500'), { is: 'new', parent: 'n3', via: 'pivot' }],
    ['another tab of the same page is no step', at('n2'), arrive('/ip/192.0.2.1?tab=names'), { is: 'at', id: 'n2' }],
    ['a link that was followed before leads there again', at('n1'), arrive('/ip/192.0.2.1'), { is: 'at', id: 'n2' }],
    ['a link to where one came from goes back', at('n3'), arrive('/domain/evil.example'), { is: 'at', id: 'n1' }],
    ['Back records nothing', at('n2'), arrive('/domain/evil.example', 'POP', 'first'), { is: 'at', id: 'n1' }],
    ['a pivot after Back makes a branch', at('n1'), arrive('/asn/64500'), { is: 'new', parent: 'n1', via: 'pivot' }],
    [
      'the same subject in another branch is a step of its own',
      at('n4'),
      arrive('/ip/192.0.2.1'),
      { is: 'new', parent: 'n4', via: 'pivot' },
    ],
    [
      'the omnibox starts a new line',
      at('n3', { startsFresh: true }),
      arrive('/asn/64500'),
      { is: 'new', parent: null, via: 'entry' },
    ],
    [
      'the omnibox goes on with a beginning that is there',
      at('n3', { startsFresh: true }),
      arrive('/domain/evil.example'),
      { is: 'at', id: 'n1' },
    ],
    [
      'a page that is about nothing parts the line',
      at(null),
      arrive('/asn/64500'),
      { is: 'new', parent: null, via: 'entry' },
    ],
    ['so does one that was deleted', at('n9'), arrive('/asn/64500'), { is: 'new', parent: null, via: 'entry' }],
    ['Back to what was deleted records nothing', at('n1'), arrive('/asn/64500', 'POP', 'deleted'), { is: 'nowhere' }],
    [
      'the first page of a tab is a beginning',
      at(null),
      arrive('/asn/64500', 'POP', 'default'),
      { is: 'new', parent: null, via: 'entry' },
    ],
  ] as const)('%s', (_, from, arrival, step) => expect(stepTo(nodes, from, arrival.subject, arrival)).toEqual(step));
});
