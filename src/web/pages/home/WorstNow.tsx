import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { News } from '#contract/generated/types.gen.ts';
import { kindOfMember } from '#model/connection.ts';
import { capital, formatCount, formatNumber } from '#model/format.ts';
import { categoryLabel } from '#model/listed-by.ts';
import { categoryTone } from '#model/subject-tags.ts';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import type { AnswerOf, Query } from '#web/api/query.ts';
import { type Answer, useAnswer } from '#web/api/use-answer.ts';
import { HiddenFindings } from '#web/evidence/HiddenFindings.tsx';
import { AnswerFailure } from '#web/kit/panel/AnswerFailure.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { SubjectTags } from '#web/kit/score/TagRow.tsx';
import { ScoreBadge, VerdictBadge } from '#web/kit/score/VerdictBadge.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';
import { RankedRow } from './RankedRow.tsx';

/** The worst names, networks, name servers and addresses (D4, D8, D16), each with what its number means. */
export function WorstNow({ news }: { readonly news: Answer<News> }) {
  return (
    <Card
      title="Worst now"
      footer={
        <Link to={paths.rankings('asn')} className={linkClass}>
          All rankings
        </Link>
      }
    >
      <div className="flex flex-col gap-3">
        <Group
          title="Names: risk score"
          answer={news}
          rows={({ worst_names: names = [] }) => names.slice(0, 4).map(listedRow)}
          // as high as four rows, which take two lines on a phone
          skeleton={<Skeleton shape="rows" count={4} className="max-sm:[&>*]:h-11" />}
          emptyRoom="min-h-[calc(4*var(--row))] max-sm:min-h-44"
          hidden={({ worst_names_hidden: hidden = 0 }) => hidden}
        />
        <Ranking
          title="Networks: % of active addresses listed"
          question={{ operationId: 'asnReputationRank', query: { limit: 3, explain: 1 } }}
          rows={({ asn_reputation_rank: ranked = [] }) =>
            ranked.map(({ asn, asname, asn_reputation: share, asn_reputation_explain: of }) =>
              shareRow('asn', String(asn), share, {
                name: asname && <VisibleText text={asname} className="ml-2 text-muted" />,
                counts: [of?.ips_num_listed, of?.ips_num_active],
              }),
            )
          }
        />
        <Ranking
          title="Name servers: % of their domains listed"
          question={{ operationId: 'nsReputationRank', query: { limit: 3, explain: 1 } }}
          rows={({ ns_server_reputation_rank: ranked = [] }) =>
            ranked.map(({ ns_server = '', ns_server_reputation: share, ns_server_reputation_explain: of }) =>
              shareRow('name-server', ns_server, share, {
                counts: [of?.ns_server_domains_listed, of?.ns_server_domain_density],
              }),
            )
          }
        />
        <Ranking
          title="Addresses: % of their names listed"
          question={{ operationId: 'ipv4ReputationRank', query: { limit: 3, explain: 1 } }}
          rows={({ ip_reputation_rank: ranked = [] }) =>
            ranked.map(({ ip = '', ip_reputation: share, ip_reputation_explain: of }) =>
              shareRow('ipv4', ip, share, { counts: [of?.names_num_listed, of?.ip_density] }),
            )
          }
        />
      </div>
    </Card>
  );
}

type ListedHost = NonNullable<News['worst_names']>[number];

/** A listed name or address with its verdict, what it is listed for, and its other tags. */
export function listedRow({
  indicator = '',
  kind,
  verdict,
  risk_score,
  categories = [],
  tags = [],
  lists = [],
}: ListedHost): ReactNode {
  const tagOf = (text: string) => tags.find(({ label }) => label === text);
  const categoryTags = categories.map(
    (id) => tagOf(categoryLabel(id)) ?? { id, label: categoryLabel(id), tone: categoryTone(id) },
  );
  const others = tags.filter((tag) => !categoryTags.includes(tag));
  return (
    <RankedRow
      key={indicator}
      badge={<VerdictBadge state={verdict} score={risk_score} />}
      note={
        <span className="flex items-center gap-x-2">
          <span className="flex min-w-0 gap-1">
            <SubjectTags tags={[...categoryTags, ...others]} room={150} />
          </span>
          <span title={lists.join(', ')} className="shrink-0">
            {formatCount(lists.length, 'list')}
          </span>
        </span>
      }
    >
      <IndicatorLink kind={kindOfMember(kind, indicator)} value={indicator} />
    </RankedRow>
  );
}

interface ShareParts {
  readonly name?: ReactNode;
  /** What is listed, of how many: a small number proves less than a large one. */
  readonly counts: readonly [listed: number | undefined, all: number | undefined];
}

function shareRow(
  kind: IndicatorKind,
  value: string,
  share: number | undefined,
  { name, counts: [listed, all] }: ShareParts,
): ReactNode {
  const note = listed === undefined || all === undefined ? '' : `${formatNumber(listed)} of ${formatNumber(all)}`;
  return (
    <RankedRow key={value} badge={<ScoreBadge score={share} />} score={share} note={note}>
      <IndicatorLink kind={kind} value={value} />
      {name}
    </RankedRow>
  );
}

interface RankingProps<Id extends OperationId> {
  readonly title: string;
  readonly question: Query<Id>;
  readonly rows: (response: AnswerOf<Id>) => readonly ReactNode[];
}

function Ranking<Id extends OperationId>({ title, question, rows }: RankingProps<Id>) {
  return <Group title={title} answer={useAnswer(question, { title })} rows={rows} />;
}

interface GroupProps<Response> {
  readonly title: string;
  readonly answer: Answer<Response>;
  readonly rows: (response: Response) => readonly ReactNode[];
  /** The room of the rows before they arrive: three of one line unless given. */
  readonly skeleton?: ReactNode;
  /** The same room without rows, so that nothing moves. */
  readonly emptyRoom?: string;
  /** Rows that the never-flag list left out. */
  readonly hidden?: (response: Response) => number;
}

function Group<Response>({
  title,
  answer,
  rows,
  skeleton,
  emptyRoom = 'min-h-[calc(3*var(--row))]',
  hidden: countHidden,
}: GroupProps<Response>) {
  const hidden = (answer.response !== undefined && countHidden?.(answer.response)) || 0;
  const found = answer.response === undefined ? undefined : rows(answer.response);
  return (
    <section aria-label={capital(title)}>
      <h3 className="text-sm text-muted">{title}</h3>
      {answer.failure ? (
        <AnswerFailure failure={answer.failure} what={title} onRetry={answer.refetch} />
      ) : !found ? (
        (skeleton ?? <Skeleton shape="rows" count={3} />)
      ) : found.length === 0 ? (
        hidden === 0 && <p className={`py-1 text-muted ${emptyRoom}`}>None in the collection.</p>
      ) : (
        <ol>{found}</ol>
      )}
      {hidden > 0 && (
        <p className="text-sm">
          <HiddenFindings answer={{ hidden }} />
        </p>
      )}
    </section>
  );
}
