import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { paths } from '#web/url/paths.ts';

/** Opens a job by its id: one that a colleague or a script asked for. */
export function OpenJobForm() {
  const [text, setText] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const navigate = useNavigate();
  const id = jobIdIn(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    if (id !== undefined) void navigate(paths.job(id));
  };
  return (
    <form noValidate aria-label="Open a job" onSubmit={submit} className="flex max-w-xl items-start gap-2">
      <TextField
        label="Open a job by its id"
        isIndicator
        className="flex-1"
        value={text}
        placeholder="3f8b1c2e-6d4a-4c1b-9e57-0a1b2c3d4e5f"
        onChange={setText}
        {...(hasTried && id === undefined
          ? { error: 'A job id is a UUID; the address of a job that has one in it will do.' }
          : { hint: 'Or paste the address that job_status.get gave.' })}
      />
      <Button type="submit" className="mt-5">
        Open
      </Button>
    </form>
  );
}

function jobIdIn(text: string): string | undefined {
  return /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i.exec(text)?.[0].toLowerCase();
}
