/**
 * C10: `address` is a text that holds a list, as JSON or as a Python literal, depending on the deployment. Anything else is
 * one line of its own: the text is foreign, and nothing of it may get lost.
 */
export function whoisList(text: string): readonly string[] {
  if (text.trim() === '') return [];
  return jsonList(text) ?? pythonList(text) ?? [text];
}

function jsonList(text: string): readonly string[] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && parsed.every((line) => typeof line === 'string') ? parsed : null;
  } catch {
    return null;
  }
}

const quoted = /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*(,|$)/sy;

function pythonList(text: string): readonly string[] | null {
  const inside = /^\s*\[(.*)\]\s*$/s.exec(text)?.[1];
  if (inside === undefined) return null;
  if (inside.trim() === '') return [];
  const lines: string[] = [];
  quoted.lastIndex = 0;
  while (quoted.lastIndex < inside.length) {
    const match = quoted.exec(inside);
    if (!match) return null;
    lines.push((match[1] ?? match[2] ?? '').replace(/\\(['"\\])/g, '$1'));
  }
  return lines;
}
