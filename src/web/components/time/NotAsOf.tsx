import { useAsOf } from '#web/url/as-of.ts';

/** Says, while the session looks at another day, that this can only be looked up for today. */
export function NotAsOf({ what }: { what: string }) {
  const [asOf] = useAsOf();
  if (asOf === null) return null;
  return (
    <p className="border-l-2 border-warning/60 pl-3 text-muted">
      Current data: {what.charAt(0).toLowerCase() + what.slice(1)} cannot be looked up as of {asOf}.
    </p>
  );
}
