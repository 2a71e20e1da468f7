import { isNameServer, nameServer, type IndicatorKind } from '#model/indicator-kind.ts';
import { recognise } from '#model/indicator.ts';
import type { Interpretation } from '#model/interpretation.ts';

const shapes: readonly (readonly [pattern: RegExp, kinds: readonly IndicatorKind[]])[] = [
  [/^\/ip\/([^/]+)$/, ['ipv4', 'ipv6']],
  [/^\/domain\/([^/]+)$/, ['domain']],
  [/^\/asn\/([^/]+)$/, ['asn']],
  [/^\/subnet\/([^/]+\/\d+)$/, ['subnet']],
  [/^\/ns\/([^/]+)$/, ['name-server']],
];

/** The subject that a path of the dashboard is about, canonical; null for other views and for impossible subjects. */
export function subjectOfPath(pathname: string): Interpretation | null {
  for (const [pattern, kinds] of shapes) {
    const text = pattern.exec(pathname)?.[1];
    if (text !== undefined) return subjectOf(decode(text), kinds);
  }
  return null;
}

function subjectOf(text: string, kinds: readonly IndicatorKind[]): Interpretation | null {
  const { interpretations } = recognise(text);
  const found = interpretations.find(({ kind }) => kinds.includes(kind));
  if (found) return found;
  // any name may serve zones, though not every one is read so
  const name = kinds.some(isNameServer) ? interpretations.find(({ kind }) => kind === 'domain') : undefined;
  return name ? { ...name, ...nameServer(name.value) } : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
