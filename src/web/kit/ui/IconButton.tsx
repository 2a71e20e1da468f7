import type { ComponentType } from 'react';
import { Button } from './Button.tsx';
import type { ButtonProps } from './Button.tsx';

type IconButtonProps = Omit<ButtonProps, 'children' | 'aria-label' | 'isIconOnly' | 'tip'> & {
  icon: ComponentType;
  /** The accessible name, and the tooltip. */
  label: string;
  /** Shown in the tooltip after the name, e.g. `/`. */
  shortcut?: string;
};

/** A button that is only a picture; its name shows as a tooltip on hover and focus. */
export function IconButton({ icon: Icon, label, shortcut, variant = 'quiet', ...rest }: IconButtonProps) {
  return (
    <Button {...rest} variant={variant} isIconOnly aria-label={label} tip={{ text: label, shortcut }}>
      <Icon />
    </Button>
  );
}
