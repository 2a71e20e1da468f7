import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Phrases that an analyst or engineer would stumble over, with what to write in their place. */
const replaced: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/What have you got\?/, 'Look up an indicator'],
  [/Understood as/, 'Detected: IPv4 address'],
  [/Its (own )?records|Domains on it\b/, 'DNS records, Host records, Hosted domains'],
  [/Domains that send their mail to it|Names whose mail it takes/, 'Domains using it as mail server (MX)'],
  [/Who else\b/, 'Shared infrastructure, Same favicon'],
  [/Reputation histories|Similar names \(AS\)/, 'Reputation history, Related ASNs'],
  [/AS takedown, slowness/, 'Abuse response: slow'],
  [/Why this score, Made of|\bMade of\b/, 'Evidence'],
  [/The highest input decides/, 'The overall score is the highest factor.'],
  [/0 by rule/, 'Sinkholed: …; score suppressed'],
  [/Nothing known speaks against it/, 'No detections'],
  [/Nothing to judge by/, 'Not enough data'],
  [/Made by a generator|How the name reads|Mean pair probability/, 'DGA likelihood, Name analysis, Bigram likelihood'],
  [/Known facts/, 'Flags'],
  [/Last listed ago/, 'Last listed today'],
  [/Announced by, over time|Two days compared/, 'Origin AS history, Compare two dates'],
  [/Names, mean|Names, most/, 'Avg names/IP, Max'],
  [/Came to it|Left it\b/, 'Moved in, Moved out'],
  [/The same move by others|back to an earlier set, to few domains/, 'Domains that made the same move'],
  [/as “self”/, 'Collapse own servers'],
  [/Ask with every parameter|What this will ask|Ways to ask/, 'Open in advanced search, Request preview, Examples'],
  [/not asked about, and why/, '30 skipped (see why)'],
  [/Forget this triage/, 'Delete results'],
  [/rows? loaded of at least|All 1 row loaded/, '100 loaded, more available; 1 row'],
  [/Everything, fetching what is not loaded/, 'All results'],
  [/Everything there is: this will take its time/, 'Matches everything; this may be slow'],
  [/Mend them above and search again/, 'Fix the highlighted fields'],
  [/Answer format|Own format/, 'Output: Sightline JSON'],
  [/'typed, pasted or chosen'/, 'Searched'],
  [/Reference of the interface|Base URL of the interface/, 'API reference, API base URL'],
  [/As the system/, 'System'],
  [/Shows the present/, 'Current data'],
  [/Dynamic access network/, 'Residential or dynamic IP'],
  [/ learns the value/, 'Sends this value to …'],
  [/sights of a panel/, 'request states of a panel'],
  [/address of somebody else/, 'third-party address'],
  [/is no valid/, 'Not a valid …'],
];

const ours = ['src', 'e2e', 'tools']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter(
    (path) =>
      /\.(tsx?|sql|yaml|css|html)$/.test(path) && !path.includes('generated') && !path.endsWith('wording.spec.ts'),
  );

it('the words of the field stand in code, comments and README', () => {
  const found = [...ours, 'README.md'].flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        replaced
          .filter(([phrase]) => phrase.test(line))
          .map(([, instead]) => `${path}:${index + 1}: ${line.trim()} -> ${instead}`),
      ),
  );
  expect(found).toEqual([]);
});
