import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { connection, ownBaseUrl, saveConnection } from '#web/api/connection.ts';
import { answerOptions } from '#web/api/query.ts';
import { type ConnectionTest, testConnection } from '#web/api/service-probe.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { CheckIcon, WarningIcon } from '#web/kit/ui/icons.ts';
import { TextField } from '#web/kit/ui/Field.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { canStore } from '#web/storage/browser-store.ts';
import { toasts } from '#web/kit/ui/toast-queue.ts';

/** API base URL and key; both can be tested before they are saved. */
export function ConnectionForm() {
  const queryClient = useQueryClient();
  const [baseUrl, setBaseUrl] = useState(() => connection().baseUrl);
  const [apiKey, setApiKey] = useState(() => connection().apiKey);
  const [isKeyShown, setIsKeyShown] = useState(false);
  const [test, setTest] = useState<ConnectionTest | 'asking'>();
  const problem = addressProblem(baseUrl);
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setTest(undefined);
  };
  const tryIt = async () => {
    setTest('asking');
    setTest(await testConnection({ baseUrl: baseUrl.trim() || ownBaseUrl, apiKey }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem) return;
    saveConnection({ baseUrl, apiKey });
    setBaseUrl(connection().baseUrl);
    // cached answers from another service or for another key are invalid; what is on screen is asked again
    void queryClient.resetQueries();
    toasts.add({ title: canStore() ? 'Connection saved' : 'Connection in use until a reload', tone: 'ok' });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        label="API base URL"
        isIndicator
        placeholder={ownBaseUrl}
        value={baseUrl}
        onChange={change(setBaseUrl)}
        error={problem}
        hint={`${ownBaseUrl} is the service that sent this page. Another one must allow this page's origin.`}
      />
      <div className="flex items-end gap-2">
        <TextField
          label="API key"
          isIndicator
          type={isKeyShown ? 'text' : 'password'}
          value={apiKey}
          onChange={change(setApiKey)}
          className="flex-1"
        />
        <Button aria-pressed={isKeyShown} onClick={() => setIsKeyShown(!isKeyShown)}>
          Show
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" disabledReason={problem}>
          Save
        </Button>
        <Button
          onClick={() => void tryIt()}
          disabledReason={problem ?? (test === 'asking' ? 'Contacting the service …' : undefined)}
        >
          Test
        </Button>
        <div role="status" className="ml-1">
          {test && <Outcome test={test} />}
        </div>
      </div>
      <OwnKeyLine />
    </form>
  );
}

/** Who the service takes this browser for. Nothing where a deployment does not say. */
function OwnKeyLine() {
  const { data } = useQuery({ ...answerOptions({ operationId: 'ownKey' }), retry: false });
  const { name, role } = data?.response ?? {};
  return (
    <p className="min-h-5 text-sm text-muted">
      {name !== undefined && (
        <>
          Key in use: <VisibleText text={name} className="text-text" />, role {role}
        </>
      )}
    </p>
  );
}

function Outcome({ test }: { test: ConnectionTest | 'asking' }) {
  if (test === 'asking') return <p className="text-muted">Loading …</p>;
  const isAccepted = test.result === 'accepted';
  return (
    <p className={`flex items-start gap-2 ${isAccepted ? 'text-ok' : 'text-warning'}`}>
      <span className="mt-1 flex">{isAccepted ? <CheckIcon /> : <WarningIcon />}</span>
      {test.message}
    </p>
  );
}

/** Why a text cannot be the base URL of the interface; undefined when it can. Empty means the dashboard's own service. */
export function addressProblem(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || (trimmed.startsWith('/') && !trimmed.startsWith('//'))) return undefined;
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return 'Enter an address that begins with https://, or a path such as /api/v1.';
  if (url.username || url.password) return 'Leave user and password out of the address; the key goes below.';
  if (url.search || url.hash) return 'The address ends with its path: no query and no #.';
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  // the key would travel in the clear, and the content security policy forbids it
  return url.protocol === 'http:' && !isLocal ? 'Only https:// may leave this machine.' : undefined;
}
