import type { LogEntry, LogReader } from '#server/ingest/logs/log-reader.ts';
import { reasons, rejected, skipped } from '#server/ingest/logs/skip-rules.ts';
import { evidenceReasons, headersOf, isProxyRequest, statusOf, withoutPort } from './server-evidence.ts';
import { type ZeekRow, zeekReader, zeekTime } from './zeek-log.ts';

// http.log of Zeek (docs.zeek.org, base/protocols/http). By default it has the status and the content type;
// policy/protocols/http/header-names.zeek adds the names of the headers and, if configured, their values.

const columns = [
  ...['ts', 'id.resp_h', 'host', 'method', 'uri', 'status_code', 'status_msg', 'resp_mime_types'],
  ...['server_header_names', 'server_header_values'],
] as const;

export const readZeekHttp: LogReader = zeekReader({
  format: 'zeek-http',
  title: 'Zeek http.log (TSV or JSON)',
  path: 'http',
  columns,
  // sip.log has a status as well
  isTable: (has) => has('ts') && has('id.resp_h') && has('status_code') && (has('host') || has('resp_mime_types')),
  isEvent: (event) => 'ts' in event && 'trans_depth' in event && ('tags' in event || 'host' in event),
  open: () => readExchange,
});

function readExchange(row: ZeekRow<(typeof columns)[number]>): readonly LogEntry[] {
  const status = statusOf(row.value('status_code'));
  if (status === '') return skipped(evidenceReasons.noResponse);
  if (isProxyRequest(row.text('method'), row.text('uri'))) return skipped(evidenceReasons.proxy);
  const time = zeekTime(row.value('ts'));
  if (time === undefined) return rejected(reasons.noTime);
  const ip = row.text('id.resp_h');
  if (ip === '') return rejected(evidenceReasons.noServer);
  const message = row.text('status_msg');
  return [
    {
      what: 'headers',
      ...{ ip, hostname: withoutPort(row.text('host')), time },
      response: message === '' ? status : `${status} ${message}`,
      headers: responseHeaders(row),
    },
  ];
}

function responseHeaders(row: ZeekRow<(typeof columns)[number]>): Record<string, string> {
  const names = row.list('server_header_names');
  const values = row.list('server_header_values');
  // lists of unequal length cannot be paired
  const headers = names.length === values.length ? headersOf(names.map((name, index) => [name, values[index]])) : {};
  const type = row.first('resp_mime_types');
  return type === '' || 'content-type' in headers ? headers : { ...headers, 'content-type': type };
}
