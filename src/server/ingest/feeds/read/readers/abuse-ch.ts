import type { FeedDocument, FeedEntry, FeedReader, FeedSubject } from '#server/ingest/feeds/read/entry.ts';
import {
  confidenceOf,
  dayOf,
  entryOf,
  optional,
  referenceOf,
  tagsOf,
  type ListingDetails,
} from '#server/ingest/feeds/read/entry-fields.ts';
import { addressSubject, printSubject, subjectOf, urlSubject } from '#server/ingest/feeds/read/subject.ts';
import { csvRows, type CsvRow } from './csv.ts';
import type { ListingCategory } from '#server/ingest/feeds/catalogue/feed.ts';

type Value = (column: string) => string;

/** A reader of one of abuse.ch's CSV exports: quoted fields, comments, the header as a record or a comment. */
function exportReader(
  wanted: string,
  read: (value: Value) => { readonly subject: FeedSubject | string; readonly details: ListingDetails },
): FeedReader {
  return async function* (document: FeedDocument): AsyncGenerator<FeedEntry> {
    let value: ((row: CsvRow) => Value) | undefined;
    for await (const row of csvRows(document, ',', wanted)) {
      if ('what' in row) {
        yield row;
        continue;
      }
      value ??= valueReader(row);
      const { subject, details } = read(value(row));
      yield entryOf(row.fields.join(','), subject, {}, details);
    }
  };
}

function valueReader({ columns }: CsvRow): (row: CsvRow) => Value {
  const indexes = new Map(columns.names.map((name) => [name.toLowerCase(), columns.indexOf(name)]));
  return ({ fields }) =>
    (column) =>
      fields[indexes.get(column) ?? -1] ?? '';
}

/** `id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter` */
export const readUrlhaus = exportReader('url', (value) => ({
  subject: urlSubject(value('url')),
  details: {
    category: 'malware',
    tags: tagsOf(value('tags')),
    reference: referenceOf(value('urlhaus_link')),
    ...optional('first', dayOf(value('dateadded'))),
    ...optional('last', dayOf(value('last_online'))),
  },
}));

const threatCategories: Readonly<Record<string, ListingCategory>> = {
  botnet_cc: 'c2',
  cc_skimming: 'c2',
  payload: 'malware',
  payload_delivery: 'malware',
};

/** `first_seen_utc,ioc_id,ioc_value,ioc_type,threat_type,fk_malware,malware_alias,malware_printable,last_seen_utc,...` */
export const readThreatfox = exportReader('ioc_value', (value) => {
  const family = value('malware_printable');
  const port = value('ioc_type') === 'ip:port' ? /:(\d{1,5})$/.exec(value('ioc_value'))?.[1] : undefined;
  const compromised = /^true$/i.test(value('is_compromised')) ? ['compromised'] : [];
  return {
    subject: threatfoxSubject(value),
    details: {
      ...optional('category', threatCategories[value('threat_type')]),
      tags: tagsOf([family, ...(port === undefined ? [] : [`port ${port}`]), ...compromised, value('tags')]),
      reference: value('ioc_id') === '' ? referenceOf(value('reference')) : threatfoxPage(value('ioc_id')),
      ...optional('confidence', confidenceOf(value('confidence_level'))),
      ...optional('first', dayOf(value('first_seen_utc'))),
      ...optional('last', dayOf(value('last_seen_utc'))),
    },
  };
});

function threatfoxPage(id: string): string {
  return /^\d+$/.test(id) ? `https://threatfox.abuse.ch/ioc/${id}/` : '';
}

function threatfoxSubject(value: Value): FeedSubject | string {
  const text = value('ioc_value');
  if (value('ioc_type').endsWith('_hash')) return printSubject('hash', text);
  return value('ioc_type') === 'url' ? urlSubject(text) : subjectOf(text);
}

/** `Listingdate,SHA1,Listingreason`: the reason is `Family C&C` */
export const readSslbl = exportReader('SHA1', (value) => ({
  subject: printSubject('certificate', value('sha1')),
  details: {
    category: /malware|distribution/i.test(value('listingreason')) ? 'malware' : 'c2',
    tags: tagsOf(value('listingreason')),
    reference: /^[0-9a-f]{40}$/i.test(value('sha1'))
      ? `https://sslbl.abuse.ch/ssl-certificates/sha1/${value('sha1').toLowerCase()}/`
      : '',
    ...optional('first', dayOf(value('listingdate'))),
  },
}));

/** `first_seen_utc,dst_ip,dst_port,c2_status,last_online,malware` */
export const readFeodo = exportReader('dst_ip', (value) => {
  const subject = addressSubject(value('dst_ip'));
  // other text may contain characters that cannot be encoded in a URL
  const address = typeof subject !== 'string' && subject.type === 'ip' ? subject.address : '';
  return {
    subject,
    details: {
      category: 'c2',
      tags: tagsOf([value('malware'), value('dst_port') === '' ? '' : `port ${value('dst_port')}`, value('c2_status')]),
      reference: address === '' ? '' : `https://feodotracker.abuse.ch/browse/host/${encodeURIComponent(address)}/`,
      ...optional('first', dayOf(value('first_seen_utc'))),
      ...optional('last', dayOf(value('last_online'))),
    },
  };
});
