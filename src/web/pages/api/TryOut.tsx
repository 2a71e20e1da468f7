import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { errorText } from '#model/errors.ts';
import { formatBytes, formatNumber } from '#model/format.ts';
import { apiRequest } from '#web/api/api-request.ts';
import { connection } from '#web/api/connection.ts';
import type { AnyQuery } from '#web/api/query.ts';
import { type TriedAnswer, tryRequest } from '#web/api/try-request.ts';
import { JsonView } from '#web/kit/panel/JsonView.tsx';
import { parseJson } from '#web/storage/browser-store.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { CodeBlock } from '#web/kit/ui/CodeBlock.tsx';
import { PlayIcon } from '#web/kit/ui/icons.ts';
import { SelectField, TextArea, TextField } from '#web/kit/ui/Field.tsx';
import { paths } from '#web/url/paths.ts';
import type { OperationDetail, OperationParameter } from './api-document.ts';

type Texts = Readonly<Record<string, string>>;

/** A form for an operation: shows the request as URL and curl command, and the answer. */
export function TryOut({ operation }: { readonly operation: OperationDetail }) {
  const { id, parameters, body } = operation;
  const [texts, setTexts] = useState<Texts>(() => examplesOf(parameters));
  const [bodyText, setBodyText] = useState(() => (body ? JSON.stringify(body.example, null, 2) : ''));
  const [isChecked, setIsChecked] = useState(false);
  const { state, send } = useSending();
  if (!isKnown(id)) return null;
  if (operation.rawBody.length > 0) return <RawBodyRequest operation={operation} />;
  const sentBody = body ? parseJson(bodyText) : undefined;
  const question = questionOf(id, parameters, texts, sentBody);
  const { method, url, curl } = apiRequest(question);
  const missing = parameters.filter(({ name, isRequired }) => isRequired && !texts[name]?.trim());
  const isBodyWrong = body !== null && sentBody === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (missing.length === 0 && !isBodyWrong) void send(() => ({ method, url, body: sentBody }));
  };
  return (
    <Card title="Try it">
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <div className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {parameters.map((parameter) => (
            <ParameterInput
              key={parameter.name}
              parameter={parameter}
              value={texts[parameter.name] ?? ''}
              isMissing={isChecked && missing.includes(parameter)}
              onChange={(value) => setTexts({ ...texts, [parameter.name]: value })}
            />
          ))}
        </div>
        {body && (
          <TextArea
            label="Body (JSON)"
            rows={8}
            value={bodyText}
            onChange={setBodyText}
            error={isBodyWrong ? 'Not valid JSON.' : undefined}
          />
        )}
        <KeyLine />
        <CodeBlock label="curl" code={curl} isWrapped maxHeightPx={120} />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant="primary"
            disabledReason={state.is === 'asking' ? 'Request in progress.' : undefined}
          >
            <PlayIcon />
            Send
          </Button>
          {method === 'POST' && operation.family === 'service' && (
            <span className="text-sm text-warning">Sending this changes what the service holds or collects.</span>
          )}
        </div>
      </form>
      <div role="status" className="mt-3">
        {state.is === 'asking' && <p className="text-muted">Loading …</p>}
        {state.is === 'failed' && <p className="text-danger">No response: {state.message}</p>}
        {state.is === 'answered' && <AnswerLine answer={state.answer} />}
      </div>
      {state.is === 'answered' && <AnswerBody text={state.answer.text} />}
    </Card>
  );
}

type Sending =
  | { readonly is: 'idle' | 'asking' }
  | { readonly is: 'failed'; readonly message: string }
  | { readonly is: 'answered'; readonly answer: TriedAnswer };

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body: unknown;
}

/** One request at a time: a new one replaces the previous one. */
function useSending() {
  const [state, setState] = useState<Sending>({ is: 'idle' });
  const latest = useRef<AbortController>(null);
  const send = async (what: () => Sent) => {
    latest.current?.abort();
    const controller = new AbortController();
    latest.current = controller;
    setState({ is: 'asking' });
    const { body, ...request } = what();
    try {
      const answer = await tryRequest(request, body, controller.signal);
      if (!controller.signal.aborted) setState({ is: 'answered', answer });
    } catch (error) {
      if (!controller.signal.aborted) setState({ is: 'failed', message: errorText(error) });
    }
  };
  return { state, send };
}

interface ParameterInputProps {
  readonly parameter: OperationParameter;
  readonly value: string;
  readonly isMissing: boolean;
  readonly onChange: (value: string) => void;
}

function ParameterInput({ parameter, value, isMissing, onChange }: ParameterInputProps) {
  const { name, values, isRequired, isList, example } = parameter;
  const label = isRequired ? `${name} (required)` : name;
  if (values.length > 0 && !isList) {
    const choices = values.map((each) => ({ value: each, label: each }));
    const all = isRequired ? choices : [{ value: '', label: 'Not sent' }, ...choices];
    return <SelectField label={label} value={value} choices={all} onChange={onChange} />;
  }
  return (
    <TextField
      label={label}
      isIndicator
      value={value}
      onChange={onChange}
      placeholder={isRequired ? undefined : example}
      hint={isList ? 'Several, joined with ;' : undefined}
      error={isMissing ? `Give ${name}.` : undefined}
    />
  );
}

function KeyLine() {
  const { apiKey } = connection();
  return (
    <p className="text-sm text-muted">
      {apiKey ? (
        <>
          Sent with the API key of the{' '}
          <Link to={paths.settings()} className={linkClass}>
            settings
          </Link>
          , which ends in <code>{apiKey.slice(-4)}</code>. The curl line reads the key from <code>$API_KEY</code>, which
          keeps it out of the shell history.
        </>
      ) : (
        <>
          No API key is set: enter one in the{' '}
          <Link to={paths.settings()} className={linkClass}>
            settings
          </Link>
          .
        </>
      )}
    </p>
  );
}

function AnswerLine({ answer: { status, milliseconds, bytes } }: { readonly answer: TriedAnswer }) {
  const isGood = status < 400;
  return (
    <p className="mb-2 flex flex-wrap gap-x-4">
      <span className={isGood ? 'text-ok' : 'text-danger'}>Status {status}</span>
      <span className="text-muted tabular-nums">{formatNumber(milliseconds)} ms</span>
      <span className="text-muted tabular-nums">{formatBytes(bytes)}</span>
    </p>
  );
}

function AnswerBody({ text }: { readonly text: string }) {
  const value = parseJson(text);
  return value === undefined ? (
    <CodeBlock label="Answer" code={text} placeholder="The answer is empty." isWrapped />
  ) : (
    <JsonView label="Answer" value={value} />
  );
}

/** An operation whose body is a file, which this form cannot send. */
function RawBodyRequest({ operation: { id, parameters, rawBody } }: { readonly operation: OperationDetail }) {
  if (!isKnown(id)) return null;
  const { curl } = apiRequest(questionOf(id, parameters, examplesOf(parameters), undefined));
  const withFile = curl.replace('-X POST', `-H 'Content-Type: ${rawBody[0] ?? ''}' --data-binary @FILE`);
  return (
    <Card title="Try it">
      <p className="mb-2 text-muted">Its body is a file, so it is sent from a command line.</p>
      <CodeBlock label="curl" code={withFile} isWrapped maxHeightPx={120} />
    </Card>
  );
}

function isKnown(id: string): id is OperationId {
  return Object.hasOwn(operations, id);
}

/** Example values for the required parameters. */
function examplesOf(parameters: readonly OperationParameter[]): Texts {
  return Object.fromEntries(
    parameters.map(({ name, isRequired, example, values }) => [name, isRequired ? example || (values[0] ?? '') : '']),
  );
}

function questionOf(
  operationId: OperationId,
  parameters: readonly OperationParameter[],
  texts: Texts,
  body: unknown,
): AnyQuery {
  const given = (where: 'path' | 'query') =>
    parameters.flatMap(({ name, in: place, isList }): [string, string | string[]][] => {
      const text = texts[name]?.trim() ?? '';
      if (place !== where || text === '') return [];
      return [[name, isList ? text.split(';').map((each) => each.trim()) : text]];
    });
  return {
    operationId,
    path: Object.fromEntries(given('path')) as Record<string, string>,
    query: Object.fromEntries(given('query')),
    ...(body !== undefined && { body }),
  };
}
