// The catalogue of feeds as a table of docs/sources.md, from the data by which the service fetches feeds
// (src/server/ingest/feeds/catalogue/catalogue.ts).
import { coverageLabels } from '#model/fact-kind.ts';
import { catalogue } from '#server/ingest/feeds/catalogue/catalogue.ts';
import type { Feed } from '#server/ingest/feeds/catalogue/feed.ts';

export function feedTable(): string {
  const head = ['feed', 'id', 'fills', 'kind', 'licence', 'minimum interval', 'needs a key', 'recommended'];
  return [head, head.map(() => '---'), ...catalogue.map(row)].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function row(feed: Feed): string[] {
  return [
    `${feed.title} (${feed.publisher})`,
    `\`${feed.id}\``,
    feed.fills.map((kind) => coverageLabels[kind]).join(', '),
    feed.mode === 'events' ? `events, count ${feed.lifetimeDays} days` : 'snapshot',
    `[${feed.licence}](${feed.licenceUrl})${feed.terms === '' ? '' : `. ${feed.terms}`}`,
    duration(feed.minIntervalSeconds),
    feed.auth ? 'yes' : 'no',
    feed.recommended ? 'yes' : 'no',
  ];
}

function duration(seconds: number): string {
  if (seconds < 3600) return `${seconds / 60} minutes`;
  return seconds === 3600 ? '1 hour' : `${seconds / 3600} hours`;
}
