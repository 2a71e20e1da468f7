import type { ServerResponse } from 'node:http';
import { providerAnswer } from './provider-answers.ts';
import { type ReplayProvider, type ReplayRequest, sendJson } from './replay-provider.ts';

/** Answers in the recorded shapes, and unknown paths like the gateway of the deployment. */
export function replayRecordedShapes(provider: ReplayProvider): void {
  provider.replyToAll(({ path, body }: ReplayRequest, response: ServerResponse) => {
    const answer = providerAnswer(path, body);
    if (answer !== undefined) sendJson(response, 200, { status_code: 200, error: null, response: answer });
    else
      sendJson(response, 403, { errors: [{ message: 'Not permitted for this account.', code: 'permission_denied' }] });
  });
}
