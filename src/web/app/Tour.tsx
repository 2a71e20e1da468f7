import { type KeyboardEvent, useEffect } from 'react';
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
    place: 'main li a[href]',
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
 * The first steps: a bar below the header that covers nothing, never takes the focus, and highlights its subject. A default
 * export, because it is loaded only when shown.
 */
export default function Tour({ index }: { index: number }) {
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
      className="border-b border-accent bg-raised"
      data-no-print=""
    >
      <div className="mx-auto flex w-full max-w-5xl flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 sm:px-4">
        <span className="text-sm text-muted tabular-nums">
          {index + 1} of {tourSteps.length}
        </span>
        <div className="min-w-0 flex-1 basis-80">
          <h2 className="font-semibold">{step.title}</h2>
          {/* two lines for every step, so that the page below does not move */}
          <p className="min-h-10">{step.text}</p>
        </div>
        {index > 0 && (
          <Button size="sm" onClick={() => showTourStep(index - 1)}>
            Back
          </Button>
        )}
        <Button size="sm" variant="primary" onClick={() => (isLast ? leave() : showTourStep(index + 1))}>
          {isLast ? 'Done' : 'Next'}
        </Button>
        <IconButton icon={CloseIcon} label="Close the first steps" size="sm" onClick={leave} />
      </div>
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
