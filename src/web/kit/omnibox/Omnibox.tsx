import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import { unseenText, visibleText } from '#model/visible-text.ts';
import { setBulkDraft } from '#web/stores/bulk-draft.ts';
import { useRecentSubjects } from '#web/stores/recent-subjects.ts';
import { useSavedQueries } from '#web/stores/saved-queries.ts';
import { startFresh } from '#web/stores/investigation/investigation-calls.ts';
import { classNames } from '#web/kit/ui/class-names.ts';
import { SearchIcon } from '#web/kit/ui/icons.ts';
import { Kbd } from '#web/kit/ui/Kbd.tsx';
import { isPressed } from '#web/kit/ui/shortcuts.ts';
import { arrive } from '#web/api/prefetch.ts';
import { useTeam } from '#web/api/team.ts';
import { useAsOf, withAsOf } from '#web/url/as-of.ts';
import { paths } from '#web/url/paths.ts';
import { omniboxId } from './focus-omnibox.ts';
import { OmniboxList, optionId } from './OmniboxList.tsx';
import type { suggest as suggestFunction, Suggestion, Suggestions } from './suggest.ts';

interface OmniboxProps {
  /** lg on the home page. */
  readonly size?: 'md' | 'lg';
}

/** The field shows only this many characters of a longer text: as much as is read on every keystroke. */
const drawnLength = 50_000;
/** Ends a text that is too long for the field, in place of the part that is left out. */
const restMark = ' …';

/**
 * The search box: accepts any pasted text, shows the detected indicators before Enter, and opens them; also the command palette.
 * A combobox on the native input (WAI-ARIA: list autocomplete, the focus stays in the input).
 */
export function Omnibox({ size = 'md' }: OmniboxProps) {
  const listId = useId();
  const { inputRef, text, suggestions, options, active, isShown, open, close, retype, choose, onKeyDown, onPaste } =
    useOmnibox();
  return (
    <search
      className="relative block min-w-0"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
    >
      <label htmlFor={omniboxId} className="sr-only">
        Look up an address, domain, AS number, subnet, name server, e-mail address, hash or AS name, or find a page
      </label>
      <span
        className={classNames(
          'pointer-events-none absolute top-0 left-2.5 flex items-center text-faint',
          heights[size],
        )}
      >
        <SearchIcon />
      </span>
      <input
        ref={inputRef}
        id={omniboxId}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown && options.length > 0}
        aria-controls={listId}
        aria-activedescendant={isShown && options[active] ? optionId(listId, active) : undefined}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        placeholder={placeholders[size]}
        value={drawn(text)}
        onChange={(event) => retype(edited(text, event.target.value))}
        onClick={open}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className={classNames(
          'w-full min-w-0 rounded-md border border-control bg-bg pr-9 pl-8 font-mono text-ellipsis text-text placeholder:font-sans hover:border-muted',
          heights[size],
          size === 'lg' ? 'text-lg max-sm:text-base' : 'text-base',
        )}
      />
      <span
        aria-hidden="true"
        className={classNames('pointer-events-none absolute top-0 right-2 hidden items-center sm:flex', heights[size])}
      >
        {text === '' && <Kbd>/</Kbd>}
      </span>
      <OmniboxList
        id={listId}
        isShown={isShown}
        message={suggestions.message}
        isProblem={suggestions.isProblem}
        groups={suggestions.groups}
        active={active}
        hasText={text.trim() !== ''}
        onChoose={choose}
      />
    </search>
  );
}

const noSuggestions: Suggestions = { message: '', isProblem: false, groups: [] };

/** How text is read is not needed at first paint, and would exceed the entry budget. */
const loadSuggest = () => arrive(() => import('./suggest.ts'));
let loadedSuggest: typeof suggestFunction | null = null;

/** Makes the suggestions; null until loaded. */
function useSuggest(): typeof suggestFunction | null {
  const [suggest, setSuggest] = useState(() => loadedSuggest);
  useEffect(() => {
    void loadSuggest().then((module) => {
      loadedSuggest = module.suggest;
      setSuggest(() => module.suggest);
    });
  }, []);
  return suggest;
}

/** The text of the box, its suggestions, and the handlers for keys, pastes and choices. */
function useOmnibox() {
  const inputRef = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const [asOf] = useAsOf();
  const recent = useRecentSubjects();
  const { saved } = useSavedQueries();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const suggest = useSuggest();
  const { may } = useTeam();
  const suggestions = useMemo(
    () => suggest?.(text, recent, saved, may) ?? noSuggestions,
    [suggest, text, recent, saved, may],
  );
  const options = suggestions.groups.flatMap((group) => group.suggestions);
  // with text in the box, Enter takes the first suggestion, without an arrow key
  const active = chosen ?? (text.trim() === '' || options.length === 0 ? -1 : 0);
  const isShown = isOpen && (options.length > 0 || suggestions.message !== '');

  const retype = (next: string) => {
    setText(next);
    setChosen(undefined);
    setIsOpen(true);
  };
  const choose = ({ action }: Suggestion, inNewTab = false) => {
    if (action.type === 'retype') return retype(action.text);
    retype('');
    setIsOpen(false);
    inputRef.current?.blur();
    if (action.type === 'run') action.run();
    else if (action.type === 'triage') {
      setBulkDraft(action.text, '', action.isRead ? 'start' : 'waiting');
      void navigate(paths.bulk());
    } else if (inNewTab) window.open(withAsOf(action.href, asOf), '_blank', 'noopener');
    else {
      startFresh();
      void navigate(action.href);
    }
  };
  /** Enter before the suggestions can be made. */
  const chooseFirst = async () => {
    const [first] = (await loadSuggest())
      .suggest(text, recent, saved, may)
      .groups.flatMap((group) => group.suggestions);
    if (first && text.trim() !== '') choose(first);
  };
  const move = (to: number) => {
    setIsOpen(true);
    if (options.length > 0) setChosen((to + options.length) % options.length);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // the input method handles keys while composing
    if (event.nativeEvent.isComposing) return;
    const option = options[active];
    if (event.key === 'ArrowDown') move(isOpen ? active + 1 : Math.max(active, 0));
    else if (event.key === 'ArrowUp') move(active <= 0 ? options.length - 1 : active - 1);
    else if (isPressed(event, 'suggestionOpenAside') && isOpen && option) choose(option, true);
    else if (isPressed(event, 'suggestionOpen') && isOpen && option) choose(option);
    else if (event.key === 'Enter' && suggest === null) void chooseFirst();
    else if (event.key === 'Enter') setIsOpen(true);
    else if (event.key === 'Escape' && isShown) setIsOpen(false);
    else if (event.key === 'Escape' && text !== '') retype('');
    else if (event.key === 'Escape') inputRef.current?.blur();
    // pressing the shortcut again in the empty box must not type its key
    else if (event.key !== '/' || text !== '') return;
    event.preventDefault();
  };
  // the input would join lines, and detection needs the line breaks
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text/plain').trim();
    if (!/[\r\n]/.test(pasted) && pasted.length <= drawnLength) return;
    event.preventDefault();
    retype(pasted);
  };

  usePasteAnywhere((pasted) => {
    retype(pasted);
    inputRef.current?.focus();
  });
  const open = () => setIsOpen(true);
  const close = () => setIsOpen(false);
  return { inputRef, text, suggestions, options, active, isShown, open, close, retype, choose, onKeyDown, onPaste };
}

/** Sends a paste to the omnibox while no field has the focus. */
function usePasteAnywhere(onPaste: (text: string) => void): void {
  const take = useEffectEvent((event: globalThis.ClipboardEvent) => {
    const { target } = event;
    if (target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog')) return;
    const text = event.clipboardData?.getData('text/plain').trim();
    if (!text) return;
    event.preventDefault();
    onPaste(text);
  });
  useEffect(() => {
    const listener = (event: globalThis.ClipboardEvent) => take(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);
}

const heights = { md: 'h-8 pointer-coarse:h-10', lg: 'h-14' };
const placeholders = {
  md: 'Paste or type an indicator',
  lg: 'Paste an indicator or a whole report',
};

function drawn(text: string): string {
  const line = visibleText(text.slice(0, drawnLength).replace(/\s*[\r\n]+\s*/g, ' '));
  return text.length > drawnLength ? `${line}${restMark}` : line;
}

/** The text after an edit in the field, with the rest that the field does not show. */
function edited(text: string, shown: string): string {
  const at = text.length > drawnLength ? shown.lastIndexOf(restMark) : -1;
  if (at < 0) return unseenText(shown);
  return unseenText(shown.slice(0, at)) + text.slice(drawnLength) + unseenText(shown.slice(at + restMark.length));
}
