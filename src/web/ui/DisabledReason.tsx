import type { ReactElement } from 'react';
import { Tooltip } from './Tooltip.tsx';

/** Says why the control inside cannot be used: shown on hover and focus, read as its description. */
export function DisabledReason({
  reason,
  children,
}: {
  reason: string;
  children: ReactElement<{ 'aria-describedby'?: string }>;
}) {
  return <Tooltip text={reason}>{children}</Tooltip>;
}
