import type { ComponentType } from 'react';

/** What choosing a suggestion does. */
type SuggestedAction =
  | { readonly type: 'open'; readonly href: string }
  /** Puts another text into the omnibox. */
  | { readonly type: 'retype'; readonly text: string }
  | { readonly type: 'run'; readonly run: () => void }
  /** Hands a text over to the bulk triage, which starts at once when the list has said what it holds; a list has no address. */
  | { readonly type: 'triage'; readonly text: string; readonly isRead: boolean };

/** One line of the omnibox's list. */
export interface Suggestion {
  readonly id: string;
  /** What it is, or what it does: "domain", "Names pointing to it", "Settings". */
  readonly label: string;
  readonly icon: ComponentType;
  /** Set in monospace alongside the label. */
  readonly indicator?: string;
  /** How the text was understood. */
  readonly detail?: string;
  readonly shortcut?: string;
  /** Marks values of the fictional internet. */
  readonly isSample?: boolean;
  readonly action: SuggestedAction;
}

export interface SuggestionGroup {
  readonly label: string;
  readonly suggestions: readonly Suggestion[];
}

/** Everything the omnibox says about a text. */
export interface Suggestions {
  /** Why the text is not what it looks like, or what a longer text holds; a sentence. */
  readonly message: string;
  /** The message says what is wrong. */
  readonly isProblem: boolean;
  readonly groups: readonly SuggestionGroup[];
}
