import { describe, expect, it } from 'vitest';
import { skeleton } from './look-alike.ts';
import { latinReading, mixedScripts } from './mixed-scripts.ts';

describe('mixedScripts', () => {
  it.each([
    ['harborlіne-bank.example', ['Latin', 'Cyrillic']],
    ['αlpha.example', ['Latin', 'Greek']],
    ['www.раypal.example', ['Latin', 'Cyrillic']],
  ])('%s mixes %j', (name, scripts) => {
    expect(mixedScripts(name)).toEqual(scripts);
  });

  it.each(['harborline-bank.example', 'bücher.example', 'пример.example', '例え.テスト', 'a1-2.example', ''])(
    '%s mixes nothing',
    (name) => {
      expect(mixedScripts(name)).toBeNull();
    },
  );
});

describe('latinReading', () => {
  it.each([
    ['harborlіne-bank.example', 'harborline-bank.example'],
    ['аррӏе.com', 'apple.com'],
    ['harborline-bank.example', null],
    // letters without a Latin look
    ['пример.example', null],
    ['bücher.example', null],
  ])('%s reads as %s', (name, reading) => {
    expect(latinReading(name)).toBe(reading);
    // Unicode has the same letters as confusable
    if (reading !== null) expect(skeleton(name)).toBe(skeleton(reading));
  });
});
