import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { DomainCertificatesAnswer, PadnsAnswer } from '#contract/generated/types.gen.ts';
import { errorText } from '#model/errors.ts';
import { ApiFailure } from '#web/api/failure.ts';
import { dismissJob, type FollowedJob, followJob, useFollowedJob } from '#web/api/followed-jobs.ts';
import { answerOptions } from '#web/api/query.ts';
import { fetchJobParquet } from '#web/api/export-as-job.ts';
import { useJobAnswer } from '#web/api/use-answer.ts';
import { exportFileName } from '#web/exports/export-target.ts';
import { JobTime } from '#web/kit/jobs/JobLine.tsx';
import { AnswerFailure } from '#web/kit/panel/AnswerFailure.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { jobStateWord } from '#web/tools/job-list/JobList.tsx';
import { JobCertificates, JobHosts, JobRecords } from '#web/evidence/job-records.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { CopyButton } from '#web/kit/ui/CopyButton.tsx';
import { downloadFile } from '#web/kit/ui/copy-text.ts';
import { DownloadIcon } from '#web/kit/ui/icons.ts';
import { toasts } from '#web/kit/ui/toast-queue.ts';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = { title: ({ id = '' }) => `Job ${id.slice(0, 8)}` };

/** The page of a job. Opening it follows the job, if the service knows it. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl font-semibold">
        Job <VisibleText text={id} className="font-mono text-lg break-all" />{' '}
        <span className="inline-flex align-middle">
          <CopyButton text={id} label="Copy the id" />
        </span>
      </h1>
      <JobView key={id} id={id} />
    </div>
  );
}

function JobView({ id }: { id: string }) {
  const job = useFollowedJob(id);
  // an unknown job may be a colleague's: the page asks the service before following it
  const status = useQuery({
    ...answerOptions({ operationId: 'job', path: { job_id: id }, query: { max_wait: 0, status_only: 1 } }),
    enabled: !job,
  });
  const isKnown = status.data !== undefined;
  // a job that was followed here before was dismissed, and stays dismissed
  const wasFollowed = useRef(false);
  const isFollowed = job !== undefined;
  useEffect(() => {
    if (isFollowed) wasFollowed.current = true;
    else if (isKnown && !wasFollowed.current) followJob({ id, title: `Job ${id.slice(0, 8)}`, href: paths.job(id) });
  }, [isFollowed, isKnown, id]);
  if (job?.isGone || isMissing(status.error)) return <NotKept />;
  if (job) return <FollowedJobView job={job} />;
  if (status.error instanceof ApiFailure)
    return <AnswerFailure failure={status.error} what="Job" onRetry={() => void status.refetch()} />;
  if (!isKnown) return <Skeleton shape="text" count={5} />;
  return (
    <EmptyState
      kind="unknown"
      word="Dismissed"
      action={
        <Button size="sm" onClick={() => followJob({ id, title: `Job ${id.slice(0, 8)}`, href: paths.job(id) })}>
          Follow again
        </Button>
      }
    >
      This browser no longer follows the job. It continues on the service.
    </EmptyState>
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind === 'not-found';
}

function FollowedJobView({ job }: { job: FollowedJob }) {
  const navigate = useNavigate();
  const answer = useJobAnswer<PadnsAnswer & DomainCertificatesAnswer>(job.id);
  const { word, tone } = jobStateWord(job);
  // a job does not name its operation
  const { domain_certificates: certificates, records = [] } = answer.response ?? {};
  const Result = certificates ? JobCertificates : 'ip_diversity_all' in (records[0] ?? {}) ? JobHosts : JobRecords;
  const ownHref = paths.job(job.id);
  const save = useMutation({
    mutationFn: () => fetchJobParquet(job.id),
    onSuccess: (file) => downloadFile(exportFileName(new Date(), 'job', job.id, 'parquet'), file, file.type),
    onError: (error) => toasts.add({ title: 'No Parquet file', body: errorText(error), tone: 'danger' }),
  });
  return (
    <>
      <KeyValueList
        className="max-w-3xl"
        items={[
          { key: 'State', value: <Badge tone={tone}>{word}</Badge> },
          {
            key: 'Query',
            value:
              job.href === ownHref ? (
                <span className="text-muted">Not known: started elsewhere</span>
              ) : (
                <Link to={job.href} className={linkClass}>
                  <VisibleText text={job.title} className="break-all" />
                </Link>
              ),
          },
          { key: 'Followed since', value: <TimeText value={Math.floor(job.askedAt / 1000)} /> },
          { key: 'Time', value: <JobTime job={job} /> },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          onClick={() => {
            dismissJob(job.id);
            void navigate(paths.jobs());
          }}
        >
          Dismiss
        </Button>
        {answer.status === 'done' && (
          <Button
            size="sm"
            disabledReason={save.isPending ? 'The service writes the file.' : undefined}
            onClick={() => save.mutate()}
          >
            <DownloadIcon />
            Download as Parquet
          </Button>
        )}
      </div>
      <Result id={job.id} answer={answer} />
    </>
  );
}

function NotKept() {
  return (
    <EmptyState
      kind="unknown"
      word="No such job"
      action={
        <Link to={paths.jobs()} className={linkClass}>
          All jobs
        </Link>
      }
    >
      Your API key has no job with this id. Jobs can be read only with the key that made them, for up to 30 days. If a
      colleague sent you this link, or the result is no longer kept, run the search again.
    </EmptyState>
  );
}
