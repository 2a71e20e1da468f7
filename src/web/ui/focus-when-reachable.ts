/**
 * Focuses what `find` returns, now or as soon as it is no longer inert: a closing menu keeps the rest of the page inert for a
 * moment, and waiting for the next frame would lose keys pressed in between. `find` is called again then, since the page may
 * have been re-rendered. An element that took the focus in between keeps it.
 */
export function focusWhenReachable(find: () => HTMLElement | null): void {
  const target = find();
  target?.focus({ preventScroll: true });
  const barrier = target?.closest('[inert]');
  if (!barrier) return;
  const observer = new MutationObserver(() => {
    if (barrier.hasAttribute('inert')) return;
    observer.disconnect();
    if (document.activeElement === document.body) focusWhenReachable(find);
  });
  observer.observe(barrier, { attributeFilter: ['inert'] });
}
