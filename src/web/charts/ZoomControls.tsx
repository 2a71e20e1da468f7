import { AddIcon, BackIcon, ForwardIcon, RemoveIcon, RetryIcon } from '#web/ui/icons.ts';
import { IconButton } from '#web/ui/IconButton.tsx';

interface ZoomControlsProps {
  isZoomed: boolean;
  actions: { zoomIn: () => void; zoomOut: () => void; earlier: () => void; later: () => void; reset: () => void };
}

/** The buttons of a zoomable picture; the keys work on the picture itself. */
export function ZoomControls({ isZoomed, actions }: ZoomControlsProps) {
  const whenWhole = isZoomed ? undefined : 'The whole time is shown';
  return (
    <div role="group" aria-label="Zoom" className="flex items-center">
      <IconButton icon={AddIcon} size="sm" label="Zoom in" shortcut="+" onClick={actions.zoomIn} />
      <IconButton
        icon={RemoveIcon}
        size="sm"
        label="Zoom out"
        shortcut="-"
        disabledReason={whenWhole}
        onClick={actions.zoomOut}
      />
      <IconButton
        icon={BackIcon}
        size="sm"
        label="Earlier"
        shortcut="←"
        disabledReason={whenWhole}
        onClick={actions.earlier}
      />
      <IconButton
        icon={ForwardIcon}
        size="sm"
        label="Later"
        shortcut="→"
        disabledReason={whenWhole}
        onClick={actions.later}
      />
      <IconButton
        icon={RetryIcon}
        size="sm"
        label="Show the whole time"
        shortcut="0"
        disabledReason={whenWhole}
        onClick={actions.reset}
      />
    </div>
  );
}
