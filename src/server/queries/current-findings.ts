import { coveringEntries } from '#model/judgement-match.ts';
import type { Engine, Query } from '#server/engine/engine.ts';
import type { Judgements } from './judgements.ts';
import { readOnce } from './read-once.ts';

/** What a detector finds now. */
export interface CurrentFinding {
  /** Its id. */
  readonly detector: string;
  readonly title: string;
  /** Canonical text: a name, an address, a network or "AS64500". */
  readonly subject: string;
  /** The day on which it was found first, 'yyyy-mm-dd'. */
  readonly appeared: string;
  readonly summary: string;
}

/** What the detectors find now, but for subjects of the never-flag list. */
export interface CurrentFindings {
  /** @param subjects canonical texts that mean one subject; of an address or network also the findings about networks around it */
  of(...subjects: readonly string[]): readonly CurrentFinding[];
}

interface ReaderOptions {
  readonly engine: Engine;
  readonly detectors: readonly { readonly id: string; readonly title: string }[];
  readonly judgements: () => Promise<Judgements>;
  readonly now: () => Date;
}

/** Answers from memory: detectors keep some thousand findings each, and change them once after an import. */
export function currentFindingsReader(options: ReaderOptions): () => Promise<CurrentFindings> {
  const { engine, judgements, now } = options;
  let kept: { readonly version: string; readonly findings: Coverings } | undefined;
  return readOnce({
    engine,
    now,
    async read() {
      const [{ neverFlagged }, [{ version } = { version: '' }]] = await Promise.all([
        judgements(),
        engine.query(versionQuery()),
      ]);
      // most writes are not about findings
      if (kept?.version !== version) kept = { version, findings: await readFindings(options) };
      const { findings } = kept;
      return {
        of: (...subjects) =>
          [...new Set(subjects.flatMap((subject) => findings.of(subject)))].filter(
            (finding) => ![finding.subject, ...subjects].some((subject) => neverFlagged(subject)),
          ),
      };
    },
  });
}

type Coverings = ReturnType<typeof coveringEntries<CurrentFinding & { readonly below: false }>>;

async function readFindings({ engine, detectors }: ReaderOptions): Promise<Coverings> {
  const titles = new Map(detectors.map(({ id, title }) => [id, title]));
  const rows = await engine.query(currentFindingsQuery([...titles.keys()]));
  return coveringEntries(
    rows.map((row) => ({ ...row, title: titles.get(row.detector) ?? row.detector, below: false as const })),
  );
}

function versionQuery(): Query<{ readonly version: string }> {
  return { name: 'findings', sql: 'SELECT toString(max(written)) AS version FROM findings' };
}

function currentFindingsQuery(detectors: readonly string[]): Query<Omit<CurrentFinding, 'title'>> {
  return {
    name: 'findings',
    sql: `
      SELECT detector, subject, toString(appeared) AS appeared, summary FROM findings FINAL
      WHERE gone = toDate(0) AND detector IN {detectors:Array(String)} ORDER BY detector, subject`,
    params: { detectors },
  };
}
