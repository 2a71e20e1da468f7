import { type KeyboardEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

export interface TabItem<Id extends string = string> {
  id: Id;
  label: string;
  /** The URL of the tab, so that it can be opened in a new browser tab like any link. */
  href: string;
}

interface TabListProps<Id extends string> {
  /** The name of the list, for screen readers. */
  label: string;
  tabs: readonly TabItem<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
}

const tabClass =
  'relative inline-flex h-8 shrink-0 items-center gap-1.5 px-2.5 text-muted whitespace-nowrap no-underline hover:text-text ' +
  'after:absolute after:inset-x-1 after:-bottom-px after:h-0.5 aria-selected:text-text aria-selected:after:bg-accent pointer-coarse:h-10 -outline-offset-2!';

/**
 * The tabs of a page, controlled: the URL holds the selected one. One Tab stop; arrows, Home and End move and select together,
 * which is cheap, since selecting a tab only changes the URL. Scrolls sideways when narrow.
 */
export function TabList<Id extends string>({ label, tabs, selected, onSelect }: TabListProps<Id>) {
  const listRef = useRef<HTMLDivElement>(null);
  const shown = useRef(selected);
  useLayoutEffect(() => {
    const list = listRef.current;
    const tab = list?.querySelector<HTMLElement>(`#${CSS.escape(tabId(selected))}`);
    if (list && tab) scrollSideways(list, tab);
    // Back, or a link, replaced the panel that had the focus
    if (shown.current !== selected && document.activeElement === document.body) tab?.focus({ preventScroll: true });
    shown.current = selected;
  }, [selected]);
  const onKeyDown = (event: KeyboardEvent) => {
    const current = tabs.findIndex((tab) => tab.id === selected);
    const target = tabs[nextIndex(event.key, current, tabs.length)];
    if (!target || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onSelect(target.id);
    listRef.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(target.id))}`)?.focus();
  };
  return (
    <div
      ref={listRef}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="flex overflow-x-auto overflow-y-hidden border-b border-border [scrollbar-width:none]"
    >
      {tabs.map((tab) => {
        const isSelected = tab.id === selected;
        return (
          <a
            key={tab.id}
            href={tab.href}
            id={tabId(tab.id)}
            role="tab"
            aria-selected={isSelected}
            aria-controls={isSelected ? panelId(tab.id) : undefined}
            tabIndex={isSelected ? 0 : -1}
            onClick={(event: MouseEvent) => {
              if (opensElsewhere(event)) return;
              event.preventDefault();
              onSelect(tab.id);
            }}
            className={tabClass}
          >
            {tab.label}
          </a>
        );
      })}
    </div>
  );
}

/** The content of the selected tab. */
export function TabPanel({ tab, children }: { tab: string; children: ReactNode }) {
  return (
    <div id={panelId(tab)} role="tabpanel" aria-labelledby={tabId(tab)} tabIndex={-1} className="pt-3">
      {children}
    </div>
  );
}

const tabId = (tab: string) => `subject-tab-${tab}`;
const panelId = (tab: string) => `subject-panel-${tab}`;

/** Scrolls the list to a tab. scrollIntoView() would also move the page. */
export function scrollSideways(list: HTMLElement, tab: HTMLElement): void {
  const [from, to] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (to.right > from.right) list.scrollLeft += to.right - from.right;
  else if (to.left < from.left) list.scrollLeft += to.left - from.left;
}

/** The index that a key moves to, wrapping around; -1 for other keys. */
function nextIndex(key: string, current: number, length: number): number {
  if (key === 'ArrowRight') return (current + 1) % length;
  if (key === 'ArrowLeft') return (current - 1 + length) % length;
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : -1;
}

function opensElsewhere(event: MouseEvent): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
}
