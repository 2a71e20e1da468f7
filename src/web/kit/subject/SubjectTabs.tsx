import { parseAsString, useQueryState } from 'nuqs';
import { type ReactNode, useDeferredValue } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { TabList, TabPanel, type TabItem } from '#web/kit/ui/Tabs.tsx';
import { tabParameter, useTabHref } from './TabLink.tsx';

interface SubjectTabsProps<Id extends string> {
  /** The name of the list, for screen readers: "Evidence about 192.0.2.1". */
  readonly label: string;
  /** The first tab is the default, also for an unknown tab in the URL. */
  readonly tabs: readonly Omit<TabItem<Id>, 'href'>[];
  /** Renders the selected tab; the others are neither rendered nor requested. */
  readonly children: (tab: Id) => ReactNode;
}

/**
 * The tabs of a subject; the URL holds the selected one in `?tab=`. Every tab change adds a history entry. The panels render
 * one frame after the header, so the header does not wait for them.
 */
export function SubjectTabs<Id extends string>({ label, tabs, children }: SubjectTabsProps<Id>) {
  const [wanted, setWanted] = useQueryState(tabParameter, parseAsString.withOptions({ history: 'push' }));
  const hrefOf = useTabHref();
  const isDrawn = useDeferredValue(true, useIsReturn());
  const selected = tabs.find(({ id }) => id === wanted) ?? tabs[0];
  if (!selected) return null;
  const isFirst = (id: Id) => id === tabs[0]?.id;
  return (
    <>
      <TabList
        label={label}
        tabs={tabs.map((tab) => ({ ...tab, href: hrefOf(isFirst(tab.id) ? null : tab.id) }))}
        selected={selected.id}
        onSelect={(id) => void setWanted(isFirst(id) ? null : id)}
      />
      <TabPanel tab={selected.id}>{isDrawn && children(selected.id)}</TabPanel>
    </>
  );
}

/** Whether Back or Forward restores the page: restoring the scroll position needs its full height immediately. */
function useIsReturn(): boolean {
  const { key } = useLocation();
  return useNavigationType() === 'POP' && key !== 'default';
}
