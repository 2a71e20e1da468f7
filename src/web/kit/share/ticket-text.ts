import { defang } from '#model/refang.ts';
import { visibleSegments } from '#model/visible-text.ts';

const longestCell = 80;

/** Every word of a sentence that could become a link, defanged; its punctuation stays. */
export function defangText(text: string): string {
  return text.replace(/[^\s()]*[^\s().,;:!?]/g, (word) =>
    /[.:]/.test(word) && !/^[\d.,]+%?$|^[\d:-]+$/.test(word) ? defang(word) : defangIfAddress(word),
  );
}

/** A word of digits and dots is a number with a decimal point, unless it has the three dots of an address. */
function defangIfAddress(word: string): string {
  return word.split('.').length === 4 ? defang(word) : word;
}

/** Text that came from an answer, in a code span, where neither Markdown nor HTML in it is anything but text. */
export function codeCell(text: string): string {
  if (text === '') return '';
  const characters = [...visible(text)];
  const cut = characters.length > longestCell ? `${characters.slice(0, longestCell).join('')}…` : characters.join('');
  return `\`${cut.replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}

/** Text outside of code spans: without what Markdown or HTML would act upon. The brackets of defanging stay readable. */
export function codeSafe(text: string): string {
  return visible(text)
    .replace(/[\\`*_<>#|~]/g, '\\$&')
    .replaceAll('](', ']\\(');
}

function visible(text: string): string {
  return visibleSegments(text)
    .map(({ kind, text: part, label }) => (kind === 'plain' ? part : `<${label}>`))
    .join('');
}
