import { useIsPrinting } from '#web/ui/use-is-printing.ts';

/** At the foot of what is printed: where it is from, so that it can be looked up again, and when. Nothing on screen. */
export function PrintNote() {
  return useIsPrinting() ? <Note /> : null;
}

function Note() {
  return (
    <footer className="border-t border-border-strong px-3 pt-2 text-sm">
      <p className="break-all">{location.href}</p>
      <p>Sightline, printed {new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC</p>
    </footer>
  );
}
