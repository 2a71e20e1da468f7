import type { WhoisLive } from '#contract/generated/types.gen.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { pressed } from '#web/kit/panel/panel-source.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { changedLabels } from './whois-diff.ts';
import { liveAsStored, rawLines, whoisQuestion, whoisRecords } from './whois-record.ts';
import { WhoisComparison } from './WhoisComparison.tsx';

/** C11: a live whois query, on a press, beside the newest stored record. */
export const WhoisNow = defineCard(
  pressed(({ value }: Entity) => ({ operationId: 'domainWhoisLive', path: { domain: value } }), {
    about: ({ value }) => value,
    label: 'Query registry now',
    needs: 'collect',
    words:
      'Queries the registry of the domain and its registrar over RDAP or whois. They may notice, and some registrars notify the owner. The answer is added to the stored records.',
  }),
  {
    title: 'Whois now',
    caption: ({ value }) => `Live whois of ${value}`,
    read: ({ whois_live: live }) => {
      if (!live) return { is: 'unknown', message: 'The answer holds no record.' };
      if (live.error === undefined) return { is: 'data', data: live };
      return {
        is: 'empty',
        word: live.error,
        message: 'The registry has no such domain. It may have been deleted, or never registered.',
      };
    },
    show: (live, { value }) => <LiveRecord domain={value} live={live} />,
    expectedRows: 14,
  },
);

function LiveRecord({ domain, live }: { domain: string; live: WhoisLive }) {
  const answer = useAnswer(whoisQuestion(domain), { title: `Whois of ${domain}` });
  const record = liveAsStored(live);
  const [stored] = (answer.response && whoisRecords(answer.response)) ?? [];
  const changed = stored && changedLabels(record, stored);
  return (
    <>
      <p className="mb-2 text-muted">
        Seen <TimeText value={live.date_seen ?? ''} />
        {' · '}
        {changed === undefined && 'no stored record to compare it with'}
        {changed?.length === 0 && 'nothing differs from the newest stored record'}
        {changed && changed.length > 0 && `differs from the newest stored record: ${changed.join(', ').toLowerCase()}`}
      </p>
      <WhoisComparison record={record} earlier={stored} recordTitle="Now" />
      <details className="mt-2">
        <summary className="w-fit cursor-pointer rounded-sm text-muted hover:text-text">
          Raw answer of the registry
        </summary>
        <KeyValueList
          className="mt-1"
          items={rawLines(live.raw).map(([member, lines]) => ({
            key: member,
            label: <VisibleText text={member} />,
            value: <VisibleText text={lines.join('\n')} keepsLines foldAt={2000} className="font-mono text-sm" />,
          }))}
        />
      </details>
    </>
  );
}
