import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { errorText } from '#model/errors.ts';
import { type Detector, detectorNeeds, detectorParams } from './detector.ts';
import { detectors as builtIn } from './detectors.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(most, `must have at most ${most} characters`)
    .regex(/^[^\p{C}]*$/u, 'must be one line of visible characters');
const needs = Object.keys(detectorNeeds) as (keyof typeof detectorNeeds)[];
const oneOf = <const T extends readonly string[]>(values: T) => z.enum(values, `must be one of ${values.join(', ')}`);

/** The form of a file (docs/findings.md, 'Own detectors'). */
const form = z.strictObject({
  id: z
    .string()
    .max(60, 'must have at most 60 characters')
    .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'must be words of lower-case letters and digits, joined by -'),
  title: line(60),
  meaning: line(400),
  subject: oneOf(['domain', 'ip', 'subnet', 'nameserver', 'asn']),
  source: z.strictObject({ title: line(200), url: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }) }),
  needs: z.array(oneOf(needs)).default([]),
  thresholds: z
    .record(
      z.string().regex(/^[a-z][a-zA-Z0-9]*$/, 'must have names of letters and digits'),
      z.strictObject({
        title: line(100),
        value: z.int('must be a whole number').min(0, 'must not be negative').max(0xffff_ffff),
        reason: line(300),
      }),
    )
    .default({}),
  sql: z
    .string()
    .trim()
    .regex(/^(select|with)\b/i, 'must be one SELECT'),
});

/**
 * Reads the detectors of a folder, one from each .yaml file, in the order of the names of the files.
 * @throws Error that names the file, and what is wrong
 */
export function readOwnDetectors(folder: string): readonly Detector[] {
  const own: Detector[] = [];
  for (const file of filesOf(folder)) {
    try {
      own.push(readDetector(readFileSync(join(folder, file), 'utf8'), [...builtIn, ...own]));
    } catch (error) {
      throw new Error(`The detector of ${join(folder, file)} is wrong:\n${errorText(error)}`, { cause: error });
    }
  }
  return own;
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /\.ya?ml$/.test(name))
      .toSorted();
  } catch (error) {
    throw new Error(`SIGHTLINE_DETECTORS: the folder ${folder} cannot be read.`, { cause: error });
  }
}

/** @param others the ids that are taken @throws Error that says what is wrong, a problem a line */
function readDetector(text: string, others: readonly Detector[]): Detector {
  const parsed = form.safeParse(parse(text));
  if (!parsed.success)
    throw new Error(parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`).join('\n'));
  const { data: detector } = parsed;
  if (others.some(({ id }) => id === detector.id)) throw new Error(`  id: there is another detector '${detector.id}'`);
  const known = Object.keys(detectorParams(detector, 0));
  for (const [, name = '', type = ''] of detector.sql.matchAll(/\{(\w+):(\w+)\}/g))
    if (type !== 'UInt32' || !known.includes(name))
      throw new Error(
        `  sql: {${name}:${type}} is not a placeholder. Use ${known.map((each) => `{${each}:UInt32}`).join(', ')}`,
      );
  return detector;
}
