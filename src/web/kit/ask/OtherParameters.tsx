import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Parameter, parameters } from '#contract/generated/parameters.gen.ts';
import type { AnyQuery } from '#web/api/query.ts';
import { loadParameterDocs } from './parameter-docs.ts';
import { type ParameterField, questionQuery, readQuestion } from './parameter-question.ts';
import { ParameterForm } from './ParameterForm.tsx';

interface OtherParametersProps {
  readonly question: AnyQuery;
  readonly onAsk: (question: AnyQuery) => void;
}

/** Runs the operation of a view with any parameter, including those without a control in the view. */
export function OtherParameters({ question: asked, onAsk }: OtherParametersProps) {
  const { operationId } = asked;
  const [fields] = useState(() => contractFields(parameters[operationId]));
  const { data: docs } = useQuery({
    queryKey: ['parameterDocs'],
    queryFn: loadParameterDocs,
    staleTime: Infinity,
  });
  const question = readQuestion(fields, textsOf(asked.query));
  const questionOf = (texts: typeof question): AnyQuery => ({ ...asked, query: questionQuery(fields, texts) });
  return (
    <details>
      <summary className="w-fit cursor-pointer text-muted hover:text-text">Change parameters</summary>
      <div className="mt-2">
        {docs && (
          <ParameterForm
            form={{ label: 'Other parameters', variants: { operationId, fields }, questionOf, missingOf: () => ({}) }}
            docs={docs}
            question={question}
            asOf={null}
            onAsk={(texts) => onAsk(questionOf(texts))}
          />
        )}
      </div>
    </details>
  );
}

/** Fields for all query parameters of an operation. */
export function contractFields(parameters: readonly Parameter[]): readonly ParameterField[] {
  return parameters.filter(({ in: where }) => where === 'query').map(fieldOf);
}

function fieldOf({ name, type, enum: values, format, example }: Parameter): ParameterField {
  const label = name;
  if (values) return { name, label, kind: 'choice', choices: choicesOf(values.map(String)) };
  const shown = Array.isArray(example) ? example.join(';') : example;
  const kind =
    type === 'array'
      ? 'list'
      : type === 'integer'
        ? 'number'
        : format === 'date'
          ? 'day'
          : name.includes('regex')
            ? 'regex'
            : 'indicator';
  return { name, label, kind, ...(shown !== undefined && { example: String(shown) }) };
}

function choicesOf(values: readonly string[]) {
  return [{ value: '', label: 'Service default' }, ...values.map((value) => ({ value, label: value }))];
}

/** The parameters of a call as texts for the fields. */
export function textsOf(query: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(';') : String(value)]),
  );
}
