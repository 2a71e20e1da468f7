import type { Parameter } from '#contract/generated/parameters.gen.ts';
import type { ParameterField } from './parameter-question.ts';

/** Fields for the query parameters of an operation, for asking it in ways that no view needs. */
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
  return [{ value: '', label: 'As the service has it' }, ...values.map((value) => ({ value, label: value }))];
}

/** What a call asks, as texts for the fields. */
export function textsOf(query: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(';') : String(value)]),
  );
}
