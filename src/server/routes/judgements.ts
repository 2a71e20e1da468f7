import PQueue from 'p-queue';
import { dateToIsoDate } from '#model/dates.ts';
import { type Judgement, judgementKey, type JudgementKind, mostJudgements } from '#model/judgement.ts';
import { ApiError, badInput, notAllowed } from '#server/http/api-error.ts';
import { usesFor } from '#server/http/key-roles.ts';
import { readJudgements, readSubject, readSubjects, readText } from '#server/input/judgement.ts';
import { type JudgementVersion, writeJudgements } from '#server/queries/judgements.ts';
import type { Caller, LiveHandler } from './handler.ts';
import { unreadEvents } from './watches.ts';

/** The judgements that hold today, or those that hold for one subject; and what else every page needs to know about the caller. */
const judgements: LiveHandler<'judgements'> = {
  answer: async ({ query: { subject = '' }, role, owner, signal }, services) => {
    const [all, unread] = await Promise.all([services.judgements(), unreadEvents(owner, services, signal)]);
    const found = subject.trim() === '' ? all.all : all.holdingFor(readSubject('subject', subject));
    return { total: found.length, may: usesFor(role), unread, records: found };
  },
};

/** Versions are counted, so one call writes after the other. */
const turns = new PQueue({ concurrency: 1 });

/** Sets a judgement for each subject. */
const judge: LiveHandler<'judge'> = {
  answer: ({ body, ...caller }, services) => {
    checkMayJudge(body.kind, caller);
    const sent = readJudgements(body, caller.author, dateToIsoDate(services.now()));
    return turns.add(async () => {
      const { all } = await services.judgements();
      const versions = [...sent, ...opposites(sent, all)];
      const held = new Set(all.map(judgementKey));
      const more = sent.filter((each) => !held.has(judgementKey(each))).length;
      if (all.length + more > mostJudgements)
        throw badInput(
          'subjects',
          `At most ${mostJudgements} judgements hold at a time, and ${all.length} do. Judge a network or a domain with the names below it, or take some back.`,
        );
      await writeJudgements(services.engine, versions, services.now());
      return { changed: sent.length };
    });
  },
};

/** What is trusted is no longer bad, and the other way round: the same subject cannot be both. */
function opposites(sent: readonly JudgementVersion[], all: readonly Judgement[]): JudgementVersion[] {
  const held = new Set(all.map(judgementKey));
  return sent.flatMap((version) => {
    const kind = version.kind === 'trusted' ? 'bad' : 'trusted';
    const isHeld = ['trusted', 'bad'].includes(version.kind) && held.has(judgementKey({ ...version, kind }));
    return isHeld ? [{ ...version, kind, removed: true }] : [];
  });
}

/** Takes judgements back: a version that says so. */
const judgementTakeBack: LiveHandler<'judgementTakeBack'> = {
  answer: ({ body, ...caller }, services) => {
    const { kind } = body;
    checkMayJudge(kind, caller);
    const text = readText(body);
    const subjects = readSubjects(body.subjects);
    const reason = body.reason?.trim() ?? '';
    return turns.add(async () => {
      const { all } = await services.judgements();
      const versions = subjects.map((subject): JudgementVersion => {
        const key = judgementKey({ subject, kind, text });
        const held = all.find((each) => judgementKey(each) === key);
        if (!held) throw noSuchJudgement(subject, kind);
        if (held.configured)
          throw badInput(
            'subjects',
            `${subject} is in SIGHTLINE_NEVER_FLAG. Remove it there, and start the service again.`,
          );
        return { subject, kind, text, reason, author: caller.author, below: held.below, until: null, removed: true };
      });
      await writeJudgements(services.engine, versions, services.now());
      return { changed: versions.length };
    });
  },
};

function noSuchJudgement(subject: string, kind: JudgementKind): ApiError {
  return new ApiError(
    404,
    'no_such_judgement',
    `No judgement '${kind}' of ${subject} itself holds. GET /sightline/judgements?subject=${subject} lists those that hold for it: send their subject.`,
  );
}

/** The never-flag list silences findings, so only administrators change it. @throws ApiError 403 */
function checkMayJudge(kind: JudgementKind, { author, role }: Caller): void {
  if (kind === 'never-flag' && role !== 'admin') throw notAllowed(author, role, ['admin']);
}

export const judgementHandlers = { judgements, judge, judgementTakeBack };
