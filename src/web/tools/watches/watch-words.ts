import type { Watch, WatchEvent, WatchRun } from '#contract/generated/types.gen.ts';
import { formatCount } from '#model/format.ts';
import type { Tone } from '#web/kit/ui/Badge.tsx';

/** How the last run of a watch ended, in a word and a sentence. */
export function runWords(run: WatchRun | null | undefined): { word: string; tone: Tone; sentence: string } {
  const { state, entries = 0, is_first: isFirst = false, silenced = 0, skipped = [] } = run ?? {};
  const hidden = silenced > 0 ? `, ${formatCount(silenced, 'change')} about never-flagged subjects not told` : '';
  const count = formatCount(entries, 'record');
  const left = skipped.map(({ part, reason }) => `${part}: ${reason}`).join(' ');
  if (state === 'done')
    return {
      word: 'Compared',
      tone: 'ok',
      sentence: isFirst ? `${count} in the base line.` : `${count} compared${hidden}.`,
    };
  if (state === 'partly')
    return { word: 'Partly', tone: 'warning', sentence: `${count} compared${hidden}. Not compared: ${left}` };
  if (state === 'skipped') return { word: 'Skipped', tone: 'warning', sentence: `Changes are not known. ${left}` };
  if (state === 'no_data')
    return {
      word: 'No data',
      tone: 'warning',
      sentence: 'The collection has no record of it, which does not mean that nothing happened.',
    };
  return { word: 'Not run', tone: 'neutral', sentence: 'It has not run yet.' };
}

/** What is watched, without what the title says: 'domain', or nothing for a search of that title. */
export function wordsBeside({ title = '', words = '' }: Pick<Watch, 'title' | 'words'>): string {
  if ([title, `“${title}”`].some((each) => each.toLowerCase() === words.toLowerCase())) return '';
  return words.endsWith(` ${title}`) ? words.slice(0, -title.length).replace(/^the /, '').trimEnd() : words;
}

/** '3 new, 1 gone'. */
export function countWords({ appeared = 0, gone = 0, changed = 0 }: WatchEvent): string {
  const counts = [
    [appeared, 'new'],
    [gone, 'gone'],
    [changed, 'changed'],
  ] as const;
  return counts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ');
}

/** What became of the webhook of an event; empty without one. */
export function webhookWords({ webhook, webhook_tries: tries = 0, webhook_error: error = '' }: WatchEvent): string {
  if (webhook === 'delivered') return 'Webhook delivered';
  const after = `after ${formatCount(tries, 'try', 'tries')}: ${error}`;
  if (webhook === 'waiting') return tries === 0 ? 'Webhook waiting' : `Webhook not delivered yet, ${after}`;
  return webhook === 'failed' ? `Webhook given up ${after}` : '';
}

/** Whether a watch is muted on a day. @param today yyyy-mm-dd */
export function isMuted({ muted_until: until }: Watch, today: string): boolean {
  return typeof until === 'string' && today <= until;
}
