import { useEffect, useState } from 'react';
import { extractInSteps, type Extraction } from '#model/extract-indicators.ts';
import { bulkInput, limitLines, type BulkInput } from './bulk-entry.ts';

/** The most lines that one triage takes. */
export const MAX_LINES = 50_000;

/** What a text holds. */
export interface Reading extends Pick<Extraction, 'counts' | 'lineCount'> {
  readonly input: BulkInput;
  /** Sightings of an indicator after its first. */
  readonly repeated: number;
  /** Lines beyond {@link MAX_LINES}, which are not read. */
  readonly leftOut: number;
}

const sliceMilliseconds = 10;
const typingMilliseconds = 150;

/** Reads a text in slices, so that typing and scrolling go on; null until the text of now is read. */
export function useReading(text: string): Reading | null {
  const [read, setRead] = useState<{ readonly text: string; readonly reading: Reading }>();
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void readInSlices(text, abort.signal).then((reading) => reading && setRead({ text, reading }));
    }, typingMilliseconds);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return read?.text === text ? read.reading : null;
}

async function readInSlices(whole: string, signal: AbortSignal): Promise<Reading | null> {
  const { text, leftOut } = limitLines(whole, MAX_LINES);
  const steps = extractInSteps(text);
  let sliceEnd = performance.now() + sliceMilliseconds;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return readingOf(value, leftOut);
    if (performance.now() < sliceEnd) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return null;
    sliceEnd = performance.now() + sliceMilliseconds;
  }
}

function readingOf({ indicators, invalid, counts, lineCount }: Extraction, leftOut: number): Reading {
  const repeated = indicators.reduce((sum, { occurrences }) => sum + occurrences - 1, 0);
  return { input: bulkInput({ indicators, invalid }), counts, lineCount, repeated, leftOut };
}
