import { type Dispatch, type ReactNode, useRef, useState } from 'react';
import { operations } from '#contract/generated/operations.gen.ts';
import { apiRequest } from '#web/api/api-request.ts';
import { withDay } from '#web/api/query.ts';
import { useNow } from '#web/kit/time/use-now.ts';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { SelectField, TextField } from '#web/kit/ui/Field.tsx';
import {
  choiceOf,
  type ExplorerForm,
  formParams,
  formProblems,
  readForm,
  type VariantChoice,
  variantOf,
} from './explorer-form.ts';
import { noteOf, type ParameterDocs } from './parameter-docs.ts';
import { type ParameterField, type ParameterQuestion, questionParams } from './parameter-question.ts';
import { QuestionForm } from './QuestionForm.tsx';
import { readDay, readTime } from './time-words.ts';
import { checkRegex, wildcardReading } from './value-list.ts';
import { useDraft } from './use-question-url.ts';

interface ParameterFormProps<Name extends string> {
  readonly form: ExplorerForm<Name>;
  readonly docs: ParameterDocs;
  /** The question that ran last: the one in the URL. */
  readonly question: ParameterQuestion<Name>;
  /** The day of the session: used for a question without one. */
  readonly asOf: string | null;
  /** Called on Enter or Search with a valid question. */
  readonly onAsk: (question: ParameterQuestion<Name>) => void;
  /** The field that gets the focus when the form is opened, '' for the first one. */
  readonly focusedField?: string;
  /** The question of the URL is invalid, for example after editing it by hand. */
  readonly isRefused?: boolean;
  /** Called when another variant is chosen, to change the URL immediately. */
  readonly onOpen?: (question: ParameterQuestion<Name>) => void;
}

/** Every parameter of an operation as a form: parameters with a group are under "More parameters", the others always visible. */
export function ParameterForm<Name extends string>(props: ParameterFormProps<Name>) {
  const { form, docs, question, asOf, focusedField, isRefused = false, onAsk, onOpen } = props;
  const isSame = (a: typeof question, b: typeof question) =>
    JSON.stringify(formParams(form, a)) === JSON.stringify(formParams(form, b));
  const [draft, setDraft] = useDraft(question, isSame);
  const [hasTried, setHasTried] = useState(isRefused);
  const choice = choiceOf(form);
  const { fields, operationId, rows = ['grid gap-3 md:grid-cols-2 xl:grid-cols-3'] } = variantOf(form, draft);
  const missing = form.missingOf(draft);
  const lacks = Object.values(missing)[0];
  const wrong = formProblems(form, draft, docs);
  const problems = { ...wrong, ...(hasTried && missing) };
  /** The presets for the field at the start of a time window. */
  const presetsOf = ({ name, label, kind, unset, cleared = '' }: ParameterField<Name>) => {
    if ((kind !== 'time' && kind !== 'day') || !/_(after|min)$/.test(name)) return undefined;
    const end = fields.find((each) => each.name === name.replace(/after$/, 'before').replace(/min$/, 'max'))?.name;
    return (
      <TimePresets
        name={name}
        label={label}
        kind={kind}
        any={cleared}
        after={draft[name] === '' ? (unset?.(draft) ?? '') : draft[name].trim()}
        before={end === undefined ? '' : draft[end].trim()}
        onChoose={(text) => setDraft({ ...draft, [name]: text, ...(end !== undefined && { [end]: '' }) })}
      />
    );
  };
  const draw = (field: ParameterField<Name>) => (
    <ParameterInput
      key={field.name}
      field={operations[operationId].dayParameter === field.name ? onDay(field, asOf) : field}
      draft={draft}
      choices={field.choiceLabel && choicesOf(field.choiceLabel, docs.find(operationId, field.name)?.enum)}
      problem={problems[field.name]}
      meaning={docs.hintOf(operationId, field.name)}
      onChange={(text) => setDraft({ ...draft, [field.name]: text })}
      presets={presetsOf(field)}
    />
  );
  const groups = [...new Set(fields.flatMap(({ group }) => group ?? []))];
  const aside = fields.filter(({ group }) => group !== undefined);
  const chosen = choice && draft[choice.param];
  return (
    <QuestionForm
      label={form.label}
      focusedField={focusedField}
      wrong={[...Object.keys(missing), ...Object.keys(wrong)]}
      onAsk={() => {
        setHasTried(false);
        onAsk(draft);
      }}
      onRefused={() => setHasTried(true)}
      onClear={() => setDraft(readForm(form, choice ? { [choice.param]: chosen } : {}, docs))}
      isChanged={Object.keys(form.missingOf(question)).length === 0 && !isSame(draft, question)}
      request={lacks === undefined ? previewOf(form, draft, asOf) : ''}
      lacks={lacks}
      more={
        groups.length > 0 && {
          id: choice?.isOpenedAtOnce ? chosen : undefined,
          set: questionParams(aside, draft),
          hasProblem: aside.some(({ name }) => problems[name] !== undefined),
          isOpenAtFirst: aside.some(({ name }) => name === focusedField),
          fields: groups.map((legend) => {
            const members = aside.filter(({ group }) => group === legend);
            return (
              <FieldGroup key={legend} legend={legend}>
                {members.map(draw)}
                {members.some(({ kind }) => kind === 'time' || kind === 'day') && <TimeHelp />}
              </FieldGroup>
            );
          }),
        }
      }
    >
      {choice && (
        <VariantControl
          choice={choice}
          draft={draft}
          onChoose={(params) => {
            const next = readForm(form, params, docs);
            setDraft(next);
            if (!choice.isOpenedAtOnce) return;
            setHasTried(false);
            onOpen?.(next);
          }}
        />
      )}
      {rows.map((columns, row) => (
        <div key={columns} className={columns}>
          {fields.filter((field) => field.group === undefined && (field.row ?? 0) === row).map(draw)}
        </div>
      ))}
    </QuestionForm>
  );
}

/** The request of a question, with the “as of” day. */
export function previewOf<Name extends string>(
  form: ExplorerForm<Name>,
  question: ParameterQuestion<Name>,
  asOf: string | null,
): string {
  return `GET ${apiRequest(withDay(form.questionOf(question), asOf)).url}`;
}

interface VariantControlProps<Name extends string> {
  readonly choice: VariantChoice<Name>;
  readonly draft: ParameterQuestion<Name>;
  readonly onChoose: Dispatch<Readonly<Record<string, string>>>;
}

function VariantControl<Name extends string>({ choice, draft, onChoose }: VariantControlProps<Name>) {
  const { label, param, variants, keep } = choice;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <SegmentedControl
        label={label}
        value={draft[param]}
        choices={Object.entries(variants).map(([value, variant]) => ({ value, label: variant.label }))}
        onChange={(next) => onChoose({ ...(keep(draft) as Readonly<Record<string, string>>), [param]: next })}
      />
      <p className="text-muted">{variants[draft[param]]?.meaning}</p>
    </div>
  );
}

function TimeHelp() {
  return (
    <p className="self-end text-sm text-faint">
      A time is a day (2026-06-01), epoch seconds (1780272000), or a while ago: -3600 is seconds, -12h, -30d, -4w and
      -6m are hours, days, weeks and months.
    </p>
  );
}

/** Adapts a day parameter to the “as of” day. */
function onDay<Name extends string>(field: ParameterField<Name>, asOf: string | null): ParameterField<Name> {
  if (asOf === null) return field;
  return { ...field, example: asOf, hint: `Defaults to the “as of” day, ${asOf}.` };
}

function choicesOf(labelOf: (value: string) => string, values: readonly (string | number)[] = []) {
  return values.map(String).map((value) => ({ value, label: labelOf(value) }));
}

interface ParameterInputProps<Name extends string> {
  readonly field: ParameterField<Name>;
  readonly draft: ParameterQuestion<Name>;
  /** From the contract, unless the field has its own. */
  readonly choices: ReturnType<typeof choicesOf> | undefined;
  readonly problem: string | undefined;
  /** The description of the parameter in the contract. */
  readonly meaning: string;
  readonly onChange: (text: string) => void;
  readonly presets: ReactNode;
}

function ParameterInput<Name extends string>(props: ParameterInputProps<Name>) {
  const { field, draft, choices = field.choices ?? [], problem, meaning, onChange, presets } = props;
  const { name, kind, Input } = field;
  const { label, example, hint = meaning } = { ...field, ...field.words?.(draft) };
  const isUsed = field.uses?.(draft) !== false;
  const isOverridden = field.isOverridden?.(draft) === true;
  const value = isUsed ? draft[name] : '';
  const note = isUsed
    ? isOverridden
      ? 'Not used with a regular expression.'
      : (readingOf(field, draft) ?? hint)
    : (field.notUsed ?? 'Not available for this record type.');
  if (Input) return <Input value={value} onChange={onChange} />;
  if (kind === 'choice')
    return (
      <SelectField
        label={label}
        name={name}
        value={value}
        choices={choices}
        onChange={onChange}
        hint={note}
        disabled={!isUsed}
      />
    );
  const shared = { label, name, value, onChange, ...(example !== undefined && { placeholder: example }) };
  if (kind === 'time' || kind === 'day')
    return (
      <div className="flex min-w-0 flex-col items-start gap-1">
        <TimeInput {...shared} edge={kind === 'day' ? 'day' : (field.edge ?? 'start')} problem={problem} hint={note} />
        {presets}
      </div>
    );
  const advice = kind === 'regex' && isUsed ? checkRegex(value).advice : undefined;
  return (
    <TextField
      {...shared}
      isIndicator={kind !== 'text' && kind !== 'number' && kind !== 'period'}
      {...(kind === 'number' && { inputMode: 'numeric' })}
      disabled={!isUsed || isOverridden}
      {...noteOf(problem, advice ?? note)}
    />
  );
}

/** The interpretation of the text, where it adds to the parameter's description. */
function readingOf<Name extends string>(field: ParameterField<Name>, draft: ParameterQuestion<Name>) {
  return field.reading?.(draft) ?? (field.kind === 'name' ? wildcardReading(draft[field.name]) : undefined);
}

interface TimeInputProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly placeholder?: string;
  /** What a bare day means; `day` where the interface accepts days only. */
  readonly edge: Parameters<typeof readTime>[0] | 'day';
  readonly problem: string | undefined;
  readonly hint: string;
  readonly onChange: (text: string) => void;
}

/** A time (T) or a day, with the instant or day that it currently means. */
function TimeInput({ edge, problem, hint, ...rest }: TimeInputProps) {
  const now = new Date(useNow() * 1000);
  const meaning = edge === 'day' ? relativeDay(rest.value, now) : readTime(edge, rest.value, now).meaning;
  return <TextField {...rest} className="w-full" isIndicator {...noteOf(problem, meaning ?? hint)} />;
}

function relativeDay(text: string, now: Date): string | undefined {
  const day = readDay(text.trim(), now);
  return day === null || day === text.trim() ? undefined : day;
}

/** Related fields of a search, in as many columns as fit. */
function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4 3xl:grid-cols-6">{children}</div>
    </fieldset>
  );
}

const spans = { time: ['-24h', '-7d', '-30d'], day: ['-1d', '-7d', '-30d'] } as const;
const labels = ['24 h', '7 d', '30 d'] as const;

interface TimePresetsProps {
  /** Name of the field at the start of the window. */
  readonly name: string;
  readonly label: string;
  readonly kind: keyof typeof spans;
  /** The value for any time; not '' where the service would then use its own window. */
  readonly any: string;
  readonly after: string;
  /** The field at the end of the window; '' without one. */
  readonly before: string;
  readonly onChoose: (after: string) => void;
}

/** Buttons for the most common time windows. */
function TimePresets({ name, label, kind, any, after, before, onChoose }: TimePresetsProps) {
  const choices = [
    { value: any, label: 'Any' },
    ...spans[kind].map((value, index) => ({ value: value as string, label: labels[index] ?? value })),
    { value: 'custom', label: 'Custom' },
  ];
  const isPreset = before === '' && choices.some(({ value }) => value === after);
  const box = useRef<HTMLDivElement>(null);
  const typeAnother = () => {
    const field = box.current?.closest('form')?.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.select();
  };
  return (
    <div ref={box}>
      <SegmentedControl
        label={`${label}: presets`}
        value={isPreset ? after : 'custom'}
        choices={choices}
        onChange={(value) => (value === 'custom' ? typeAnother() : onChoose(value))}
      />
    </div>
  );
}
