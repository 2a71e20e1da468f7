import { Link } from 'react-router';
import { useIndicatorScores } from '#web/api/indicator-score.ts';
import { withQuery } from '#web/api/query.ts';
import { everyDay, scanKindOf, type ScanOperation, type ScanSearch } from '#web/kit/ask/scan-kind.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { NotAnswered } from '#web/kit/panel/AnswerFailure.tsx';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { PanelGrid } from '#web/kit/panel/PanelGrid.tsx';
import { LateScore } from '#web/kit/score/VerdictBadge.tsx';
import { scanMarks } from '#web/kit/subject/scan-highlights.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { ShortList } from '#web/kit/ui/ShortList.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { subjectPath } from '#web/url/subject-path.ts';
import type { AddressEntity } from './address-record.ts';
import { rowsOfKind } from './scans/scan-rows.ts';

/** Other addresses with the certificate, JARM or favicon of the latest scans here: one operator probably runs them all. */
export function SharedInfrastructure({ value: ip, header, record }: AddressEntity) {
  // the header shows the failure
  if (header.status === 'failed') return <NotAnswered />;
  if (record === undefined) return <Skeleton shape="block" heightPx={240} />;
  const { certificate, jarm, favicon } = scanMarks(record?.scan_data ?? {});
  if (!certificate && !jarm && !favicon)
    return (
      <EmptyState kind="empty" word="Nothing to compare">
        No scan took a certificate, a JARM fingerprint or an icon of this address.
      </EmptyState>
    );
  return (
    <PanelGrid>
      {certificate && (
        <SameMark
          ip={ip}
          title="Same certificate"
          mark={certificate.display ?? certificate.value}
          search={{ operationId: 'scanCertificates', query: { fingerprint_sha1: certificate.value, window: everyDay } }}
          href={subjectPath(certificate.kind, certificate.value)}
        />
      )}
      {jarm && (
        <SameMark
          ip={ip}
          title="Same JARM"
          mark={jarm.value}
          search={{ operationId: 'scanJarm', query: { jarm_hash: jarm.value, window: everyDay } }}
          href={subjectPath('jarm', jarm.value)}
        />
      )}
      {favicon && (
        <SameMark
          ip={ip}
          title="Same favicon"
          mark={favicon.value}
          search={{ operationId: 'scanFavicon', query: { mmh3: Number(favicon.value) } }}
          href={subjectPath('favicon-mmh3', favicon.value)}
        />
      )}
    </PanelGrid>
  );
}

interface SharedMark {
  /** The address itself, which the list omits. */
  readonly ip: string;
  readonly title: string;
  /** The shared value as shown: a hash, the name of a certificate. */
  readonly mark: string;
  readonly search: ScanSearch;
  /** The same search in the explorer. */
  readonly href: string;
}

/** A3, A4 or A6: the other addresses with the same value, with their scores. */
const SameMark = defineCard(
  asked<SharedMark, ScanOperation>(({ search }) => withQuery(search, { limit: 100, skip: 0 })),
  {
    title: ({ title }) => title,
    caption: ({ title, ip }) => `${title} of ${ip}`,
    read: (response, { search, ip }) => {
      const rowsOf = rowsOfKind[scanKindOf(search)] as (answer: typeof response) => readonly { readonly ip: string }[];
      const hosts = [...new Set(rowsOf(response).map((row) => row.ip))].filter((each) => each !== ip);
      return hosts.length > 0
        ? { is: 'data', data: hosts, count: hosts.length }
        : {
            is: 'empty',
            word: 'No other address',
            message: 'No other scanned address has the same value. Many addresses were never scanned.',
          };
    },
    show: (hosts, { title, mark }) => (
      <>
        <p className="mb-1 truncate font-mono text-sm text-muted" title={mark}>
          {mark}
        </p>
        <ScoredHosts label={title} hosts={hosts} />
      </>
    ),
    expectedRows: 3,
    footer: ({ href }) => (
      <Link to={href} className={linkClass}>
        Open in the scan explorer
      </Link>
    ),
  },
);

function ScoredHosts({ label, hosts }: { readonly label: string; readonly hosts: readonly string[] }) {
  const { scores, isAsking } = useIndicatorScores(hosts);
  return (
    <ShortList label={label} items={hosts} shownAtMost={12}>
      {(host) => (
        <span className="flex h-row items-center justify-between gap-3">
          <IndicatorLink kind="ipv4" value={host} />
          <LateScore seen={scores.get(host)} isAsked={isAsking} />
        </span>
      )}
    </ShortList>
  );
}
