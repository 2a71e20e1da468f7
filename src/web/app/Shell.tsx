import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { type Options, useHotkeys } from 'react-hotkeys-hook';
import { Link, Outlet, useLocation, useNavigate, useRouteError } from 'react-router';
import { epochSecondsToDate } from '#model/dates.ts';
import { connection } from '#web/api/connection.ts';
import { useServiceState } from '#web/api/service-state.ts';
import { TeamContext, useTeamAnswers } from '#web/api/team.ts';
import { destinations } from '#web/kit/omnibox/destinations.ts';
import { openOmnibox } from '#web/kit/omnibox/focus-omnibox.ts';
import { useNow } from '#web/kit/time/use-now.ts';
import { useJudgedNow } from '#web/stores/judge-dialog.ts';
import { usePreferences } from '#web/stores/preferences.ts';
import { subjectBarId } from '#web/stores/shown-verdict.ts';
import { showShortcutList, useIsShortcutListOpen } from '#web/stores/shortcut-list.ts';
import { useTourStep } from '#web/stores/tour.ts';
import { LiveRegion } from '#web/kit/ui/announcer.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { KeyIcon, RetryIcon } from '#web/kit/ui/icons.ts';
import { isSingleKey, SHORTCUTS, switchSingleKeys } from '#web/kit/ui/shortcuts.ts';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { TextField } from '#web/kit/ui/Field.tsx';
import { ToastRegion } from '#web/kit/ui/ToastRegion.tsx';
import { useIsPrinting } from '#web/kit/ui/use-is-printing.ts';
import { canStore } from '#web/storage/browser-store.ts';
import { paths } from '#web/url/paths.ts';
import { AsOfBanner, AsOfScope } from './AsOf.tsx';
import { ConnectionBanner, useKeyEntry } from './ConnectionBanner.tsx';
import { Header } from './Header.tsx';
import { JobPolls } from './JobPolls.tsx';
import { LoadProgress } from './LoadProgress.tsx';
import { useJobEnds } from './use-job-ends.ts';
import { useNavigationEffects, useTabTitleAndIcon } from './use-navigation-effects.ts';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

const ShortcutList = lazyPart(async () => (await import('./ShortcutList.tsx')).default);
const Tour = lazyPart(async () => (await import('./Tour.tsx')).default);
const JudgeDialog = lazyPart(async () => (await import('#web/tools/judgements/JudgeDialog.tsx')).default);
const ViewMemory = lazyPart(async () => (await import('./ViewMemory.tsx')).ViewMemory);

/** The frame of every page. */
export function Shell() {
  useTabTitleAndIcon(useJobEnds());
  useNavigationEffects();
  useShortcuts();
  const isShortcutListOpen = useIsShortcutListOpen();
  const tourStep = useTourStep();
  const isJudging = useJudgedNow().length > 0;
  return (
    <TeamContext value={useTeamAnswers()}>
      <a
        href="#main"
        onClick={skipToPage}
        className="sr-only z-40 rounded-md bg-accent px-3 py-1.5 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      {/* a low window, as at 400 % zoom, keeps its room for the page */}
      <div ref={tellHeight} className="sticky top-0 z-20 [@media(height<20rem)]:relative" data-no-print="">
        <Header />
        <ConnectionBanner />
        <AsOfBanner />
        {tourStep !== null && <Tour index={tourStep} />}
        {/* overlays the page, since it appears and disappears with scrolling */}
        <div id={subjectBarId} className="absolute inset-x-0 top-full" />
      </div>
      <main
        id="main"
        tabIndex={-1}
        data-focus-quiet=""
        className="mx-auto w-full max-w-[160rem] min-w-0 px-3 py-4 sm:px-4"
      >
        <ServiceGate>
          <AsOfScope>
            <Outlet />
          </AsOfScope>
        </ServiceGate>
      </main>
      <JobPolls />
      <PrintNote />
      <LiveRegion />
      <ToastRegion />
      {isShortcutListOpen && <ShortcutList />}
      {isJudging && <JudgeDialog />}
      <ViewMemory />
    </TeamContext>
  );
}

/** What takes the focus comes to rest below this bar, which banners and narrow windows make taller. */
function tellHeight(bar: HTMLElement | null) {
  if (!bar) return undefined;
  const observer = new ResizeObserver(() =>
    document.documentElement.style.setProperty('--top-bar', `${bar.offsetHeight}px`),
  );
  observer.observe(bar);
  return () => observer.disconnect();
}

/** Without the `#main`, which would end up in copied links. */
function skipToPage(event: MouseEvent) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** Shows the page once the service can answer, until then the reason. The settings are always shown. */
function ServiceGate({ children }: { children: ReactNode }) {
  const state = useServiceState();
  const isSettings = useLocation().pathname === paths.settings();
  if (isSettings) return children;
  if (state === 'key') return <KeyRequest />;
  if (state === 'loading') return <LoadProgress />;
  return children;
}

/** The footer of a printed page: its URL and the time. Hidden on screen. */
function PrintNote() {
  return useIsPrinting() ? <Note /> : null;
}

function Note() {
  const printedAt = epochSecondsToDate(useNow()).toISOString();
  return (
    <footer className="border-t border-border-strong px-3 pt-2 text-sm">
      <p className="break-all">{location.href}</p>
      <p>Sightline, printed {printedAt.slice(0, 16).replace('T', ' ')} UTC</p>
    </footer>
  );
}

/** Shown instead of the first page while its code loads. */
export function PageLoading() {
  return (
    <div aria-busy="true" className="p-4">
      <Skeleton shape="text" count={3} />
    </div>
  );
}

/** Shown when a page cannot be opened: its code failed to load (a new version was installed meanwhile), or it has a defect. */
export function RouteFailure() {
  const error = useRouteError();
  return (
    <div className="mx-auto w-full max-w-3xl p-4">
      <h1 className="mb-3 text-xl font-semibold">This page could not be opened</h1>
      <EmptyState
        kind="failed"
        action={
          <Button onClick={() => location.reload()}>
            <RetryIcon />
            Reload page
          </Button>
        }
      >
        <p>{error instanceof Error ? error.message : 'An unexpected error occurred.'}</p>
        <p>If a new version was installed since this tab was opened, reloading the page loads it.</p>
      </EmptyState>
    </div>
  );
}

/** Shown instead of every page until the service accepts a key. */
function KeyRequest() {
  const { key, setKey, problem, disabledReason, onSubmit } = useKeyEntry();
  const [isStored] = useState(canStore);
  const refused = connection().apiKey ? 'The service does not accept the key in use.' : undefined;
  return (
    <div className="mx-auto w-full max-w-lg py-10">
      <div className="rounded-lg border border-border bg-surface p-5">
        <h1 className="flex items-center gap-2 text-lg font-semibold">
          <KeyIcon />
          This service requires an API key
        </h1>
        <p className="mt-2 text-muted">
          The first start of the service printed a link that ends in <code className="font-mono">#key=…</code>. Opening
          it brings the key along. Or paste the key here;{' '}
          {isStored
            ? 'it is kept in this browser only.'
            : 'this browser asks again after a reload, because its storage is blocked or full.'}
        </p>
        <form onSubmit={onSubmit} className="mt-4 flex flex-col gap-3">
          <TextField
            label="API key"
            type="password"
            autoComplete="off"
            isIndicator
            required
            autoFocus
            value={key}
            onChange={setKey}
            error={problem || refused}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" variant="primary" disabledReason={disabledReason}>
              Use this key
            </Button>
            <Link to={paths.settings()} className={linkClass}>
              Another service? Set its address
            </Link>
          </div>
        </form>
      </div>
    </div>
  );
}

/** How long the first key of a sequence waits for the next: long enough to type slowly, short enough to prevent surprises. */
const sequenceTimeoutMs = 2000;

/** The shortcuts that work on every page. Single-key shortcuts can be switched off (WCAG 2.1.4). */
function useShortcuts(): void {
  const navigate = useNavigate();
  const { hasSingleKeyShortcuts } = usePreferences();
  useEffect(() => switchSingleKeys(hasSingleKeyShortcuts), [hasSingleKeyShortcuts]);
  const single: Options = {
    enabled: hasSingleKeyShortcuts,
    // by the character, not the position: `/` and `?` are elsewhere on other keyboards, some with Shift
    useKey: true,
    ignoreModifiers: true,
    // a focused checkbox, radio or switch does not use letters
    enableOnFormTags: true,
    ignoreEventWhen: isForAnother,
    preventDefault: (event) => !isForAnother(event),
  };
  const { search, help, panelNext, panelBefore } = SHORTCUTS;
  useHotkeys(
    search.keys.filter((key) => !isSingleKey(key)),
    openOmnibox,
    { enableOnFormTags: true, preventDefault: true },
  );
  useHotkeys(search.keys.filter(isSingleKey), openOmnibox, single);
  useHotkeys([...help.keys], () => showShortcutList(true), single);
  useHotkeys([...panelNext.keys], () => focusPanel(1), single);
  useHotkeys([...panelBefore.keys], () => focusPanel(-1), single);
  useHotkeys(
    destinations.map(({ letter }) => `g>${letter}`),
    (event, { hotkey }) => {
      // the library does not call ignoreEventWhen for sequences
      const destination = destinations.find(({ letter }) => hotkey.endsWith(letter));
      if (destination && !isForAnother(event)) void navigate(destination.href);
    },
    { ...single, sequenceTimeoutMs },
  );
}

/** Moves the focus to the next or previous panel, skipping the controls in between. */
function focusPanel(step: 1 | -1): void {
  // one that waits below a loading panel is hidden, and cannot take the focus
  const panels = [...document.querySelectorAll<HTMLElement>('main [data-panel]')].filter((panel) =>
    panel.checkVisibility({ visibilityProperty: true }),
  );
  const { activeElement } = document;
  const inside = panels.findLastIndex((panel) => panel.contains(activeElement));
  const isAfter = (panel: HTMLElement) =>
    activeElement !== null && (activeElement.compareDocumentPosition(panel) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const following = panels.findIndex(isAfter);
  const before = following < 0 ? panels.length - 1 : following - 1;
  const target = panels[inside >= 0 ? inside + step : step > 0 ? Math.max(0, following) : before];
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'nearest' });
}

/** True for keys that something else handles: the browser its chords, menus and dialogs their letters. */
function isForAnother(event: KeyboardEvent): boolean {
  const isChord = event.ctrlKey || event.metaKey || event.altKey;
  if (isChord && !event.getModifierState('AltGraph')) return true;
  if (!(event.target instanceof Element)) return false;
  return takesText(event.target) || event.target.closest('[role="menu"], dialog') !== null;
}

const withoutText: ReadonlySet<string> = new Set([
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'file',
  'range',
  'color',
]);

/** True for elements that use letter keys: text fields, and lists that select by first letters. */
function takesText(element: Element): boolean {
  if (element instanceof HTMLInputElement) return !withoutText.has(element.type);
  if (element instanceof HTMLElement && element.isContentEditable) return true;
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}
