import { useEffect, useId, type KeyboardEvent } from 'react';
import { endTour, showTourStep } from '#web/stores/tour.ts';
import { announce } from '#web/ui/announcer.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { CloseIcon } from '#web/ui/icons.ts';
import { tourSteps } from './tour-steps.ts';

/**
 * The first steps: a card at the edge that leaves the page usable and never takes the focus. It marks what it speaks of. A default
 * export, because it is loaded for those who see it.
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
        <IconButton icon={CloseIcon} label="Skip the first steps" size="sm" onClick={endTour} />
      </header>
      <p className="px-3 py-2">{step.text}</p>
      <footer className="flex items-center gap-2 px-3 pb-3">
        {!isLast && (
          <Button size="sm" variant="quiet" onClick={endTour}>
            Skip
          </Button>
        )}
        <span className="flex-1" />
        {index > 0 && (
          <Button size="sm" onClick={() => showTourStep(index - 1)}>
            Back
          </Button>
        )}
        <Button size="sm" variant="primary" onClick={() => (isLast ? endTour() : showTourStep(index + 1))}>
          {isLast ? 'Done' : 'Next'}
        </Button>
      </footer>
    </section>
  );
}

function onEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') endTour();
}
