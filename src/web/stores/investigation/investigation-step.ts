import { ancestorAbout, childAbout } from './investigation-edits.ts';
import type { StepNodes } from './investigation-node.ts';
import type { StepSubject } from './investigation-subject.ts';

/** A page that was opened. */
export interface Arrival {
  readonly subject: StepSubject;
  /** Of the history entry; React Router calls the first one `default`. */
  readonly key: string;
  /** POP: by Back, Forward, reload, or the first page of the tab. */
  readonly action: 'POP' | 'PUSH' | 'REPLACE';
}

/** Where a tab stands in its investigation. */
export interface Standpoint {
  /** The node of the page that is shown; null on pages that are about nothing. */
  readonly current: string | null;
  /** The node of every history entry. */
  readonly places: ReadonlyMap<string, string>;
  /** The next page is no pivot: it was typed, pasted or chosen in the omnibox. */
  readonly startsFresh: boolean;
}

/** What an arrival is in the investigation: a node that is there, a new one, or nothing to be recorded. */
export type Step =
  | { readonly is: 'at'; readonly id: string }
  | { readonly is: 'new'; readonly parent: string | null; readonly via: 'entry' | 'pivot' }
  | { readonly is: 'nowhere' };

/**
 * Going back, or to something that the line to here led through, records nothing: it is where the next pivot branches off. What
 * was deleted stays so when Back shows its page again.
 */
export function stepTo(nodes: StepNodes, from: Standpoint, { subject, key, action }: Arrival): Step {
  const known = from.places.get(key);
  const current = from.current !== null && nodes.has(from.current) ? from.current : null;
  if (action === 'POP' && known !== undefined) {
    if (ancestorAbout(nodes, known, subject)?.id === known) return { is: 'at', id: known };
    if (!nodes.has(known) && key !== 'default') return { is: 'nowhere' };
  }
  if (action === 'POP' || from.startsFresh || current === null) {
    const beginning = childAbout(nodes, null, subject);
    return beginning ? { is: 'at', id: beginning.id } : { is: 'new', parent: null, via: 'entry' };
  }
  const there = ancestorAbout(nodes, current, subject) ?? childAbout(nodes, current, subject);
  return there ? { is: 'at', id: there.id } : { is: 'new', parent: current, via: 'pivot' };
}
