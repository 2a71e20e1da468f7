import { useAsOf } from '#web/url/as-of.ts';

/** Says that what follows cannot be asked for a day in the past. */
export function PresentNote() {
  const [asOf] = useAsOf();
  if (asOf === null) return null;
  return (
    <p className="border-l-2 border-warning/60 pl-3 text-muted">
      This shows the present, not {asOf}: the interface has no history of it. DNS records and whois do follow the date.
    </p>
  );
}
