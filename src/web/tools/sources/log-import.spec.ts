import { describe, expect, it } from 'vitest';
import type { LogImport } from '#contract/generated/types.gen.ts';
import {
  endedImports,
  endWords,
  fileWords,
  findingWords,
  hasBrought,
  holdsNothing,
  importReader,
  isRereadable,
  type LogEntry,
  rowsOf,
  sensorProblem,
  shortened,
  standingLook,
  standingOf,
} from './log-import.ts';
import { amountWords, paceWords, percentWords } from './progress-words.ts';
import type { Upload } from './log-uploads.ts';

function imported(changes: LogImport = {}): LogEntry {
  const [entry] = importReader()([{ id: 'a', way: 'upload', name: 'dns.log', state: 'done', bytes: 100, ...changes }]);
  if (!entry) throw new Error('an import with an id is read');
  return entry;
}

const upload: Upload = {
  key: 'upload-1',
  importId: 'a',
  name: 'dns.log',
  bytes: 100,
  source: '',
  phase: 'sending',
  sent: 40,
  from: 0,
  startedAt: 1_000_000,
  seenAt: 1_001_000,
  problem: '',
};
const found = { title: 'Zeek dns.log', lines: 9, seen: 8, rows: 3, is_whole: true };

describe('the import log', () => {
  it('reads an import once, and leaves out what has no id', () => {
    const answer = [{ id: 'a', check: found, ended: '2026-11-22 12:00:00' }, { name: 'without' }];
    const read = importReader();
    const [entry, ...others] = read(answer);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ id: 'a', check: { rows: 3, newRows: null }, report: null, error: '' });
    expect(entry?.ended).toBe(Date.UTC(2026, 10, 22, 12) / 1000);
    expect(read(answer)[0]).toBe(entry);
  });

  it('knows the import of a log: that of its file, or the shipper that pushed it', () => {
    const place = { log: '1000003', from: 'log:zeek/dns-1' };
    expect(hasBrought(imported({ imports: [1_000_002, 1_000_003] }), place)).toBe(true);
    expect(hasBrought(imported({ imports: [1_000_002] }), place)).toBe(false);
    const pushed = { way: 'push', name: 'zeek', format: 'zeek', source: 'dns-1' } as const;
    expect(hasBrought(imported(pushed), place)).toBe(true);
    expect(hasBrought(imported({ ...pushed, source: 'dns-2' }), place)).toBe(false);
    expect(hasBrought(imported({ ...pushed, source: '' }), { ...place, from: 'log:zeek' })).toBe(true);
  });

  it('shows an upload before the service tells of it, and once', () => {
    const early = { ...upload, importId: '' };
    expect(rowsOf([], [early], 0)).toMatchObject([{ key: 'upload-1', entry: { name: 'dns.log', state: 'uploading' } }]);
    const both = rowsOf([imported({ state: 'uploading' }), imported({ id: 'b' })], [upload], 0);
    expect(both.map(({ key }) => key)).toEqual(['upload-1', 'b']);
    // the list may come before the answer to the announcement, which has the id
    const unnamed = rowsOf([imported({ state: 'uploading' }), imported({ id: 'b' })], [early], 0);
    expect(unnamed.map(({ key }) => key)).toEqual(['upload-1', 'b']);
    // one of two files of the same name and size, and none while it waits
    const twice = [imported({ state: 'uploading' }), imported({ id: 'b', state: 'uploading' })];
    expect(rowsOf(twice, [early], 0).map(({ key }) => key)).toEqual(['upload-1', 'b']);
    const queued = { ...early, phase: 'queued' } as const;
    expect(rowsOf(twice, [queued], 0).map(({ key }) => key)).toEqual(['upload-1', 'a', 'b']);
  });

  it('keeps an upload that has just ended until an answer can know of it', () => {
    const sent = { ...upload, phase: 'sent' } as const;
    const [row] = rowsOf([], [sent], 1_000_500);
    expect(row && standingOf(row.entry, row.upload, false)).toBe('checking');
    expect(rowsOf([], [sent], 1_002_000)).toEqual([]);
  });

  it('tells an upload of this tab from one of another and from one that was left', () => {
    const entry = imported({ state: 'uploading' });
    expect(standingOf(entry, upload, false)).toBe('uploading');
    expect(standingOf(entry, { ...upload, phase: 'paused' }, false)).toBe('uploading');
    expect(standingOf(entry, { ...upload, phase: 'stopped' }, false)).toBe('stopped');
    expect(standingOf(entry, undefined, true)).toBe('elsewhere');
    expect(standingOf(entry, undefined, false)).toBe('interrupted');
    expect(standingOf(imported({ state: 'checked' }), { ...upload, phase: 'sent' }, false)).toBe('checked');
  });

  it('is cut short, but for what is under way', () => {
    const states = ['done', 'checked', 'done', 'importing', 'uploading', 'done'] as const;
    const rows = rowsOf(
      states.map((state, index) => imported({ id: `${index}`, state })),
      [],
      0,
    );
    expect(shortened(rows, 2).map(({ key }) => key)).toEqual(['0', '1', '3']);
    expect(shortened(rows, 6)).toBe(rows);
  });

  it('knows what ended since the last answer', () => {
    const before = [imported({ state: 'importing' }), imported({ id: 'b', state: 'checking' }), imported({ id: 'c' })];
    const after = [
      imported({ id: 'd', state: 'checked' }),
      imported({ id: 'e', state: 'done' }),
      imported(),
      imported({ id: 'b', state: 'waiting' }),
      imported({ id: 'c' }),
    ];
    expect(endedImports(before, after, new Set(['d'])).map(({ id }) => id)).toEqual(['d', 'a']);
    expect(endedImports(undefined, after, new Set(['d']))).toEqual([]);
  });

  it('offers another format as long as nothing is written', () => {
    const fits = (changes: LogImport) => isRereadable(imported(changes));
    expect([fits({ state: 'checked' }), fits({ state: 'checking' }), fits({ state: 'failed' })]).toEqual([
      true,
      true,
      true,
    ]);
    expect([fits({ state: 'failed', lines: 5 }), fits({ state: 'done' })]).toEqual([false, false]);
    expect(fits({ state: 'failed', way: 'inbox' })).toBe(false);
  });
});

describe('the words of an import', () => {
  it('say what was found', () => {
    const { check } = imported({ check: { ...found, new_rows: 0, evidence: [{ name: 'certificates', count: 1200 }] } });
    expect(check && findingWords(check)).toBe('3 records, 0 new, 1,200 certificates');
    const { check: other } = imported({ check: { rows: 0, evidence: [{ name: 'certificates', count: 2 }] } });
    expect(other && findingWords(other)).toBe('2 certificates');
    expect(other && holdsNothing(other)).toBe(false);
  });

  it('say that there is nothing to import', () => {
    const entry = imported({ state: 'checked', check: { rows: 0, evidence: [{ name: 'certificates', count: 0 }] } });
    expect(standingLook('checked', entry).word).toBe('Nothing to import');
    expect(endWords(entry)).toBe('dns.log: Nothing to import. Neither DNS answers nor other evidence found.');
  });

  it('tell what a file of an archive holds', () => {
    const files = [
      { name: 'dns.log', title: 'Zeek dns.log', rows: 1200, rejected: 1 },
      { name: 'ssl.log', title: 'Zeek ssl.log', evidence: 1 },
      { name: 'http.log', title: 'Zeek http.log' },
      { name: 'http.log', problem: 'The format was not recognised.' },
    ];
    const [entry] = importReader()([{ id: 'a', report: { ...found, files, file_count: 4 } }]);
    const shown = entry?.report?.files ?? [];
    expect(shown.map(fileWords)).toEqual([
      'Zeek dns.log: 1,200 records, 1 rejected',
      'Zeek ssl.log: 1 other entry',
      'Zeek http.log: 0 records',
      '',
    ]);
    expect(new Set(shown.map(({ key }) => key)).size).toBe(4);
  });

  it('tell how an import ended', () => {
    expect(endWords(imported({ report: found }))).toBe('dns.log: Imported. 3 records');
    expect(endWords(imported({ state: 'known' }))).toContain('imported or pushed before');
    expect(endWords(imported({ state: 'failed', error: 'No format fits.' }))).toBe('dns.log: Failed. No format fits.');
  });

  it('have a word for a state that is not known here', () => {
    const newer: string = 'paused';
    expect(standingLook(newer, imported()).word).toBe('paused');
  });

  it('count in the unit of the whole and reach 100% only at the end', () => {
    expect(amountWords(12_400_000, 96_000_000)).toBe('12.4 of 96.0 MB');
    expect(amountWords(1_000_000_000, 4_200_000_000)).toBe('1.0 of 4.2 GB');
    expect(amountWords(500_000, 400_000_000)).toBe('1 of 400 MB');
    expect([percentWords(999, 1000), percentWords(1000, 1000), percentWords(0, 0)]).toEqual(['99 %', '100 %', '0 %']);
  });

  it.each([
    [{ done: 0, left: 10, seconds: 5 }, ''],
    [{ done: 10_000_000, left: 10_000_000, seconds: 1 }, ''],
    [{ done: 10_000_000, left: 20_000_000, seconds: 10 }, '1 MB/s, 20 s left'],
    [{ done: 10_000_000, left: 1_000_000, seconds: 10 }, '1 MB/s, a few seconds left'],
    [{ done: 10_000_000, left: 55_000_000, seconds: 10 }, '1 MB/s, 1 min left'],
    [{ done: 10_000_000, left: 700_000_000, seconds: 10 }, '1 MB/s, 12 min left'],
    [{ done: 10_000_000, left: 12_000_000_000, seconds: 10 }, '1 MB/s, 3 h 20 min left'],
    [{ done: 10_000_000, left: 3_595_000_000, seconds: 10 }, '1 MB/s, 1 h left'],
    [{ done: 10_000_000, left: 0, seconds: 10 }, '1 MB/s'],
  ])('estimate %j as %j', (run, words) => {
    expect(paceWords(run)).toBe(words);
  });

  it('refuse a name of a sensor that the service refuses', () => {
    expect([sensorProblem(''), sensorProblem('Büro 2.dns_a-b')]).toEqual([undefined, undefined]);
    expect([sensorProblem('-a'), sensorProblem('a/b'), sensorProblem('a,b')]).not.toContain(undefined);
  });
});
