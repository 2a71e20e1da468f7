/** The day of `zeekLogOf`, epoch seconds. */
export const zeekLogDay = Date.UTC(2026, 9, 20) / 1000;

/** A Zeek dns.log of A records, each with the time at which it was seen in epoch seconds. */
export function zeekLog(answers: readonly (readonly [seen: number, name: string, address: string])[]): string {
  const lines = answers.map(([seen, name, address]) => `${seen}\t${name}\tA\t${address}\t60`);
  return ['#path\tdns', '#fields\tts\tquery\tqtype_name\tanswers\tTTLs', ...lines].join('\n');
}

/** The same of that many hosts of `zone`.test, one a second. @param begin seconds of the day */
export function zeekLogOf(hosts: number, zone: string, begin = 0): string {
  return zeekLog(
    Array.from({ length: hosts }, (_, host) => [
      zeekLogDay + begin + host + 0.5,
      `h${host}.${zone}.test`,
      '198.51.100.7',
    ]),
  );
}
