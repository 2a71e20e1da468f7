import type { StepSubject } from '#web/stores/investigation/investigation-subject.ts';
import { askExpansion, type Asking, type Found } from './ask-expansion.ts';
import { expansionsOf, searchFinds, type SearchFindId } from './expansion-list.ts';

/** A question that a step can be expanded by, ready to be asked. */
export interface ExpansionOffer {
  /** Kept with each step that it brings. */
  readonly id: string;
  readonly label: string;
  /** Rejects with ApiFailure. */
  readonly ask: (asking: Asking) => Promise<Found>;
}

/** One part of what a search answers. */
interface SearchFinding {
  readonly id: SearchFindId;
  readonly ask: ExpansionOffer['ask'];
}

/** What the answer of a search can be taken apart into: the explorers know it, and the page of the investigation knows them. */
export type FindingsOf = (search: Extract<StepSubject, { is: 'search' }>) => readonly SearchFinding[];

/** What a step can be expanded by. */
export function offersOf(subject: StepSubject, findingsOf: FindingsOf): readonly ExpansionOffer[] {
  if (subject.is === 'search')
    return findingsOf(subject).map(({ id, ask }) => ({ id, label: searchFinds[id].label, ask }));
  return expansionsOf(subject).map((expansion) => ({
    id: expansion.id,
    label: expansion.label,
    ask: (asking) => askExpansion(expansion, subject.value, asking),
  }));
}
