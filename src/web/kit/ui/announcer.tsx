import { useState } from 'react';
import { create } from 'zustand';

type Politeness = 'polite' | 'assertive';

interface Announcement {
  id: number;
  text: string;
  politeness: Politeness;
}

const useAnnouncements = create<{ readonly latest: Announcement | undefined }>(() => ({ latest: undefined }));

/** Announces a sentence to screen readers ("Copied", "42 rows left after filtering") without showing it. Needs a LiveRegion. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  useAnnouncements.setState(({ latest }) => ({ latest: { id: (latest?.id ?? 0) + 1, text, politeness } }));
}

/**
 * The two live regions for announce(). Mounted outside of everything that can unmount, and in each modal dialog, which makes
 * everything else inert.
 */
export function LiveRegion() {
  const [lastBefore] = useState(() => useAnnouncements.getState().latest?.id ?? 0);
  const latest = useAnnouncements((state) => state.latest);
  const isNew = latest !== undefined && latest.id > lastBefore;
  return (
    // fixed: at the end of the page it would count as a layout shift with all that grows above
    <div className="sr-only fixed! top-0">
      {(['polite', 'assertive'] as const).map((politeness) => (
        <div key={politeness} aria-live={politeness}>
          {/* a new key creates a new node, so that a repeated sentence is announced again */}
          {isNew && latest.politeness === politeness && <p key={latest.id}>{latest.text}</p>}
        </div>
      ))}
    </div>
  );
}
