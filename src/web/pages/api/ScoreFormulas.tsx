import { Card } from '#web/kit/ui/Card.tsx';
import type { ApiDocument } from './api-document.ts';

/** How every score is computed, from the document. */
export function ScoreFormulas({ formulas }: { readonly formulas: ApiDocument['x-scores'] }) {
  return (
    <Card title="Score formulas" meta={formulas.length}>
      <p className="mb-2 max-w-prose text-muted">
        Scores are integers from 0 (clean) to 100 (worst). Names in a formula are fields of the same record, asked with{' '}
        <code>explain=1</code>.
      </p>
      <dl className="divide-y divide-border">
        {formulas.map(({ score, of, formula, each, over, note }) => (
          <div key={`${score} ${of ?? ''}`} className="grid gap-x-4 py-2 xl:grid-cols-[16rem_minmax(0,1fr)]">
            <dt className="font-mono text-sm break-all">
              {score}
              {of && <span className="block font-sans text-muted">of {of}</span>}
            </dt>
            <dd className="min-w-0">
              <code className="text-sm break-words">{formula}</code>
              {each && over && (
                <p className="text-sm text-muted">
                  each: {each}, over: {over}
                </p>
              )}
              {note && <p className="max-w-prose text-sm text-muted">{note}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
