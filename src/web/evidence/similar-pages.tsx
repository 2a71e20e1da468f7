import type { SimilarPage } from '#contract/generated/types.gen.ts';
import { fewOthers } from '#model/connection-strength.ts';
import { formatNumber } from '#model/format.ts';
import { indicatorOf } from '#model/indicator-of.ts';
import { seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import {
  countColumn,
  indicatorColumn,
  tagColumn,
  textColumn,
  timeColumn,
  verdictColumns,
} from '#web/kit/records/record-columns.tsx';
import { type Tagged, useTaggedRows } from '#web/kit/records/use-tagged-rows.ts';
import type { Entity } from '#web/kit/subject/entity.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

interface SimilarPagesProps extends Pick<Entity, 'value'> {
  readonly kind: Entity['kind'];
}

type Row = Tagged<SimilarPage>;

const subjectOf = ({ subject = '' }: SimilarPage) => indicatorOf(subject);

/** Pages elsewhere that are like those that scans saw here, the most alike first. */
export const SimilarPages = defineEvidence(
  asked(({ kind, value }: SimilarPagesProps) => ({
    operationId: 'similarPages',
    path: { type: kind === 'domain' ? 'domain' : 'ip', subject: value },
  })),
  {
    title: 'Similar pages',
    caption: ({ value }) => `Pages like those of ${value}`,
    // without a page of its own there is nothing to compare: unknown, not none
    rows: ({ pages = [], records }) => (pages.length === 0 ? null : records),
    useRows: (rows): readonly Row[] => useTaggedRows(rows, subjectOf),
    total: ({ total }) => total,
    isTotalAtLeast: ({ more }) => more === true,
    empty: 'No other scanned page has a similar body or the same title.',
    unknown: 'No scan of a page in the collection, so there is nothing to compare.',
    footer: (_props, _setting, { pages = [] }) => {
      const common = new Map(pages.map(({ title = '', title_shared_by: count = 0 }) => [title, count]));
      const left = [...common].filter(([, count]) => count > fewOthers);
      if (left.length === 0) return null;
      return left.map(([title, count]) => (
        <p key={title}>
          <VisibleText text={title} /> is the title at {formatNumber(count)} addresses: pages with nothing else in
          common are left out.
        </p>
      ));
    },
    columns: [
      indicatorColumn<Row>('subject', 'Host', { size: 230, meta: { indicatorOf } }),
      ...verdictColumns<Row>(130),
      tagColumn<Row>(160),
      countColumn<Row>('similarity', 'Similarity', {
        size: 104,
        meta: { description: 'Of the page bodies by their ssdeep hashes, 0 to 100; empty where a scan has no hash' },
      }),
      textColumn<Row>('same_title', 'Same title', {
        size: 104,
        accessorFn: ({ same_title: isSame }) => (isSame ? 'yes' : 'no'),
      }),
      textColumn<Row>('title', 'Title', { size: 230 }),
      indicatorColumn<Row>('ip', 'Scanned address', { size: 142 }),
      timeColumn<Row>('last_seen', 'Scanned', { size: 168 }),
    ],
    rowKey: ({ subject = '' }) => subject,
    expectedRows: 4,
    urlPrefix: 'sim.',
    exports: {
      view: 'similar-pages',
      subject: ({ value }) => value,
      facts: ({ subject, risk_score: score, decider: reason }) => seenFacts(subject, { score, reason }),
    },
  },
);
