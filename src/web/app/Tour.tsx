import { type KeyboardEvent, useEffect, useId } from 'react';
import { endTour, showTourStep } from '#web/stores/tour.ts';
import { focusOmnibox } from '#web/kit/omnibox/focus-omnibox.ts';
import { announce } from '#web/kit/ui/announcer.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { IconButton } from '#web/kit/ui/IconButton.tsx';
import { CloseIcon } from '#web/kit/ui/icons.ts';

interface TourStep {
  readonly title: string;
  readonly text: string;
  /** Selector of the element to highlight; the step is shown without a highlight if there is none. */
  readonly place: string;
}

/** At most five features that are not obvious on the first page. */
const tourSteps: readonly TourStep[] = [
  {
    title: 'Paste anything',
    text: 'An address, a domain, a hash, a defanged URL, or a whole report: the search shows what it detected before you press Enter.',
    place: '#omnibox',
  },
  {
    title: 'Every value is a link',
    text: 'Click one to open its page. Its menu (right-click, or the . key) copies it defanged, searches passive DNS and more. Hover over it to see its score.',
    place: 'main h2 ~ ul a[href]',
  },
  {
    title: 'Go back in time',
    text: 'Set a day here, and passive DNS, address-to-AS and subnet look-ups answer for that day. It stays in every link you share.',
    place: '[data-tour="as-of"]',
  },
  {
    title: 'Long searches run in the background',
    text: 'A long search continues while you work elsewhere. It is listed here, even after a reload and in your other tabs.',
    place: '[data-tour="jobs"]',
  },
  {
    title: 'Use the keyboard',
    text: 'Ctrl K or ⌘ K searches from anywhere, g and a letter opens a page, j and k move through a table, and ? lists the rest. This tour is in the same menu.',
    place: '[data-tour="help"]',
  },
];

/**
 * The first steps: a card at the edge that leaves the page usable, never takes the focus, and highlights its subject. A default
 * export, because it is loaded only when shown.
 */
export default function Tour({ index }: { index: number }) {
  const id = useId();
  const step = tourSteps[index];
  const place = step?.place;
  useEffect(() => {
    const element = place === undefined ? null : document.querySelector(place);
    element?.setAttribute('data-tour-place', '');
    return () => element?.removeAttribute('data-tour-place');
  }, [place]);
  const spoken = step && `First steps, ${index + 1} of ${tourSteps.length}. ${step.title}. ${step.text}`;
  useEffect(() => {
    if (spoken) announce(spoken);
  }, [spoken]);
  if (!step) return null;
  const isLast = index === tourSteps.length - 1;
  return (
    <section
      aria-label="First steps"
      onKeyDown={onEscape}
      className="fixed bottom-3 left-3 z-30 w-80 max-w-[calc(100vw-24px)] animate-appear rounded-lg border border-accent bg-raised shadow-popup"
      data-no-print=""
    >
      <header className="flex items-center gap-2 border-b border-border py-1 pr-1 pl-3">
        <h2 id={id} className="min-w-0 flex-1 font-semibold">
          {step.title}
        </h2>
        <span className="text-sm text-muted tabular-nums">
          {index + 1} of {tourSteps.length}
        </span>
        <IconButton icon={CloseIcon} label="Skip the first steps" size="sm" onClick={leave} />
      </header>
      <p className="px-3 py-2">{step.text}</p>
      <footer className="flex items-center gap-2 px-3 pb-3">
        {!isLast && (
          <Button size="sm" variant="quiet" onClick={leave}>
            Skip
          </Button>
        )}
        <span className="flex-1" />
        {index > 0 && (
          <Button size="sm" onClick={() => showTourStep(index - 1)}>
            Back
          </Button>
        )}
        <Button size="sm" variant="primary" onClick={() => (isLast ? leave() : showTourStep(index + 1))}>
          {isLast ? 'Done' : 'Next'}
        </Button>
      </footer>
    </section>
  );
}

function onEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') leave();
}

/** The focus moves on from the card, because letters that are typed on the page alone are shortcuts. */
function leave(): void {
  endTour();
  focusOmnibox();
}
