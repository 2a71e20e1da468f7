import { mostEdits } from '#model/look-alike.ts';
import { parseDomainName } from '#model/domain-name.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789-';

/**
 * Zones in which short look-alikes are looked for beside the one of the name itself, where impostors register most: every
 * zone more asks for some four hundred names.
 */
export const commonZones = 'com net org info biz co io app xyz top online site shop'.split(' ');

/**
 * Labels within one edit or one foreign letter of a label that is too short to leave a piece of three characters whole:
 * they are asked for by name, in the zone of the label and in the common ones. Empty for longer labels.
 */
export function candidateLabels(label: string): string[] {
  if (label.length < 3) return [label]; // too short for the index: only in other zones
  if (mostEdits(label.length) === 0 || label.length >= 6) return [];
  const labels = [...new Set([...oneEdit(label), ...oneForeignLetter(label)])];
  return labels.filter((text) => text !== label && text !== '' && !/^-|-$/.test(text));
}

function* oneEdit(label: string): Generator<string> {
  for (let at = 0; at <= label.length; at += 1) {
    const [before, after] = [label.slice(0, at), label.slice(at)];
    if (after !== '') yield before + after.slice(1);
    if (after.length > 1) yield `${before}${after[1] ?? ''}${after[0] ?? ''}${after.slice(2)}`;
    for (const character of alphabet) {
      yield before + character + after;
      if (after !== '') yield before + character + after.slice(1);
    }
  }
}

// Letters of one script that pass for Latin ones: what model/look-alike.ts takes for the same.
const scripts: readonly Readonly<Record<string, string>>[] = [
  {
    ...{ a: 'а', c: 'с', d: 'ԁ', e: 'е', h: 'һ', i: 'і', j: 'ј', k: 'к', l: 'ӏ', m: 'м', n: 'п', o: 'о', p: 'р' },
    ...{ q: 'ԛ', r: 'г', s: 'ѕ', t: 'т', v: 'ѵ', w: 'ԝ', x: 'х', y: 'у' },
  },
  { a: 'α', i: 'ι', k: 'κ', n: 'η', o: 'ο', p: 'ρ', t: 'τ', u: 'υ', v: 'ν', y: 'γ' },
];

/** A-labels of the label with every letter replaced that a script has: they keep too little ASCII to be found by it. */
export function foreignSpellings(label: string): string[] {
  return scripts.flatMap((letters) => toALabel(label.replace(/[a-z]/g, (letter) => letters[letter] ?? letter)));
}

/** A-labels of the label with one letter replaced. */
function oneForeignLetter(label: string): string[] {
  return scripts.flatMap((letters) =>
    [...label].flatMap((letter, at) => toALabel(label.slice(0, at) + (letters[letter] ?? '') + label.slice(at + 1))),
  );
}

function toALabel(text: string): string[] {
  const parsed = parseDomainName(text);
  return parsed.ok && parsed.name.ascii.startsWith('xn--') ? [parsed.name.ascii] : [];
}
