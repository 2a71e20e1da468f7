import { create } from 'zustand';

export type Politeness = 'polite' | 'assertive';

export interface Announcement {
  id: number;
  text: string;
  politeness: Politeness;
}

const useAnnouncements = create<{ readonly latest: Announcement | undefined }>(() => ({ latest: undefined }));

/** Says a sentence to screen readers ("Copied", "42 rows left after filtering"). Nothing is shown; LiveRegion must be mounted once. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  useAnnouncements.setState(({ latest }) => ({ latest: { id: (latest?.id ?? 0) + 1, text, politeness } }));
}

export function useLatestAnnouncement(): Announcement | undefined {
  return useAnnouncements(({ latest }) => latest);
}
