import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { CoveredKind } from '#contract/generated/types.gen.ts';
import type { EvidenceFields } from '#model/verdict-records.ts';
import { answerOptions } from '#web/api/query.ts';
import { FactList, factLines, type FactLine } from './FactList.tsx';

const tor: FactLine = { id: 'tor', label: 'Tor exit node', tone: 'warning', kinds: ['tor_exit'], holds: false };
const torExits = { source: 'feed:tor-exits', title: 'Tor exit nodes', as_of: '2026-11-22', rows: 5 };

function markupOf(record: EvidenceFields, lines: readonly FactLine[], coverage: CoveredKind[] = []): string {
  const client = new QueryClient();
  const { queryKey } = answerOptions({ operationId: 'collection' });
  client.setQueryData(queryKey, { response: { coverage } });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <FactList record={record} lines={lines} subject="192.0.2.1" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const textOf = (...given: Parameters<typeof markupOf>) =>
  markupOf(...given)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

describe('what holds', () => {
  const fact = {
    kind: 'tor_exit',
    title: 'Tor exit nodes',
    as_of: '2026-11-22',
    subject: '192.0.2.1',
    tags: ['guard'],
  };

  it('names its source and day', () => {
    const record = { facts: [fact], not_tracked: [] };
    expect(textOf(record, [{ ...tor, holds: true }])).toBe('Tor exit node Yes guard, per Tor exit nodes of 2026-11-22');
  });

  it('names the range or AS, and each of several sources', () => {
    const ofRange = { ...fact, title: 'Another list', subject: '192.0.2.0/24', tags: [], value: 'Example' };
    const text = textOf({ facts: [fact, ofRange], not_tracked: [] }, [tor]);
    expect(text).toContain('per Tor exit nodes of 2026-11-22');
    expect(text).toContain('Example · 192.0.2.0/24, per Another list of 2026-11-22');
  });

  it('needs no source where a deployment names none, and no tracking', () => {
    expect(textOf({}, [{ ...tor, holds: true, tags: ['x'] }])).toBe('Tor exit node Yes x');
    expect(textOf({ facts: [fact], not_tracked: ['tor_exit'] }, [tor])).toContain('Yes');
  });
});

describe('what does not hold', () => {
  it('is shown for a tracked kind, with its list and day', () => {
    const coverage = [{ kind: 'tor_exit', tracked: true, sources: [torExits, { ...torExits, title: 'Older' }] }];
    expect(textOf({ not_tracked: ['vpn'] }, [tor], coverage)).toBe(
      '1 negative Tor exit node No , per Tor exit nodes of 2026-11-22 and 1 more',
    );
  });

  it('is not shown for an untracked kind, which links to the sources', () => {
    expect(textOf({ not_tracked: ['tor_exit'] }, [tor])).toBe('Not tracked : Tor exit node');
    expect(markupOf({ not_tracked: ['tor_exit'] }, [tor])).toContain('href="/sources"');
  });

  it('is not shown for an unchecked fact; untracked has priority', () => {
    const line: FactLine = { ...tor, notLookedAt: 'Not observed' };
    expect(textOf({ not_tracked: [] }, [line])).toBe('Not observed: Tor exit node');
    expect(textOf({ not_tracked: ['tor_exit'] }, [line])).toBe('Not tracked : Tor exit node');
  });

  it('is no by the field alone where a deployment does not say what is tracked', () => {
    expect(textOf({}, [tor])).toBe('1 negative Tor exit node No');
    expect(textOf({}, factLines(['vpn']))).toBe('');
    expect(textOf({}, [{ ...tor, holds: undefined, isExpected: true }])).toBe('Not given: Tor exit node');
  });
});
