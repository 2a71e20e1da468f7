import { type ComponentType, useEffect, useState } from 'react';
import { announce } from './announcer.tsx';
import { Button } from './Button.tsx';
import type { ButtonVariant } from './class-names.ts';
import { writeClipboard } from './copy-text.ts';
import { IconButton } from './IconButton.tsx';
import { CheckIcon, CopyIcon, WarningIcon } from './icons.ts';

interface CopyButtonProps {
  /** The text, or a function that creates it on the press. */
  text: string | (() => string);
  /** "Copy curl". The accessible name; also the visible text unless `isIconOnly`. */
  label: string;
  isIconOnly?: boolean;
  /** Another icon, for a button that copies something other than the text beside it, such as a link. */
  icon?: ComponentType;
  variant?: ButtonVariant;
}

/** Copies, and reports success or failure in place and to screen readers. */
export function CopyButton({
  text,
  label,
  isIconOnly = true,
  icon = CopyIcon,
  variant = isIconOnly ? 'quiet' : 'secondary',
}: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), 1500);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const done = await writeClipboard(typeof text === 'string' ? text : text());
    setOutcome(done ? 'copied' : 'refused');
    announce(done ? 'Copied' : 'The browser refused to copy', done ? 'polite' : 'assertive');
  };
  const Icon = outcome === 'copied' ? CheckIcon : outcome === 'refused' ? WarningIcon : icon;
  if (isIconOnly)
    return <IconButton icon={Icon} label={label} variant={variant} size="sm" onClick={() => void copy()} />;
  return (
    <Button variant={variant} size="sm" onClick={() => void copy()}>
      <Icon />
      {label}
    </Button>
  );
}
