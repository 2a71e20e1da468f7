import { useState } from 'react';
import { importQueries, type ImportResult } from '#web/stores/saved-queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';

/** Takes over saved queries that were copied as text, in another browser or by a colleague. */
export function ImportQueries() {
  const [text, setText] = useState('');
  const [result, setResult] = useState<ImportResult>();
  const take = () => {
    const taken = importQueries(text);
    setResult(taken);
    if (taken.refused.length === 0) setText('');
  };
  return (
    <details>
      <summary className="w-fit cursor-pointer text-muted hover:text-text">Import from text</summary>
      <div className="mt-2 flex flex-col gap-2">
        <TextArea
          label="Copied queries"
          rows={4}
          value={text}
          onChange={setText}
          hint="What “Copy all as text” gives. Queries of the same name are replaced."
        />
        <Button
          onClick={take}
          className="self-start"
          disabledReason={text.trim() === '' ? 'Paste what was copied first.' : undefined}
        >
          Import
        </Button>
        <div role="status">
          {result && (
            <>
              <p>
                {result.added === 1 ? '1 query' : `${result.added} queries`} imported
                {result.known > 0 && `, ${result.known} known already`}.
              </p>
              {result.refused.length > 0 && (
                <ul className="list-disc pl-5 text-warning">
                  {result.refused.slice(0, refusedShown).map((reason) => (
                    <li key={reason}>{reason}</li>
                  ))}
                  {result.refused.length > refusedShown && <li>and {result.refused.length - refusedShown} more.</li>}
                </ul>
              )}
            </>
          )}
        </div>
      </div>
    </details>
  );
}

const refusedShown = 5;
