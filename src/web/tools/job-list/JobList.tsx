import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { dismissJob, type FollowedJob } from '#web/api/followed-jobs.ts';
import { JobTime } from '#web/kit/jobs/JobLine.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { Badge, type Tone } from '#web/kit/ui/Badge.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { indicatorClass, linkClass } from '#web/kit/ui/class-names.ts';
import { IconButton } from '#web/kit/ui/IconButton.tsx';
import { CloseIcon } from '#web/kit/ui/icons.ts';
import { TextField } from '#web/kit/ui/Field.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';

/** The jobs this browser follows, newest first. */
export function JobList({ jobs }: { jobs: readonly FollowedJob[] }) {
  return (
    <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
      {jobs.map((job) => (
        <JobItem key={job.id} job={job} />
      ))}
    </ul>
  );
}

function JobItem({ job }: { job: FollowedJob }) {
  const { word, tone } = jobStateWord(job);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 px-3 py-2 sm:grid-cols-[5.5rem_minmax(0,1fr)_auto]">
      <span className="max-sm:col-span-2">
        <Badge tone={tone}>{word}</Badge>
      </span>
      <div className="min-w-0">
        <Link to={job.href} className={linkClass}>
          <VisibleText text={job.title} className="break-all" />
        </Link>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>
            asked <TimeText value={Math.floor(job.askedAt / 1000)} isRelative />
          </span>
          {!job.isGone && <JobTime job={job} />}
          <Link to={paths.job(job.id)} className={`${linkClass} ${indicatorClass}`}>
            {job.id}
          </Link>
        </p>
        {job.failure !== undefined && (
          <p className="text-sm text-danger">
            <VisibleText text={job.failure} />
          </p>
        )}
      </div>
      <IconButton icon={CloseIcon} size="sm" label={`Dismiss ${job.title}`} onClick={() => dismissJob(job.id)} />
    </li>
  );
}

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
          ? { error: 'Enter a job id (a UUID) or the address of a job.' }
          : { hint: 'Or paste the address of a job.' })}
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

/** The state of a job in a word, with its tone. */
export function jobStateWord({ state, isGone }: Pick<FollowedJob, 'state' | 'isGone'>): { word: string; tone: Tone } {
  if (isGone) return { word: 'Not kept', tone: 'warning' };
  switch (state) {
    case 'PENDING':
      return { word: 'Waiting', tone: 'neutral' };
    case 'STARTED':
      return { word: 'Running', tone: 'accent' };
    case 'SUCCESS':
      return { word: 'Done', tone: 'ok' };
    case 'FAILURE':
      return { word: 'Failed', tone: 'danger' };
  }
}
