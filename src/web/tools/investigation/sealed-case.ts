import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { QueryClient } from '@tanstack/react-query';
import type { CollectionSource } from '#contract/generated/types.gen.ts';
import { errorText } from '#model/errors.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { manifestFile, sealedLine, signatureFile } from '#model/sealed-case.ts';
import { indicatorEvidenceOptions, indicatorScoreName, indicatorScoreOptions } from '#web/api/indicator-score.ts';
import { askQuietly, fetchAnswer } from '#web/api/query.ts';
import { packSealed, type ZipFiles } from '#web/exports/sealed-zip.ts';
import { stepHref, type StepNodes, type StepSubject } from '#web/stores/investigation/investigation-node.ts';

/** More would take the service too long. */
const mostSubjects = 300;
const mostRecords = 1000;

type Subject = Extract<StepSubject, { is: 'subject' }>;

interface CaseFiles {
  readonly name: string;
  readonly nodes: StepNodes;
  /** In Markdown, with `graph.svg` as its picture. */
  readonly report: string;
  readonly picture: Uint8Array;
  /** The investigation as the page imports it. */
  readonly investigation: string;
  readonly sources: readonly CollectionSource[];
}

/**
 * The case as one archive that the service signed: the report, and for each subject what the service says of it now.
 * @returns the archive, and the fingerprint of the key @throws ApiFailure
 */
export async function sealCase(
  client: QueryClient,
  { name, nodes, report, picture, investigation, sources }: CaseFiles,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly fingerprint: string }> {
  const subjects = [...new Map([...nodes.values()].map(({ subject }) => [stepHref(subject), subject])).values()].filter(
    (subject) => subject.is === 'subject',
  );
  const files: Record<string, Uint8Array> = {
    'about.txt': bytesOf(aboutText(subjects.length)),
    'report.md': bytesOf(report),
    'graph.svg': picture,
    'investigation.json': bytesOf(investigation),
    'sources.json': jsonBytes(sources),
  };
  // one after the other: each takes a few statements, and others use the service as well
  for (const [place, subject] of subjects.slice(0, mostSubjects).entries())
    files[`records/${fileNameOf(place, subject)}`] = jsonBytes(await recordsOf(client, subject));
  return signed(name, files);
}

async function signed(name: string, files: ZipFiles) {
  const lines = Object.entries(files).map(([path, bytes]) => sealedLine(path, bytes.length, bytesToHex(sha256(bytes))));
  const { response } = await fetchAnswer({ operationId: 'evidenceSeal', body: { name, files: lines } });
  const { manifest, signature, fingerprint } = response;
  const all = { ...files, [manifestFile]: bytesOf(manifest), [signatureFile]: bytesOf(signature) };
  return { bytes: await packSealed(all), fingerprint };
}

/** What the service says of a subject; a part that failed has the reason. */
async function recordsOf(client: QueryClient, { kind, value }: Subject): Promise<object> {
  const part = (ask: Promise<unknown>) => ask.catch((error: unknown) => ({ failed: errorText(error) }));
  const asked = new Date().toISOString();
  const [score, record, dns] = await Promise.all([
    indicatorScoreName(kind, value) === null ? null : part(client.fetchQuery(indicatorScoreOptions(kind, value))),
    part(client.fetchQuery(indicatorEvidenceOptions(kind, value))),
    part(passiveDns(client, { kind, value })),
  ]);
  return { kind, value, asked, score, record, passive_dns: dns };
}

/** The newest records of a name or an address; null for other kinds. */
async function passiveDns(client: QueryClient, { kind, value }: Pick<Subject, 'kind' | 'value'>): Promise<unknown> {
  const query = { limit: mostRecords, sort: ['last_seen/desc'], max_wait: 25 };
  if (kind === 'domain') {
    const path = { qtype: 'any', qname: value } as const;
    return (await askQuietly(client, { operationId: 'padnsForward', path, query })).response;
  }
  if (kind !== 'ipv4' && kind !== 'ipv6') return null;
  const path = { qtype: kind === 'ipv4' ? 'a' : 'aaaa', qname: canonicalIp(value) ?? value } as const;
  return (await askQuietly(client, { operationId: 'padnsReverse', path, query })).response;
}

/** Two subjects may have the same name without its special characters: the place tells them apart. */
function fileNameOf(place: number, { kind, value }: Subject): string {
  return `${String(place + 1).padStart(3, '0')}-${kind}-${value.replaceAll(/[^A-Za-z0-9.-]+/g, '_').slice(0, 80)}.json`;
}

function aboutText(subjects: number): string {
  const left =
    subjects > mostSubjects ? `Only the first ${mostSubjects} of ${subjects} subjects of the case have records.\n` : '';
  return `Sealed evidence of Sightline.

report.md           the report, with graph.svg
investigation.json  every step; the page "Investigation" imports it
sources.json        the data of the collection, and its days
records/            for each subject: the score, the record with its listings, and the newest ${mostRecords} passive DNS records
manifest.json       the SHA-256 of each file, the time, and the key of the deployment, signed in manifest.json.sig
${left}
"sightline verify FILE" finds any change of this archive. The signature says that a holder of the named API key sealed these files at
this time at the deployment with that key. It does not say that what they contain is true.
`;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const jsonBytes = (value: unknown) => bytesOf(`${JSON.stringify(value, null, 2)}\n`);
