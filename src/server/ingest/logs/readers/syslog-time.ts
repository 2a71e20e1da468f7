import { SECONDS_PER_DAY } from '#model/dates.ts';
import type { AboutFile, DaySource } from '#server/ingest/logs/log-reader.ts';
import { monthNumber, readTime } from './values.ts';

/** When a line was logged, in epoch seconds, and where its day comes from if the line does not hold all of it. */
export interface LoggedTime {
  readonly time: number;
  readonly dayFrom?: DaySource;
}

export const noYear = 'the time has no year, and the last day of the log was not given';

const iso = /^(?:<\d{1,3}>)?(?:1 )?(\d{4}-\d\d-\d\dT\S{8,25})(?:\s|$)/;
// `Jan 20 06:02:53`, and with its year `Sat Jan 20 06:02:53 2024` (OpenWrt)
const monthAndDay =
  /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} )?([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d:\d\d:\d\d)(?: (\d{4}))?(?:\s|$)/;

/**
 * Reads the time at the beginning of lines of syslog. A time without a zone is read as UTC. Without a year, it is the last one in which the
 * time is not after the given day, or not after the push. Many lines share a second, which is parsed once.
 * @returns of each line 'no year' when nothing says the year, undefined when no time can be read
 */
export function syslogTimes({ day, pushed }: AboutFile): (line: string) => LoggedTime | 'no year' | undefined {
  const [end, dayFrom] = day === undefined ? [pushed, 'push' as const] : [day, 'given' as const];
  let known: { readonly text: string; readonly time: LoggedTime | 'no year' | undefined } | undefined;

  return (line) => {
    const match = monthAndDay.exec(line);
    if (match) {
      const [text, month, date, clock, year] = match;
      if (known?.text !== text) known = { text, time: timeOf(year, month, date, clock) };
      return known.time;
    }
    const [, full] = iso.exec(line) ?? [];
    const time = full === undefined ? undefined : readTime(full);
    return time === undefined ? undefined : { time };
  };

  function timeOf(
    year: string | undefined,
    ...parts: readonly (string | undefined)[]
  ): LoggedTime | 'no year' | undefined {
    if (year !== undefined) {
      const time = dateTime(Number(year), ...parts);
      return time === undefined ? undefined : { time };
    }
    if (end === undefined) return 'no year';
    const last = new Date(end * 1000).getUTCFullYear();
    const same = dateTime(last, ...parts);
    // a log that ends in January may begin in December
    const time = same !== undefined && same < end + SECONDS_PER_DAY ? same : dateTime(last - 1, ...parts);
    return time === undefined ? undefined : { time, dayFrom };
  }
}

/** Epoch seconds. @param monthName 'Jan' */
export function dateTime(year: number, monthName = '', day = '', clock = ''): number | undefined {
  const month = String(monthNumber(monthName)).padStart(2, '0');
  return readTime(`${year}-${month}-${day.padStart(2, '0')}T${clock}Z`);
}
