import { reject } from '#server/collect/feeds/entry-fields.ts';
import { nameSubject } from '#server/collect/feeds/subject.ts';
import { lineReader } from './lines.ts';

/** `rank,domain`, the most popular first. */
export const readTranco = lineReader(() => (line) => {
  const comma = line.indexOf(',');
  const rank = line.slice(0, Math.max(comma, 0));
  if (!/^[1-9]\d{0,8}$/.test(rank)) return reject(line, 'The first field is not a rank.');
  const subject = nameSubject(line.slice(comma + 1));
  if (typeof subject === 'string') return reject(line, subject);
  return { what: 'fact', kind: 'toplist', subject, value: rank, tags: [] };
});
