import { useMemo } from 'react';
import { Link } from 'react-router';
import { useIndicatorScores } from '#web/api/indicator-score.ts';
import type { ScanSearch } from '#web/kit/ask/scan-kind.ts';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { LateScore } from '#web/kit/score/VerdictBadge.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { ShortList } from '#web/kit/ui/ShortList.tsx';
import { useScans } from './use-scans.ts';

interface WhoElseProps {
  /** The address itself, which is left out. */
  readonly ip: string;
  readonly title: string;
  /** What they share, as it is shown: a hash, the name of a certificate. */
  readonly mark: string;
  readonly search: ScanSearch;
  /** The same search in the explorer. */
  readonly href: string;
}

const shownAtMost = 12;

/** A3, A4 or A6: the other addresses at which scans saw the same, with their scores. */
export function WhoElse({ ip, title, mark, search, href }: WhoElseProps) {
  const { answer, rows, paging } = useScans(search, `${title} of ${ip}`);
  const others = useMemo(() => otherHosts(rows, ip), [rows, ip]);
  const { scores, isAsking } = useIndicatorScores('ipv4', others);
  const read = (): PanelState<readonly string[]> =>
    others.length > 0
      ? {
          is: 'data',
          data: others,
          count: others.length,
          ...(paging.total !== null && { total: paging.total - 1 }),
          isTotalAtLeast: paging.isTotalAtLeast ?? false,
        }
      : {
          is: 'empty',
          word: 'No other address',
          message: 'No other scanned address has it. Many were never scanned.',
        };
  return (
    <Panel
      title={title}
      answer={answer}
      read={read}
      skeleton={{ shape: 'rows', count: 3 }}
      footer={
        <Link to={href} className={linkClass}>
          Open in the scan explorer
        </Link>
      }
    >
      {(hosts) => (
        <>
          <p className="mb-1 truncate font-mono text-sm text-muted" title={mark}>
            {mark}
          </p>
          <ShortList label={title} items={hosts} shownAtMost={shownAtMost}>
            {(host) => (
              <span className="flex h-row items-center justify-between gap-3">
                <IndicatorLink kind="ipv4" value={host} />
                <LateScore seen={scores.get(host)} isAsked={isAsking && !scores.has(host)} />
              </span>
            )}
          </ShortList>
        </>
      )}
    </Panel>
  );
}

/** The addresses of scan records but one, each once, in their order. */
function otherHosts(rows: readonly { readonly ip: string }[], ip: string): readonly string[] {
  return [...new Set(rows.map((row) => row.ip))].filter((each) => each !== ip);
}
