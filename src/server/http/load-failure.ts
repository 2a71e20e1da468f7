import { EngineError, type EngineFault } from '#server/engine/engine.ts';
import type { Readiness } from './load-state.ts';

const reasons: Partial<Readonly<Record<EngineFault, string>>> = {
  unreachable: 'the store did not answer',
  overloaded: 'the store is overloaded',
  timeout: 'the store took too long',
  'too-large': 'there was not enough memory',
};

/**
 * A load that failed, in words for callers. What the engine said is for the log only.
 * @param diskProblem a sentence about the disk or folder, where it is at fault
 */
export function loadFailure(error: unknown, diskProblem?: string): Extract<Readiness, { state: 'failed' }> {
  const reason = error instanceof EngineError ? reasons[error.fault] : undefined;
  const said = `The collection could not be loaded${reason ? `: ${reason}` : ''}.`;
  const todo = diskProblem ?? 'The log of the service says more; a restart begins the load again.';
  return { state: 'failed', message: `${said} ${todo}` };
}
