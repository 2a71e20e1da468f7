import { decodedHead } from '#server/ingest/feeds/read/open-document.ts';

/** Whether a file that begins with these bytes is a JSON list of events. */
export function isJsonList(head: Buffer): boolean {
  return /^\s*\[\s*[{\]]/.test(decodedHead(head));
}

/** Makes a line of each event of JSON lists, however they are laid out. @returns takes the parts of a text in turn */
export function listToLines(): (text: string) => string {
  let [depth, isQuoted, rest] = [0, false, ''];
  const line = (mark: string): string => {
    // what a backslash escapes may be in the next part
    if (mark === '\\') rest = mark;
    if (mark.startsWith('\\')) return rest === '' ? mark : '';
    if (mark === '"') isQuoted = !isQuoted;
    if (mark === '"' || isQuoted) return mark;
    if (mark === ',') return depth === 1 ? '\n' : mark;
    if (mark === '{') depth += 1;
    else if (mark === '}') depth -= 1;
    else if (mark === '[') return (depth += 1) === 1 ? '' : mark;
    else if (mark === ']') return (depth -= 1) === 0 ? '\n' : mark;
    else return '';
    return mark;
  };
  return (text) => {
    const whole = rest + text;
    rest = '';
    return whole.replaceAll(/\\[^]?|["[\]{},\r\n]/g, line);
  };
}
