import type { WhoisRecord } from '#contract/generated/types.gen.ts';
import type { ConnectionAttribute } from '#model/connection.ts';
import { nameServerOf } from '#model/indicator-of.ts';
import { ConnectionLink } from '#web/kit/indicator/ConnectionLink.tsx';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { indicatorColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import type { CellContext } from '#web/table/column-def.ts';
import { whoisQuestion, whoisRecords, whoisUnknown, whoisValues } from './whois-record.ts';

/** C10: the stored records as rows, to filter, pivot and export. */
export const WhoisRecords = defineEvidence(
  asked(({ value }: Entity) => whoisQuestion(value)),
  {
    title: 'Stored whois records',
    caption: ({ value }) => `Whois records of ${value}`,
    rows: whoisRecords,
    empty: whoisUnknown,
    unknown: whoisUnknown,
    columns: [
      timeColumn<WhoisRecord>('date', 'Recorded', { size: 112 }),
      textColumn<WhoisRecord>('registrar', 'Registrar', { size: 180, cell: linked('registrar') }),
      textColumn<WhoisRecord>('name', 'Name', { size: 140, cell: linked('registrant-name') }),
      textColumn<WhoisRecord>('org', 'Organization', { size: 160, cell: linked('registrant-org') }),
      textColumn<WhoisRecord>('emails', 'Emails', { size: 190, cell: linked('registrant-email') }),
      indicatorColumn<WhoisRecord>('nameservers', 'Name servers', { size: 220, meta: { indicatorOf: nameServerOf } }),
      timeColumn<WhoisRecord>('created', 'Created'),
      timeColumn<WhoisRecord>('updated', 'Updated', { meta: { isHidden: true } }),
      timeColumn<WhoisRecord>('expires', 'Expires'),
      textColumn<WhoisRecord>('address', 'Address', {
        accessorFn: (record) => whoisValues(record, 'address'),
        meta: { isHidden: true },
      }),
      textColumn<WhoisRecord>('city', 'City', { size: 120, meta: { isHidden: true } }),
      textColumn<WhoisRecord>('country', 'Country', { size: 88, meta: { isHidden: true } }),
      textColumn<WhoisRecord>('zipcode', 'Postal code', { meta: { isHidden: true } }),
      textColumn<WhoisRecord>('state', 'State', { meta: { isHidden: true } }),
      textColumn<WhoisRecord>('whois_server', 'Whois server', { meta: { isHidden: true } }),
      textColumn<WhoisRecord>('sources', 'Source', {
        size: 110,
        meta: { isHidden: true, description: 'Where the record comes from: live look-ups, the sample collection' },
      }),
    ],
    rowKey: ({ date }, index) => `${date} ${index}`,
    expectedRows: 6,
    urlPrefix: 'w.',
    exports: { view: 'whois', subject: ({ value }) => value },
  },
);

/** Links each value of a cell to the domains that have it. */
function linked(attribute: ConnectionAttribute) {
  return ({ getValue }: CellContext<WhoisRecord>) =>
    [getValue() ?? []]
      .flat()
      .filter((each) => each !== '')
      .map((each, index) => (
        <span key={index}>
          {index > 0 && ', '}
          <ConnectionLink attribute={attribute} value={String(each)} />
        </span>
      ));
}
