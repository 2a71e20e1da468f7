/** Every parameter of the operations that explorers ask is a field of their form, and every field teaches. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test, vi } from 'vitest';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { firstOfLastDays } from '#model/dates.ts';
import {
  type ExplorerForm,
  formParams,
  type FormVariant,
  impliedEnd,
  impliedPeriod,
  readForm,
} from './kit/ask/explorer-form.ts';
import { loadParameterDocs } from './kit/ask/parameter-docs.ts';
import { type ParameterField, questionQuery } from './kit/ask/parameter-question.ts';
import { ParameterForm } from './kit/ask/ParameterForm.tsx';
import { frozenUrl } from './kit/time/freeze-times.ts';
import { padnsForm } from './tools/padns-form/padns-form.ts';
import { padnsModes, padnsOperations, type PadnsQuestion } from './tools/padns-form/padns-question.ts';
import { explorers } from './url/paths.ts';

/** The form of each explorer: a feature that has one keeps it in a file of this name. */
const modules = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['./evidence/**/*-form.ts', './tools/*/*-form.ts'],
  {
    eager: true,
  },
);
const forms = Object.values(modules).flatMap((module) => Object.values(module).filter(isForm));

function isForm(value: unknown): value is ExplorerForm {
  return typeof value === 'object' && value !== null && 'variants' in value && 'questionOf' in value;
}

const isOfRecords = ({ operationId }: FormVariant) => Object.values<string>(padnsOperations).includes(operationId);
const variants = forms.flatMap(({ variants: own }): readonly FormVariant[] =>
  'param' in own ? Object.values(own.variants) : [own],
);
// the fields of the passive DNS form depend on the record type, see below
const explorerFields = variants
  .filter((variant) => !isOfRecords(variant))
  .map(({ operationId, fields }) => [operationId, fields] as const);
const docs = await loadParameterDocs();

/** A form of one operation, which asks nothing. */
const formOf = (operationId: OperationId, fields: readonly ParameterField[]): ExplorerForm => ({
  label: 'form',
  variants: { operationId, fields },
  questionOf: () => ({ operationId }),
  missingOf: () => ({}),
});

/** The controls of a form as they are drawn: name, and the text that stands in an empty one. */
function controlsOf(markup: string) {
  return [...markup.matchAll(/<(input|select|fieldset)\b([^>]*)>/g)].flatMap(([, tag = '', attributes = '']) => {
    const name = /\bname="([^"]*)"/.exec(attributes)?.[1];
    if (name === undefined || name.startsWith(':') || /type="radio"/.test(attributes)) return [];
    return [{ name, tag, placeholder: /\bplaceholder="([^"]+)"/.exec(attributes)?.[1] }];
  });
}

const named = (operationId: OperationId) => parameters[operationId].map(({ name }) => name).sort();

it('each explorer has a form', () => expect(forms).toHaveLength(Object.keys(explorers).length));

describe.each(explorerFields)('the form of %s', (operationId, fields) => {
  const form = formOf(operationId, fields);

  it('has a field for every parameter, and no other', () => {
    const markup = renderToStaticMarkup(
      <ParameterForm form={form} docs={docs} question={readForm(form, {}, docs)} asOf={null} onAsk={() => undefined} />,
    );
    const drawn = controlsOf(markup);
    expect(drawn.map(({ name }) => name).sort()).toEqual(named(operationId));
    expect(drawn.filter(({ tag, placeholder }) => tag === 'input' && !placeholder)).toEqual([]);
    for (const { name } of fields) expect(docs.hintOf(operationId, name), name).not.toBe('');
    expect(markup).toContain('Request preview');
  });

  it('offers every value of an enumeration, and counts numbers against their limits', () => {
    for (const { name, enum: values, type, default: defaultValue } of parameters[operationId]) {
      const field = fields.find((each) => each.name === name);
      if (values && field?.kind === 'choice') {
        const offered = (field.choices ?? []).map(({ value }) => value);
        // '' leaves it to the service, which takes the default
        expect([...offered, ...(offered.includes('') ? [String(defaultValue)] : [])], name).toEqual(
          expect.arrayContaining(values.map(String)),
        );
      } else if (type === 'integer' && name !== 'asnum') expect(['number', 'period'], name).toContain(field?.kind);
    }
  });

  it('a shared link asks for the same default period a week later', () => {
    const sharedAt = new Date('2026-11-21T11:00:00Z');
    const openedAt = new Date('2026-11-28T09:00:00Z');
    const implied = impliedPeriod(form, readForm(form, {}, docs));
    const { parameter = '', value = '' } = implied ?? {};
    expect(parameter, 'the period by default').toBe(fields.find(({ kind }) => kind === 'period')?.name ?? '');
    if (!implied) return;
    const link = new URL(frozenUrl('https://dash.example/search', sharedAt.getTime() / 1000, [{ parameter, value }]));
    vi.useFakeTimers({ now: openedAt });
    const question = readForm(form, Object.fromEntries(link.searchParams), docs);
    const days = Number(questionQuery(fields, question)[parameter]);
    vi.useRealTimers();
    expect(firstOfLastDays(days, openedAt)).toEqual(firstOfLastDays(Number(value), sharedAt));
  });

  it('a shared link leaves out what is first seen after it was made', () => {
    const end = impliedEnd(form, readForm(form, {}, docs));
    const bound = fields.find(({ name }) => name === 'first_seen_before' || name === 'change_date_before');
    expect(end?.parameter).toBe(bound?.name);
    if (!end) return;
    const link = new URL(frozenUrl('https://dash.example/search', Date.UTC(2026, 10, 21, 11) / 1000, [end]));
    expect(link.searchParams.get(end.parameter)).toBe(bound?.kind === 'day' ? '2026-11-21' : '1795258799');
    expect(impliedEnd(form, readForm(form, { [end.parameter]: '2026-01-01' }, docs))).toBeUndefined();
  });

  it('keeps a question over the URL', () => {
    const texts = Object.fromEntries(fields.map(({ name, choices }) => [name, choices?.at(-1)?.value ?? 'x']));
    expect(readForm(form, formParams(form, texts), docs)).toEqual(texts);
  });
});

describe.each(padnsModes)('the passive DNS form, %s', (mode) => {
  const draw = (given: Partial<PadnsQuestion>) =>
    renderToStaticMarkup(
      <ParameterForm
        form={padnsForm}
        docs={docs}
        question={readForm(padnsForm, { mode, ...given }, docs)}
        asOf={null}
        onAsk={() => undefined}
      />,
    );
  const operationId = padnsOperations[mode];

  it('has a field for every parameter, and no other', () => {
    const markup = draw({});
    const drawn = controlsOf(markup);
    expect(drawn.map(({ name }) => name).sort()).toEqual(named(operationId));
    expect(drawn.filter(({ tag, placeholder }) => tag === 'input' && !placeholder)).toEqual([]);
    expect(markup).toContain('Request preview');
  });

  test.each(parameters[operationId].filter(({ time }) => time).map(({ name }) => name))(
    'says what each form of a time means in %s, and what is none',
    (name) => {
      for (const text of ['2026-06-01', '1780272000', '-3600', '-12h', '-30d', '-4w', '-6m'])
        expect(draw({ [name]: text }), text).toMatch(/\d{4}-\d\d-\d\d( [\d:]+)? UTC/);
      expect(draw({ [name]: 'soon' })).toContain('aria-invalid="true"');
    },
  );
});

it('E5 is asked for what the form looks for in reverse by the hash of a set', () => {
  const recordTypes = (docs.find('padnsReverse', 'qtype')?.enum ?? []).map(String);
  const kinds = parameters.padnsTranslate.find(({ name }) => name === 'qtype')?.enum ?? [];
  expect(recordTypes).toEqual(expect.arrayContaining([...kinds]));
  expect(named('padnsTranslate')).toEqual(['qtype', 'query']);
});
