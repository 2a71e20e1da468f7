import type { ServerResponse } from 'node:http';
import { providerAnswer } from './provider-answers.ts';
import { type ReplayProvider, type ReplayRequest, sendJson } from './replay-provider.ts';

/** Answers everything in the recorded shapes; what the deployment does not have, as its gateway does. */
export function replayRecordedShapes(provider: ReplayProvider): void {
  provider.replyToAll(({ path, body }: ReplayRequest, response: ServerResponse) => {
    const answer = providerAnswer(path, body);
    if (answer !== undefined) sendJson(response, 200, { status_code: 200, error: null, response: answer });
    else
      sendJson(response, 403, { errors: [{ message: 'Not permitted for this account.', code: 'permission_denied' }] });
  });
}
