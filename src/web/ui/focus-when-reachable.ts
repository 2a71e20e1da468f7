/**
 * Puts the focus on what `find` answers, now or in the moment it is no longer inert: a menu that is just closing still keeps the
 * rest of the page so, and a frame later would lose the keys pressed meanwhile. `find` is asked anew then, since the page may have
 * been drawn anew. Whoever took the focus in between keeps it.
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
