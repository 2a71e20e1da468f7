import { create } from 'zustand';

type Politeness = 'polite' | 'assertive';

interface Announcement {
  id: number;
  text: string;
  politeness: Politeness;
}

const useAnnouncements = create<{ readonly latest: Announcement | undefined }>(() => ({ latest: undefined }));

/** Says a sentence to screen readers ("Copied", "42 rows left after filtering"). Nothing is shown; LiveRegion must be mounted once. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  useAnnouncements.setState(({ latest }) => ({ latest: { id: (latest?.id ?? 0) + 1, text, politeness } }));
}

/** The two live regions for announce(). Mounted once, outside of everything that can unmount. */
export function LiveRegion() {
  const latest = useAnnouncements((state) => state.latest);
  return (
    <div className="sr-only">
      {(['polite', 'assertive'] as const).map((politeness) => (
        <div key={politeness} aria-live={politeness}>
          {/* A new key makes a new node, so that the same sentence is spoken twice when it happens twice. */}
          {latest?.politeness === politeness && <p key={latest.id}>{latest.text}</p>}
        </div>
      ))}
    </div>
  );
}
