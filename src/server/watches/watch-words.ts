import { INDICATOR_KINDS } from '#model/indicator-kind.ts';
import type { Detector } from '#server/ingest/detectors/detector.ts';
import type { Change, Watch, WatchEvent, WatchTarget } from './watch.ts';

type Titles = readonly Pick<Detector, 'id' | 'title'>[];

/** What is watched, in words that follow 'You watch'. @param title of the watch */
export function targetWords(target: WatchTarget, title: string, detectors: Titles): string {
  if (target.what === 'search') return `“${title}”`;
  if (target.what === 'subject') return `the ${INDICATOR_KINDS[target.type].one} ${target.subject}`;
  const detector = detectors.find(({ id }) => id === target.detector)?.title ?? target.detector;
  return `findings of “${detector}”${target.network === '' ? '' : ` in ${target.network}`}`;
}

const words = { appeared: 'new', gone: 'gone', changed: 'changed' } as const;

/** How many changes there are of each kind: '3 new, 1 gone'. */
function changeCounts(changes: readonly Change[]): string {
  const kinds = ['appeared', 'gone', 'changed'] as const;
  return kinds
    .map((kind) => [kind, changes.filter(({ change }) => change === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${words[kind]}`)
    .join(', ');
}

interface Told {
  readonly changes: readonly Change[];
  /** Time of the run before, ISO 8601. */
  readonly since: string;
}

/** Why an event is told, in one sentence. */
export function whyTold(
  { target, title }: Pick<Watch, 'target' | 'title'>,
  { changes, since }: Told,
  detectors: Titles,
): string {
  const parts = [...new Set(changes.map(({ part }) => part))].map((part) => {
    const counts = changeCounts(changes.filter((each) => each.part === part));
    return `${part.toLowerCase().replace(/^dns/, 'DNS').replace(/^tls/, 'TLS').replace('jarm', 'JARM')}: ${counts}`;
  });
  return `You watch ${targetWords(target, title, detectors)}, and since ${since.slice(0, 16).replace('T', ' ')} UTC this changed: ${parts.join('; ')}.`;
}

/** One change in a line of text. */
export function changeLine({ change, part, key, before, after }: Change): string {
  if (change === 'changed') return `${part}, changed: ${key}, before ${before}, now ${after}`;
  const value = after || before;
  return `${part}, ${words[change]}: ${key}${value === '' ? '' : ` (${value})`}`;
}

/** The title of an event: the watch and its counts. */
export function eventTitle({ title, changes }: WatchEvent): string {
  return `${title}: ${changeCounts(changes)}`;
}
