import { ApiFailure } from '#web/api/failure.ts';

/** Why the service did not do what was asked. Nothing when it did. */
export function FeedProblem({ error }: { readonly error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert" className="text-danger">
      {problemWords(error)}
    </p>
  );
}

export function problemWords(error: unknown): string {
  return error instanceof ApiFailure ? error.message : 'The answer of the service could not be read.';
}
