import { parseDomainName } from '#model/domain-name.ts';
import { mostEdits, skeleton, tellingPart, withoutHyphens } from '#model/look-alike.ts';
import { escapeLike } from '#model/wildcard.ts';
import type { Query } from '#server/engine/engine.ts';
import { allOf, anyOf, condition, type Condition } from './condition.ts';

/** A name that the collection holds, cut to begin with the label that may look alike. */
interface LookAlikeRow {
  readonly name: string;
}

interface LookAlikeSearch {
  /** The label to look for: as A-label, and in its Unicode form. */
  readonly label: { readonly ascii: string; readonly unicode: string };
  /** The registrable domain whose own names are left out. */
  readonly domain: string;
}

const mostNames = 20_000;

// Addresses are the names of pointers.
const ofNames = `rrtype NOT IN ('PTR4', 'PTR6', 'WATERMARK')`;

/**
 * C14: names of passive DNS and of listings with a label that may look like the queried one, nearest first. The index of
 * `names` finds literal text without reading the whole table, so the query searches for text that a look-alike must
 * contain: any text within two edits of a label contains one of its thirds. What looks alike is decided by
 * model/look-alike.ts.
 */
export function lookAlikes({ label, domain }: LookAlikeSearch): Query<LookAlikeRow> {
  const pieces = piecesOf(label.unicode);
  const candidates = candidateLabels(label.unicode);
  const texts = [...new Set([...pieces, ...foreignSpellings(label.unicode)])];
  const holds = (column: string): Condition =>
    anyOf(
      texts.map((text, at) =>
        condition(`${column} LIKE {text${at}:String}`, { [`text${at}`]: `%${escapeLike(text)}%` }),
      ),
    );
  const [names, listed] = [holds('qname'), holds('host')];
  const like = labelCondition(label);
  return {
    name: 'domainCousins',
    sql: `
      WITH candidates AS (
        SELECT concat(label, '.', arrayJoin({zones:Array(String)})) AS name
        FROM (SELECT arrayJoin({candidates:Array(String)}) AS label)
      )
      SELECT arrayStringConcat(arraySlice(labels, position), '.') AS name,
             damerauLevenshteinDistance(labels[position], {ascii:String}) AS distance
      FROM (
        SELECT DISTINCT splitByChar('.', qname) AS labels FROM (
          -- two statements, not one OR: this one by the index of texts
          SELECT qname FROM names WHERE ${ofNames} AND (${names.sql})
          UNION ALL
          -- and this one by the key
          SELECT qname FROM names WHERE ${ofNames} AND qname IN (SELECT name FROM candidates)
          UNION ALL
          SELECT host AS qname FROM listings WHERE ip = toIPv6('::') AND kind = 'host' AND (${listed.sql} OR host IN (SELECT name FROM candidates))
        )
        WHERE qname != {domain:String} AND NOT endsWith(qname, {below:String})
      )
      ARRAY JOIN arrayEnumerate(labels) AS position
      WHERE position < length(labels) AND (${like.sql})
      GROUP BY name, distance ORDER BY distance, name LIMIT ${mostNames}`,
    params: {
      ...names.params,
      ...like.params,
      candidates,
      zones: [domain.slice(domain.indexOf('.') + 1), ...commonZones],
      domain,
      below: `.${domain}`,
    },
  };
}

/** Text that every look-alike contains unless all of its characters were replaced. */
function piecesOf(label: string): string[] {
  const whole = [label, withoutHyphens(label), tellingPart(label)].filter((text) => text.length >= 3);
  const parts = mostEdits(label.length) + 1;
  const size = Math.floor(label.length / parts);
  if (size < 3) return whole;
  return [
    ...whole,
    ...Array.from({ length: parts }, (_, at) => label.slice(at * size, at === parts - 1 ? undefined : (at + 1) * size)),
  ];
}

// The shape that model/look-alike.ts compares, as far as ASCII goes.
const plainDigits = `translate(labels[position], '10', 'lo')`;
const shape = `translate(
  replaceAll(replaceAll(replaceAll(${plainDigits}, 'rn', 'm'), 'vv', 'w'), 'cl', 'd'), 'i3458', 'leasb')`;

/** A wider pattern than a look-alike, narrow enough to skip most names. A-labels keep their ASCII letters in order. */
function labelCondition({ ascii, unicode }: LookAlikeSearch['label']): Condition {
  const texts = { ascii, shape: skeleton(unicode), plain: withoutHyphens(unicode), part: tellingPart(unicode) };
  const foreign = allOf([
    condition("startsWith(labels[position], 'xn--')"),
    condition(
      `damerauLevenshteinDistance(replaceRegexpOne(substring(labels[position], 5), '-?[a-z0-9]*$', ''), {ascii:String}) <= 3
       OR length(replaceRegexpOne(substring(labels[position], 5), '-?[a-z0-9]*$', '')) <= 2`,
    ),
  ]);
  return anyOf([
    condition('damerauLevenshteinDistance(labels[position], {ascii:String}) <= {edits:UInt8}', {
      ascii,
      edits: mostEdits(unicode.length),
    }),
    condition(`${shape} = {shape:String}`, { shape: texts.shape }),
    condition(
      `position(labels[position], {plain:String}) > 0 OR position(replaceAll(labels[position], '-', ''), {plain:String}) > 0`,
      {
        plain: texts.plain,
      },
    ),
    condition('position(labels[position], {part:String}) > 0', { part: texts.part }),
    foreign,
  ]);
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789-';

/**
 * Zones searched for short look-alikes besides the zone of the name: those in which impostors register most. Each zone adds
 * about four hundred names to the query.
 */
const commonZones = 'com net org info biz co io app xyz top online site shop'.split(' ');

/**
 * Labels within one edit or one foreign letter of a label that is too short to leave a piece of three characters whole: the
 * query lists them by name, in the zone of the label and in the common zones. Empty for longer labels.
 */
function candidateLabels(label: string): string[] {
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

// Letters of one script that pass for Latin ones: the pairs that model/look-alike.ts treats as equal.
const scripts: readonly Readonly<Record<string, string>>[] = [
  {
    a: 'а',
    c: 'с',
    d: 'ԁ',
    e: 'е',
    h: 'һ',
    i: 'і',
    j: 'ј',
    k: 'к',
    l: 'ӏ',
    m: 'м',
    n: 'п',
    o: 'о',
    p: 'р',
    q: 'ԛ',
    r: 'г',
    s: 'ѕ',
    t: 'т',
    v: 'ѵ',
    w: 'ԝ',
    x: 'х',
    y: 'у',
  },
  { a: 'α', i: 'ι', k: 'κ', n: 'η', o: 'ο', p: 'ρ', t: 'τ', u: 'υ', v: 'ν', y: 'γ' },
];

/** A-labels of the label with every letter replaced that a script has: they keep too little ASCII to be found by it. */
function foreignSpellings(label: string): string[] {
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
