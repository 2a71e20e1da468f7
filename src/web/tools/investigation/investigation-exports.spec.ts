import { text as readText } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { fromBufferPromise } from 'yauzl';
import { describe, expect, it } from 'vitest';
import type { Judgement } from '#model/judgement.ts';
import type { Dossier } from '#model/fact.ts';
import { stixBundle } from '#model/stix-bundle.ts';
import { stixFaults } from '#test/model/stix-rules.ts';
import { graphLayout } from '#web/charts/graph-layout.ts';
import { graphMarkup } from '#web/charts/graph-picture.ts';
import { anyNodes, nodesById } from '#test/web/any-investigation.ts';
import { nodeOf } from '#web/stores/investigation/investigation-edits.ts';
import { type StepNode, stepSubjectOf } from '#web/stores/investigation/investigation-node.ts';
import { investigationDossier } from './investigation-dossier.ts';
import { describeGraph, investigationGraph } from './investigation-graph.ts';
import { investigationMarkdown, investigationReport, reportArchive, reportPage } from './investigation-report.ts';

const time = new Date('2026-11-21T16:00:00Z');
const node = (id: string, parent: string | null, href: string, more: Partial<StepNode> = {}) =>
  nodeOf({ id, parent, subject: stepSubjectOf(href)!, via: 'pivot', at: time.getTime() + Number(id.at(-1)), ...more });
// the address is met in two branches, once behind a search
const nodes = nodesById([
  node('n1', null, '/domain/evil.example', {
    via: 'entry',
    isPinned: true,
    note: 'Mail of 192.0.2.9\n<b>*urgent*</b>',
    verdict: { state: 'scored', score: 90, decider: 'listing_score', at: 1 },
  }),
  node('n2', 'n1', '/ip/192.0.2.1', {
    via: 'addresses',
    why: 'resolved to, 2026-10-02',
    verdict: { state: 'scored', score: 0, decider: '', at: 1 },
  }),
  node('n3', 'n1', '/search/padns?mode=reverse&qtype=a&qname=192.0.2.1', { note: 'Many names' }),
  node('n4', 'n3', '/domain/other.example'),
  node('n5', 'n4', '/ip/192.0.2.1'),
]);

describe('Markdown', () => {
  it('holds the tree as a nested list, defanged, with notes and verdicts', () => {
    expect(investigationMarkdown('Case *7*', nodes, time)).toBe(
      [
        '**Case \\*7\\***',
        '',
        '5 steps, exported 2026-11-21 16:00:00 UTC. Verdicts as last seen.',
        '',
        '- **evil[.]example** domain · pinned · 90 Critical, deciding factor: Listings · Searched 2026-11-21 16:00:00',
        '  > Mail of 192[.]0[.]2[.]9',
        '  > \\<b\\>\\*urgent\\*\\</b\\>',
        '  - **192[.]0[.]2[.]1** IPv4 address · 0 No detections · resolved to, 2026-10-02 · reached 2026-11-21 16:00:00',
        '  - **Passive DNS: reverse a 192[.]0[.]2[.]1** · Pivot 2026-11-21 16:00:00',
        '    > Many names',
        '    - **other[.]example** domain · Pivot 2026-11-21 16:00:00',
        '      - **192[.]0[.]2[.]1** IPv4 address · Pivot 2026-11-21 16:00:00',
        '',
      ].join('\n'),
    );
  });

  it('has a line for every step, and nothing that could be pressed, whatever the notes hold', () => {
    fc.assert(
      fc.property(anyNodes(), fc.string(), (list, name) => {
        const text = investigationMarkdown(name, nodesById(list), time);
        expect(text.split('\n').filter((line) => /^ *- \*\*/.test(line))).toHaveLength(list.length);
        expect(text).not.toMatch(/https?:\/\/|\]\(/);
      }),
    );
  });
});

describe('the report', () => {
  const listing = { title: 'List A', category: 'phishing', first_listed: '2026-10-01', last_listed: '2026-11-20' };
  const judgement: Judgement = {
    subject: 'evil.example',
    below: false,
    kind: 'bad' as const,
    text: '',
    reason: 'kit of 192.0.2.9 <b>',
    author: 'j.doe',
    at: '2026-11-20T10:00:00Z',
    until: null,
    configured: false,
  };
  const options = {
    exportedAt: time,
    facts: new Map([
      [
        '/domain/evil.example',
        {
          sentence: 'Critical: phishing; on List A since 2026-10-01, still listed.',
          verdict: { state: 'scored' as const, score: 90, decider: 'listing_score', tags: ['phishing'] },
          listings: [{ ...listing, is_open: true }],
        },
      ],
      // never opened
      [
        '/domain/other.example',
        {
          sentence: 'High: on List B.',
          verdict: { state: 'scored' as const, score: 70, decider: 'listing_score' },
          listings: [],
        },
      ],
    ]),
    sources: [{ source: 'List A', kind: 'feed', as_of: '2026-11-20', loaded_at: '2026-11-21 04:00:00' }],
    judgementsOf: (subject: string) => (subject === 'evil.example' ? [judgement] : []),
    origin: 'https://desk.test',
  };
  const report = investigationReport('Case *7*', nodes, options, 'graph.svg');

  it('has verdicts with lists and dates, notes, indicators, the graph, the steps and the days of the data, defanged', () => {
    const parts = report.split('\n\n## ');
    expect(parts.map((part) => part.split('\n')[0])).toEqual([
      '# Case \\*7\\*',
      'Verdicts',
      'Notes and pins',
      'Indicators',
      'Graph',
      'Steps',
      'Data',
    ]);
    expect(parts[0]).toContain('5 steps, exported 2026-11-21 16:00:00 UTC.');
    expect(parts[0]).toContain('sample collection');
    const rows = (part = '') =>
      part
        .split('\n')
        .slice(4)
        .map((row) => row.slice(2, -2).split(' | '));
    expect(rows(parts[1])).toEqual([
      [
        '[evil\\[.\\]example](<https://desk.test/domain/evil.example>)',
        'Critical: phishing; on List A since 2026-10-01, still listed.',
        'Bad: kit of 192[.]0[.]2[.]9 \\<b\\> (j.doe, 2026-11-20)',
        'phishing',
        'List A (phishing), 2026-10-01 to 2026-11-20, still listed',
        '2026-11-21 16:00:00',
      ],
      [
        '[other\\[.\\]example](<https://desk.test/domain/other.example>)',
        'High: on List B.',
        '',
        '',
        '',
        '2026-11-21 16:00:00',
      ],
      [
        '[192\\[.\\]0\\[.\\]2\\[.\\]1](<https://desk.test/ip/192.0.2.1>)',
        '0 No detections',
        '',
        '',
        '',
        '1970-01-01 00:00:00',
      ],
    ]);
    expect(parts[2]).toContain('**evil[.]example · pinned**\n\n> Mail of 192[.]0[.]2[.]9\n> \\<b\\>\\*urgent');
    expect(rows(parts[3])[0]).toEqual([
      'domain',
      'evil[.]example',
      '90 Critical',
      '2026-10-01',
      '2026-11-20',
      'Searched',
    ]);
    // as in the table of verdicts, not as it was when the subject was opened
    expect(rows(parts[3])[1]).toEqual(['domain', 'other[.]example', '70 High', '', '', 'Pivot']);
    expect(parts[4]).toMatch(/^Graph\n\n!\[4 subjects and 4 pivots.*\]\(graph\.svg\)$/);
    expect(parts[5]).toContain('· resolved to, 2026-10-02 · reached');
    expect(parts[6]).toContain('| List A | feed | 2026-11-20 | 2026-11-21 04:00:00 |');
    // outside of links to the dashboard
    expect(report.replaceAll(/\(<.*?>\)/g, '')).not.toMatch(/evil\.example|192\.0\.2\.1/);
  });

  it('is one HTML page that loads nothing and has no markup of others, whatever the investigation', () => {
    fc.assert(
      fc.property(anyNodes(), fc.string(), (list, name) => {
        const page = reportPage(name, nodesById(list), { ...options, facts: new Map() }, '<svg></svg>');
        const body = page.slice(page.indexOf('<body>'));
        const known =
          /<(?!\/?(?:body|html|h1|h2|p|b|a|table|thead|tbody|tr|th|td|ul|li|blockquote|br|figure|figcaption|svg)[ >])/;
        expect(body).not.toMatch(known);
        expect(page).not.toMatch(/ (?:src|on\w+)=|url\(|@import/);
        for (const [, href] of body.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https:\/\/desk\.test\//);
      }),
    );
  });

  it('is packed with its picture so that others can unpack it', async () => {
    const archive = await reportArchive(report, new TextEncoder().encode('<svg/>'), time);
    expect(await unpacked(Buffer.from(archive))).toEqual([
      ['report.md', report, '2026-11-21T16:00:00.000Z'],
      ['graph.svg', '<svg/>', '2026-11-21T16:00:00.000Z'],
    ]);
  });
});

/** Name, text and time of every file of an archive, read by another's code, which checks sizes. */
async function unpacked(archive: Buffer): Promise<readonly (readonly [string, string, string])[]> {
  const zip = await fromBufferPromise(archive);
  const files: (readonly [string, string, string])[] = [];
  for await (const entry of zip.eachEntry()) {
    const content = await readText(await zip.openReadStreamPromise(entry));
    expect(crc32(content)).toBe(entry.crc32);
    files.push([entry.fileName, content, entry.getLastModDate().toISOString()]);
  }
  return files;
}

describe('STIX 2.1', () => {
  it('keeps the standard, and every reference leads somewhere, whatever the investigation', () => {
    fc.assert(
      fc.property(anyNodes(), (list) => {
        const bundle = stixBundle(investigationDossier('case', nodesById(list), time));
        expect(stixFaults(bundle)).toEqual([]);
        expect(stixBundle(investigationDossier('case', nodesById(list), time))).toEqual(bundle);
      }),
    );
  });

  it('has the pivots, the notes, the risks and the pins; a search is a note about what it stands between', () => {
    const { objects } = stixBundle(listed(investigationDossier('case', nodes, time)));
    const valueOf = new Map(objects.map((object) => [object.id, object['value']]));
    const pivots = objects.filter((object) => object['relationship_type'] === 'related-to');
    expect(
      pivots.map((pivot) => [valueOf.get(String(pivot['source_ref'])), valueOf.get(String(pivot['target_ref']))]),
    ).toEqual([
      ['evil.example', '192.0.2.1'],
      ['evil.example', 'other.example'],
      ['other.example', '192.0.2.1'],
    ]);
    const notes = objects.filter(({ type }) => type === 'note');
    expect(
      notes.map((note) => [note['content'], ...(note['object_refs'] as string[]).map((ref) => valueOf.get(ref))]),
    ).toEqual([
      ['Mail of 192.0.2.9\n<b>*urgent*</b>', 'evil.example'],
      [
        'Searched: Passive DNS: reverse a 192.0.2.1\n/search/padns?mode=reverse&qname=192.0.2.1&qtype=a',
        'evil.example',
        'other.example',
      ],
      ['Many names', 'evil.example'],
    ]);
    expect(objects.filter(({ type }) => type === 'indicator')).toHaveLength(1);
    expect(pinnedIn(objects).map(({ type, labels }) => [type, labels])).toEqual([
      ['observed-data', ['pinned', 'sample-data']],
      ['indicator', ['pinned', 'sample-data']],
    ]);
    expect(objects.at(-1)?.['description']).toMatch(
      /^The order of steps is in the JSON export only\. .*sample collection/,
    );
  });

  it('labels a search that is pinned, and a subject that is pinned in one branch of two', () => {
    const pinned = nodesById(
      [...nodes.values()].map((each) => (each.id === 'n3' || each.id === 'n2' ? { ...each, isPinned: true } : each)),
    );
    const { objects } = stixBundle(listed(investigationDossier('case', pinned, time)));
    const valueOf = new Map(objects.map((object) => [object.id, object['value']]));
    const marked = pinnedIn(objects);
    expect(marked.map(({ type }) => type)).toEqual(['observed-data', 'indicator', 'observed-data', 'note']);
    expect(valueOf.get((marked[2]?.['object_refs'] as string[])[0]!)).toBe('192.0.2.1');
  });
});

/** The dossier with a listing of everything seen. */
function listed(dossier: Dossier): Dossier {
  const listings = [{ list: 'List A', category: 'malware', since: 0 }];
  return { ...dossier, facts: dossier.facts.map((fact) => (fact.is === 'seen' ? { ...fact, listings } : fact)) };
}

function pinnedIn(objects: ReturnType<typeof stixBundle>['objects']) {
  return objects.filter(({ labels }) => Array.isArray(labels) && labels.includes('pinned'));
}

describe('the graph', () => {
  const graph = investigationGraph(nodes);

  it('shows a subject once, however many branches led to it', () => {
    expect(graph.nodes.map(({ label }) => label)).toEqual([
      'evil.example · 90 Critical',
      '192.0.2.1 · 0 No detections',
      'Passive DNS: reverse a 192.0.2.1',
      'other.example',
    ]);
    expect(graph.edges).toHaveLength(4);
    expect(graph.edges.map(({ label }) => label)).toEqual(['resolved to, 2026-10-02', '', '', '']);
    expect(graph.nodes.map(({ letters }) => letters)).toEqual(['globe', 'IP', 'Q', 'globe']);
    expect(graph.nodes.map(({ tone }) => tone)).toEqual(['critical', 'none', 'unknown', 'unknown']);
    expect(describeGraph(graph)).toMatch(/^4 subjects and 4 pivots between them; 1 subject of high/);
  });

  it('lies the same every time, no node on another, none lost', () => {
    fc.assert(
      fc.property(anyNodes(40), (list) => {
        const any = investigationGraph(nodesById(list));
        const layout = graphLayout(any);
        expect(graphLayout(any)).toEqual(layout);
        const places = [...layout.values()].map(({ x, y }) => `${x} ${y}`);
        expect(new Set(places).size).toBe(any.nodes.length);
        expect(places.join()).not.toMatch(/NaN|Infinity/);
        for (const { from, to } of any.edges) expect(layout.has(from) && layout.has(to)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('is a picture without markup of others', () => {
    const tones = {
      sinkholed: '#6a2fb0',
      unknown: '#111',
      none: '#222',
      low: '#333',
      medium: '#444',
      high: '#555',
      critical: '#666',
    };
    const colours = {
      ground: '#000',
      text: '#fff',
      muted: '#aaa',
      line: '#bbb',
      accent: '#ccc',
      raised: '#ddd',
      tones,
    };
    fc.assert(
      fc.property(anyNodes(), (list) => {
        const any = investigationGraph(nodesById(list));
        const { text, width, height } = graphMarkup(any, graphLayout(any), colours);
        expect(width > 0 && height > 0).toBe(true);
        expect(text.match(/<(?!\/?(?:svg|rect|line|polygon|circle|ellipse|text)[ >])/g)).toBeNull();
        expect(text.isWellFormed()).toBe(true);
      }),
    );
  });
});
