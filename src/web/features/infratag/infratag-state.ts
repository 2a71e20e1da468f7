import type { DomainInfratagAnswer } from '#contract/generated/types.gen.ts';
import type { PanelState } from '#web/components/panel-state.ts';

/** The tag, or that nothing it is made of is known. */
export function infratagState({ infratag }: DomainInfratagAnswer): PanelState<string> {
  if (infratag?.tag !== undefined) return { is: 'data', data: infratag.tag };
  return {
    is: 'unknown',
    message: 'Neither mail servers, name servers, hosting nor a registrar of this domain are known.',
  };
}
