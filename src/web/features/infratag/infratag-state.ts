import type { DomainInfratagAnswer } from '#contract/generated/types.gen.ts';
import type { PanelState } from '#web/components/evidence/panel-state.ts';

/** The tag, or that nothing it is made of is known. */
export function infratagState({ infratag }: DomainInfratagAnswer): PanelState<string> {
  if (infratag?.tag !== undefined) return { is: 'data', data: infratag.tag };
  if (infratag?.mode === 'live')
    return {
      is: 'empty',
      message: 'DNS answers no mail server, name server or address for this domain now. It may not exist any more.',
    };
  return {
    is: 'unknown',
    message: 'Neither mail servers, name servers, hosting nor a registrar of this domain are known.',
  };
}
