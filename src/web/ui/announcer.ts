export type Politeness = 'polite' | 'assertive';

export interface Announcement {
  id: number;
  text: string;
  politeness: Politeness;
}

let latest: Announcement | undefined;
const listeners = new Set<() => void>();

/** Says a sentence to screen readers ("Copied", "42 rows left after filtering"). Nothing is shown; LiveRegion must be mounted once. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  latest = { id: (latest?.id ?? 0) + 1, text, politeness };
  for (const listener of listeners) listener();
}

export function subscribeToAnnouncements(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function latestAnnouncement(): Announcement | undefined {
  return latest;
}
