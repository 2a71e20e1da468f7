import type { ComponentProps, MouseEvent } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant, classNames } from './class-names.ts';
import { Tooltip } from './Tooltip.tsx';

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Square, for a lone icon; prefer IconButton, which also requires a name. */
  isIconOnly?: boolean;
  /** Why the action cannot run now. The button stays focusable, shows the reason and does nothing. */
  disabledReason?: string | undefined;
  /** The accessible name, as the tooltip of a button that can be used. */
  tip?: { text: string; shortcut?: string | undefined };
};

/** A native button. It has no `disabled`: a button that cannot be used shows the reason (`disabledReason`). */
export function Button(props: ButtonProps) {
  const { variant, size, isIconOnly, disabledReason, tip, className, onClick, ...rest } = props;
  const button = (
    <button
      type="button"
      {...rest}
      {...(disabledReason ? { 'aria-disabled': true, popoverTarget: undefined } : {})}
      onClick={disabledReason ? stop : onClick}
      className={classNames(buttonClass(variant, size, isIconOnly), className)}
    />
  );
  // the tooltip of a button that is not disabled now keeps its element, and the focus, when it becomes so
  if (!tip && !('disabledReason' in props)) return button;
  return <Tooltip {...(disabledReason ? { text: disabledReason } : { ...tip, isName: true })}>{button}</Tooltip>;
}

/** Also keeps a submit button from submitting. */
function stop(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}
