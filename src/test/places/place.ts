import type { OperationId } from '#contract/generated/operations.gen.ts';

/** One thing a person does on a page; `in` is the title of the panel it is done in. */
export type Step =
  | { readonly press: string; readonly role?: 'button' | 'tab' | 'radio' | 'switch'; readonly in?: string }
  /** Opens a page by its menu in the header. */
  | { readonly menu: 'Search' | 'Hunt' | 'Work' | 'Data'; readonly page: string }
  /** Chooses from a list by its label. */
  | { readonly choose: string; readonly value: string; readonly in?: string }
  /** Fills fields of the form in the page by the parameters they are named after; "More parameters" are opened. */
  | { readonly form: Readonly<Record<string, string>> }
  /** Writes into a text field by its label. */
  | { readonly write: string; readonly text: string }
  /** Points at the first link of the page whose address begins so; `follow` opens it. */
  | { readonly hover: string }
  | { readonly follow: string }
  /** Waits until the address of the page holds that. */
  | { readonly reach: string }
  /** "API request" of a panel (or, without one, of the header), and there "Change parameters". */
  | { readonly other: Readonly<Record<string, string>>; readonly of?: string };

/** A use of an operation in the dashboard. */
export interface Place {
  /** As routes.tsx has it. */
  readonly route: string;
  /** An address of that route that has something to show in the sample collection. */
  readonly at: string;
  /** What is there, in words: the tab, the panel, the control. */
  readonly where: string;
  /** How to get there from the address; nothing where opening it is enough. */
  readonly steps?: readonly Step[];
  /** Query parameters that the steps reach, with what they then are; `*` stands for any value. */
  readonly asks?: Readonly<Record<string, string>>;
  /** What the sample collection lacks for it, so that the browser cannot visit it there. */
  readonly needs?: string;
}

export type Places = Readonly<Partial<Record<OperationId, readonly Place[]>>>;

/** A panel's menu reaches what has no control of its own. */
export function otherParameters(
  place: Omit<Place, 'steps' | 'asks'>,
  of: string | undefined,
  other: Readonly<Record<string, string>>,
  before: readonly Step[] = [],
): Place {
  return { ...place, steps: [...before, { other, ...(of && { of }) }], asks: other };
}
