import { formatBytes } from '#model/format.ts';

/** Progress in bytes: '12.4 of 96.0 MB'. Both in the unit of the total, so that the text keeps its width. */
export function amountWords(done: number, total: number): string {
  const [size, unit] = total >= 1e9 ? [1e9, 'GB'] : total >= 1e6 ? [1e6, 'MB'] : [1e3, 'kB'];
  const shown = (bytes: number) => (bytes / size).toFixed(total / size >= 100 ? 0 : 1);
  return `${shown(Math.min(done, total))} of ${shown(total)} ${unit}`;
}

/** '13 %'; the last percent is reached only with the last byte. */
export function percentWords(done: number, total: number): string {
  return `${total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0} %`;
}

interface Run {
  /** Bytes since the run began, and those that are left. */
  readonly done: number;
  readonly left: number;
  readonly seconds: number;
}

/** Speed and time left, by the average of the whole run, which does not jump; '' until it can be estimated. */
export function paceWords({ done, left, seconds }: Run): string {
  if (done <= 0 || seconds < 2) return '';
  const speed = done / seconds;
  const remaining = left > 0 ? `, ${leftWords(left / speed)} left` : '';
  return `${formatBytes(speed)}/s${remaining}`;
}

/** Coarser the longer it takes: 'a few seconds', '40 s', '12 min', '3 h 20 min'. */
function leftWords(seconds: number): string {
  if (seconds < 8) return 'a few seconds';
  if (seconds <= 50) return `${Math.ceil(seconds / 10) * 10} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const tens = Math.round(minutes / 10) * 10;
  return `${Math.floor(tens / 60)} h${tens % 60 > 0 ? ` ${tens % 60} min` : ''}`;
}
