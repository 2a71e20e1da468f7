import { nameServer } from '#model/indicator-kind.ts';
import { VERDICT_STATES } from '#model/verdict.ts';
import fc from 'fast-check';
import { hostileText } from '#test/model/any-fact.ts';
import type { StepNode, StepNodes, StepSubject } from '#web/stores/investigation/investigation-node.ts';

export const anySubject: fc.Arbitrary<StepSubject> = fc.oneof(
  ...(
    [
      ['ipv4', '192.0.2.1', '198.51.100.7'],
      ['ipv6', '2001:db8::1'],
      ['domain', 'evil.example', 'xn--bcher-kva.example'],
      ['asn', '64500'],
      ['subnet', '192.0.2.0/24', '2001:db8::/32'],
      [nameServer('').kind, 'ns1.evil.example'],
    ] as const
  ).map(([kind, ...values]) =>
    fc.record({ is: fc.constant('subject' as const), kind: fc.constant(kind), value: fc.constantFrom(...values) }),
  ),
  fc.record({
    is: fc.constant('search' as const),
    path: fc.constantFrom('/search/padns', '/search/certificates'),
    query: hostileText
      .filter((text) => text.isWellFormed() && text !== '')
      .map((qname) => ({ mode: 'forward', qname })),
  }),
);

export function nodesById(nodes: readonly StepNode[]): StepNodes {
  return new Map(nodes.map((node) => [node.id, node]));
}

/** Nodes as an investigation holds them: every parent is there and older, or null. */
export function anyNodes(maxLength = 12): fc.Arbitrary<readonly StepNode[]> {
  const fields = fc.record({
    subject: anySubject,
    via: fc.constantFrom('entry', 'pivot', 'added', 'addresses'),
    why: fc.constantFrom(undefined, 'same JARM', 'resolved to, 2026-10-02'),
    note: hostileText.filter((text) => text.isWellFormed()),
    isPinned: fc.boolean(),
    verdict: fc.option(
      fc.record({
        state: fc.constantFrom(...VERDICT_STATES),
        score: fc.option(fc.integer({ min: 0, max: 100 })),
        decider: fc.constantFrom('', 'listing_score'),
        provider: fc.constantFrom(undefined, 'Example Intel'),
        tags: fc.constantFrom(undefined, ['phishing', 'fast flux']),
        at: fc.integer({ min: 0, max: 4e12 }),
      }),
    ),
    above: fc.nat(),
  });
  return fc.array(fields, { maxLength }).map((list) =>
    list.map(({ above, why, ...rest }, index) => ({
      ...rest,
      ...(why && { why }),
      id: `node${String(index).padStart(4, '0')}`,
      parent: index === 0 || above % (index + 1) === index ? null : `node${String(above % index).padStart(4, '0')}`,
      at: 1_760_000_000_000 + index,
    })),
  );
}
