import { entryOf, reject, updateDay } from '#server/collect/feeds/entry-fields.ts';
import { spanSubject } from '#server/collect/feeds/subject.ts';
import { lineReader } from './lines.ts';

/** DShield's block.txt: `first<TAB>last<TAB>length<TAB>attacks<TAB>name<TAB>country<TAB>contact` below comments and a header. */
export const readDshield = lineReader((document) => (line) => {
  if (line.startsWith('#')) {
    const day = updateDay(line);
    if (day !== undefined) document.asOf(day);
    return null;
  }
  if (line.startsWith('Start\t')) return null;
  const [first = '', last = '', , attacks = ''] = line.split('\t');
  if (last === '') return reject(line, 'The first two fields are not the ends of a range.');
  const tags = /^\d+$/.test(attacks) ? [`${attacks} targets scanned`] : [];
  return entryOf(line, spanSubject(first.trim(), last.trim()), {}, { tags });
});
