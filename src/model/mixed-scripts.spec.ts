import { describe, expect, it } from 'vitest';
import { mixedScripts } from './mixed-scripts.ts';

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
