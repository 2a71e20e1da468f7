import { Fragment } from 'react';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import type { OperationDetail, OperationParameter } from './api-document.ts';
import { InlineCode, Prose } from './Prose.tsx';
import { TryOut } from './TryOut.tsx';

/** One operation: description, parameters, answer, and a form to try it. */
export function OperationView({ operation }: { readonly operation: OperationDetail }) {
  const { method, path, summary, id, description, parameters, body, rawBody, fields, failures } = operation;
  return (
    <>
      <Card title={summary} meta={<Badge>{method}</Badge>}>
        <p className="mb-2 font-mono text-sm break-all">
          {method} {path}
        </p>
        <p className="mb-2 text-sm text-muted">
          <code>{id}</code>
        </p>
        <Prose text={description} />
      </Card>
      <TryOut operation={operation} />
      <Card title="Parameters" meta={parameters.length}>
        {parameters.length === 0 ? (
          <p className="text-muted">None.</p>
        ) : (
          <Lines
            lines={parameters.map((parameter) => ({
              name: parameter.name,
              type: `${parameter.in}, ${parameter.isRequired ? 'required, ' : ''}${parameterType(parameter)}`,
              description: parameter.description,
            }))}
          />
        )}
      </Card>
      {body && (
        <Card title="Fields of the body" meta={body.fields.length}>
          <Lines
            lines={body.fields.map(({ path: name, type, description: text }) => ({ name, type, description: text }))}
          />
        </Card>
      )}
      {rawBody.length > 0 && (
        <Card title="Body">
          <p>
            Bytes, as <code>{rawBody.join(', ')}</code>.
          </p>
        </Card>
      )}
      <Card title="Fields of the answer" meta={fields.length} footer="Under response. Any field may be missing.">
        {fields.length === 0 ? (
          <p className="text-muted">The API document lists none.</p>
        ) : (
          <Lines lines={fields.map(({ path: name, type, description: text }) => ({ name, type, description: text }))} />
        )}
      </Card>
      <Card title="Other answers" meta={failures.length}>
        <Lines
          lines={failures.map(({ status, description: text }) => ({ name: status, type: '', description: text }))}
        />
      </Card>
    </>
  );
}

function parameterType({ type, values }: OperationParameter): string {
  const shown = values.length > 12 ? `${values.slice(0, 12).join(' | ')} | …` : values.join(' | ');
  return values.length > 0 && !type.includes(values[0] ?? '') ? `${type} (${shown})` : type;
}

interface LinesProps {
  readonly lines: readonly { readonly name: string; readonly type: string; readonly description: string }[];
}

/** Names with type and meaning; stacked on narrow screens. */
function Lines({ lines }: LinesProps) {
  return (
    <dl className="divide-y divide-border">
      {lines.map(({ name, type, description }) => (
        <div key={name} className="grid gap-x-4 py-1 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
          <dt className="font-mono text-sm wrap-anywhere">
            <FieldName name={name} />
          </dt>
          <dd className="min-w-0 break-words">
            {type && <span className="block text-sm text-muted">{type}</span>}
            <InlineCode text={description} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A long path breaks after its dots and underscores. */
function FieldName({ name }: { readonly name: string }) {
  return name.split(/(?<=[._])/).map((part, place) => (
    <Fragment key={place}>
      {part}
      <wbr />
    </Fragment>
  ));
}
