import type { DomainNsChangesAnswer, NsChange } from '#contract/generated/types.gen.ts';
import type { PanelState } from '#web/components/evidence/panel-state.ts';

/** C7, C8: passive DNS never saw name servers of the domain, so there is nothing that could have changed. */
export const nsChangesUnknown: PanelState<never> = {
  is: 'unknown',
  message: 'The collection never saw name servers of this domain, so it cannot tell whether they changed.',
};

/** The changes, newest first. Servers that were seen and never changed are an answer of their own. */
export function nsChangesState({ nschanges }: DomainNsChangesAnswer): PanelState<readonly NsChange[]> {
  const changes = nschanges?.nschanges;
  if (!changes) return nsChangesUnknown;
  if (changes.length === 0)
    return {
      is: 'empty',
      word: 'No change',
      message: 'Its name servers were seen, and they were the same all the time.',
    };
  return { is: 'data', data: changes, count: changes.length };
}
