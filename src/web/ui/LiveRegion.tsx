import { useLatestAnnouncement } from './announcer.ts';

/** The two regions that speak what announce() is given. Mounted once, outside everything that comes and goes. */
export function LiveRegion() {
  const latest = useLatestAnnouncement();
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
