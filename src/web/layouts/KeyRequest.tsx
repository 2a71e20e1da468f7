import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { connection, saveConnection } from '#web/api/connection.ts';
import { testConnection } from '#web/api/test-connection.ts';
import { Button } from '#web/ui/Button.tsx';
import { KeyIcon } from '#web/ui/icons.ts';
import { linkClass } from '#web/ui/link-class.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { paths } from '#web/url/paths.ts';

/** Stands in place of every page until the service accepts a key. */
export function KeyRequest() {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState(() =>
    connection().apiKey ? 'The service does not accept the key in use.' : '',
  );
  const [isAsking, setIsAsking] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const candidate = { ...connection(), apiKey: key.trim() };
    setIsAsking(true);
    const { result, message } = await testConnection(candidate);
    setIsAsking(false);
    // whatever else is wrong, the key was taken: the pages say the rest
    if (result === 'refused' || result === 'offline') setProblem(message);
    else saveConnection(candidate);
  };
  return (
    <div className="mx-auto w-full max-w-lg py-10">
      <div className="rounded-lg border border-border bg-surface p-5">
        <h1 className="flex items-center gap-2 text-lg font-semibold">
          <KeyIcon />
          This service asks for an API key
        </h1>
        <p className="mt-2 text-muted">
          The first start of the service printed a link that ends in <code className="font-mono">#key=…</code>. Opening
          it brings the key along. Or paste the key here; it is kept in this browser only.
        </p>
        <form onSubmit={(event) => void submit(event)} className="mt-4 flex flex-col gap-3">
          <TextField
            label="API key"
            type="password"
            autoComplete="off"
            isIndicator
            required
            autoFocus
            value={key}
            onChange={setKey}
            error={problem || undefined}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button
              type="submit"
              variant="primary"
              disabledReason={
                key.trim() === '' ? 'Paste the key first.' : isAsking ? 'Asking the service …' : undefined
              }
            >
              Use this key
            </Button>
            <Link to={paths.settings()} className={linkClass}>
              Another service? Set its address
            </Link>
          </div>
        </form>
      </div>
    </div>
  );
}
