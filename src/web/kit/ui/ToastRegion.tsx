import { type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './IconButton.tsx';
import { CheckIcon, CloseIcon, ErrorIcon, InfoIcon, WarningIcon } from './icons.ts';
import { type Toast, toasts } from './toast-queue.ts';
import { Title, VisibleText } from './VisibleText.tsx';

const looks: Record<NonNullable<Toast['tone']>, { icon: ComponentType; tone: string }> = {
  neutral: { icon: InfoIcon, tone: 'text-accent' },
  ok: { icon: CheckIcon, tone: 'text-ok' },
  warning: { icon: WarningIcon, tone: 'text-warning' },
  danger: { icon: ErrorIcon, tone: 'text-danger' },
};

/**
 * The region of the toasts: a landmark in the top layer, inside the open dialog if there is one, since a modal dialog makes everything
 * else inert. Mounted once. The timeout of every toast pauses while the pointer or the focus is in the region.
 */
export function ToastRegion() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.shown);
  const ref = useRef<HTMLElement>(null);
  const newestId = shown.at(-1)?.id;
  const [host, setHost] = useState<Element>(document.body);
  useEffect(() => {
    const move = () => setHost([...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body);
    move();
    host.addEventListener('close', move);
    return () => host.removeEventListener('close', move);
  }, [newestId, host]);
  useEffect(() => {
    const region = ref.current;
    if (!region) return;
    // shown again for each toast: the popover shown last is the topmost of the top layer
    if (region.matches(':popover-open')) region.hidePopover();
    if (newestId !== undefined) region.showPopover();
  }, [newestId, host]);
  return createPortal(
    <section
      ref={ref}
      popover="manual"
      aria-label="Notifications"
      className="fixed inset-auto right-3 bottom-3 m-0 w-88 max-w-[calc(100vw-24px)] overflow-visible border-0 bg-transparent p-0 text-text"
    >
      {shown.length > 0 && <ToastList shown={shown} />}
    </section>,
    host,
  );
}

function ToastList({ shown }: { shown: readonly Toast[] }) {
  const [isHeld, setIsHeld] = useState(false);
  return (
    <div
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className="flex flex-col gap-2"
    >
      {shown.map((toast) => (
        <ToastItem key={toast.id} toast={toast} isHeld={isHeld} />
      ))}
    </div>
  );
}

function ToastItem({ toast, isHeld }: { toast: Toast; isHeld: boolean }) {
  const { id, title, body, action, tone = 'neutral', timeoutSeconds } = toast;
  useEffect(() => {
    if (timeoutSeconds === null || isHeld) return;
    const timer = setTimeout(() => toasts.dismiss(id), timeoutSeconds * 1000);
    return () => clearTimeout(timer);
  }, [id, timeoutSeconds, isHeld]);
  const { icon: Icon, tone: toneClass } = looks[tone];
  return (
    <div className="flex animate-appear items-start gap-2 rounded-lg border border-border-strong bg-raised py-1.5 pr-1.5 pl-3 shadow-popup">
      <span className={classNames('mt-1.5 flex', toneClass)}>
        <Icon />
      </span>
      <div className="min-w-0 flex-1 py-1">
        <p className="font-medium break-words">
          <Title title={title} />
        </p>
        {body && (
          <div className="text-muted break-words">{typeof body === 'string' ? <VisibleText text={body} /> : body}</div>
        )}
        {action && (
          <Button
            size="sm"
            className="mt-1.5"
            onClick={() => {
              toasts.dismiss(id);
              action.onAction();
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <IconButton icon={CloseIcon} label={`Dismiss ${title}`} size="sm" onClick={() => toasts.dismiss(id)} />
    </div>
  );
}
