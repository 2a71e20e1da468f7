import { Link } from 'react-router';
import { connection } from '#web/api/connection.ts';
import { Button } from '#web/ui/Button.tsx';
import { KeyIcon } from '#web/ui/icons.ts';
import { linkClass } from '#web/ui/link-class.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { paths } from '#web/url/paths.ts';
import { useKeyEntry } from './use-key-entry.ts';

/** Shown instead of every page until the service accepts a key. */
export function KeyRequest() {
  const { key, setKey, problem, disabledReason, onSubmit } = useKeyEntry();
  const refused = connection().apiKey ? 'The service does not accept the key in use.' : undefined;
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
        <form onSubmit={onSubmit} className="mt-4 flex flex-col gap-3">
          <TextField
            label="API key"
            type="password"
            autoComplete="off"
            isIndicator
            required
            autoFocus
            value={key}
            onChange={setKey}
            error={problem || refused}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" variant="primary" disabledReason={disabledReason}>
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
