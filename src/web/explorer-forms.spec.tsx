/** Every parameter of the operations that explorers ask is a field of their form, and every field teaches. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test } from 'vitest';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { formParams, readForm, type ExplorerForm } from '#web/components/ask/explorer-form.ts';
import { loadParameterBook } from '#web/components/ask/parameter-book.ts';
import type { ParameterField } from '#web/components/ask/parameter-question.ts';
import { ParameterForm } from '#web/components/ask/ParameterForm.tsx';
import { asNameFields } from '#web/features/as-names/as-name-question.ts';
import { certificateFields } from '#web/features/certificates/certificate-fields.ts';
import { searchFields } from '#web/features/diversity/search-fields.ts';
import { transferFields } from '#web/features/ns-transfers/transfer-fields.ts';
import { padnsForm } from '#web/features/padns-form/padns-form.ts';
import { padnsModes, padnsOperations, type PadnsQuestion } from '#web/features/padns-form/padns-question.ts';
import { scanForm } from '#web/features/scan-form/scan-form.ts';

const fieldsOf: Partial<Record<OperationId, readonly ParameterField[]>> = {
  domainCertificates: certificateFields,
  nsTransfers: transferFields,
  asnLookup: asNameFields,
  padnsIpDiversitySearch: searchFields,
  ...Object.fromEntries(
    Object.values('param' in scanForm.variants ? scanForm.variants.variants : {}).map((variant) => [
      variant.operationId,
      variant.fields,
    ]),
  ),
};
const explorers = Object.entries(fieldsOf) as [OperationId, readonly ParameterField[]][];
const book = await loadParameterBook();

/** A form of one operation, which asks nothing. */
const formOf = (operationId: OperationId, fields: readonly ParameterField[]): ExplorerForm => ({
  label: 'form',
  variants: { operationId, fields },
  callOf: () => ({ operationId }),
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

describe.each(explorers)('the form of %s', (operationId, fields) => {
  const form = formOf(operationId, fields);

  it('has a field for every parameter, and no other', () => {
    const markup = renderToStaticMarkup(
      <ParameterForm form={form} book={book} question={readForm(form, {}, book)} asOf={null} onAsk={() => undefined} />,
    );
    const drawn = controlsOf(markup);
    expect(drawn.map(({ name }) => name).sort()).toEqual(named(operationId));
    expect(drawn.filter(({ tag, placeholder }) => tag === 'input' && !placeholder)).toEqual([]);
    for (const { name } of fields) expect(book.hintOf(operationId, name), name).not.toBe('');
    expect(markup).toContain('Request preview');
  });

  it('offers every value of an enumeration, and counts numbers against their limits', () => {
    for (const { name, enum: values, type, default: usual } of parameters[operationId]) {
      const field = fields.find((each) => each.name === name);
      if (values && field?.kind === 'choice') {
        const offered = (field.choices ?? []).map(({ value }) => value);
        // '' leaves it to the service, which takes the default
        expect([...offered, ...(offered.includes('') ? [String(usual)] : [])], name).toEqual(
          expect.arrayContaining(values.map(String)),
        );
      } else if (type === 'integer' && name !== 'asnum') expect(field?.kind, name).toBe('number');
    }
  });

  it('keeps a question over the URL', () => {
    const texts = Object.fromEntries(fields.map(({ name, choices }) => [name, choices?.at(-1)?.value ?? 'x']));
    expect(readForm(form, formParams(form, texts), book)).toEqual(texts);
  });
});

describe.each(padnsModes)('the passive DNS form, %s', (mode) => {
  const draw = (given: Partial<PadnsQuestion>) =>
    renderToStaticMarkup(
      <ParameterForm
        form={padnsForm}
        book={book}
        question={readForm(padnsForm, { mode, ...given }, book)}
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
  const recordTypes = (book.find('padnsReverse', 'qtype')?.enum ?? []).map(String);
  const kinds = parameters.padnsTranslate.find(({ name }) => name === 'qtype')?.enum ?? [];
  expect(recordTypes).toEqual(expect.arrayContaining([...kinds]));
  expect(named('padnsTranslate')).toEqual(['qtype', 'query']);
});
