import { plusDays } from './dates.ts';

/** Hours of each day in which nothing is sent, in a time zone. */
export interface QuietHours {
  /** 'hh:mm', included. */
  readonly from: string;
  /** 'hh:mm', not included; earlier than `from` when midnight is between them. */
  readonly to: string;
  /** Name of the time zone: 'Europe/Berlin'. */
  readonly zone: string;
}

/** Reads '22:00-06:00 Europe/Berlin', or hours in UTC without a zone. @returns undefined for anything else */
export function readQuietHours(text: string): QuietHours | undefined {
  const time = '((?:[01]\\d|2[0-3]):[0-5]\\d)';
  const [, from = '', to = '', zone = 'UTC'] =
    new RegExp(`^${time}\\s*-\\s*${time}(?:\\s+(\\S+))?$`).exec(text.trim()) ?? [];
  return from !== to && isZone(zone) ? { from, to, zone } : undefined;
}

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('sv', { timeZone: zone }));
  } catch {
    return false;
  }
}

export function quietHoursText({ from, to, zone }: QuietHours): string {
  return `${from} to ${to} ${zone}`;
}

/** The local day on which the quiet hours began that hold at a time, 'yyyy-mm-dd'; undefined outside of them. */
export function quietSince({ from, to, zone }: QuietHours, at: Date): string | undefined {
  // Swedish writes a time as ISO 8601 does
  const local = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  const [day = '', time = ''] = local.split(' ');
  if (from < to) return time >= from && time < to ? day : undefined;
  if (time >= from) return day;
  return time < to ? plusDays(day, -1) : undefined;
}
