import type { ComponentType } from 'react';
import { Button } from './Button.tsx';
import type { ButtonProps } from './Button.tsx';
import { Tooltip } from './Tooltip.tsx';

type IconButtonProps = Omit<ButtonProps, 'children' | 'aria-label' | 'isIconOnly'> & {
  icon: ComponentType;
  /** The accessible name, and the tooltip. */
  label: string;
  /** Shown in the tooltip after the name, e.g. `/`. */
  shortcut?: string;
};

/** A button that is only a picture; its name shows as a tooltip on hover and focus. */
export function IconButton({
  icon: Icon,
  label,
  shortcut,
  variant = 'quiet',
  disabledReason,
  ...rest
}: IconButtonProps) {
  const button = (
    <Button {...rest} variant={variant} disabledReason={disabledReason} isIconOnly aria-label={label}>
      <Icon />
    </Button>
  );
  if (disabledReason) return button;
  return (
    <Tooltip text={label} shortcut={shortcut} isName>
      {button}
    </Tooltip>
  );
}
