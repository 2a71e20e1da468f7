import { isIP } from 'node:net';

const host = /^(?=.{4,253}\.?$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})\.?$/i;
/** Notes beside a name server, and the words before its addresses. */
const notes = /\((?![^)]*\.[a-z])[^)]*\)|\[[^\]]*\]|<[^>]*>|\bipv[46](?: address)?:?/gi;
const fillers = new Set(['-', 'and', 'ns', 'in', 'ok', 'not.defined.']);

/**
 * The name servers of a line, without their addresses: 'ns1.acme.test 192.0.2.1', 'ns1.acme.test (2001:db8::1)',
 * 'ns1.acme.test. [192.0.2.1][2001:db8::1]', 'acme.test NS ns1.acme.test.'. None when the line holds anything else.
 */
export function hostsIn(text: string): string[] {
  const record = /^\S+\s+(?:in\s+)?ns\s+(\S+)$/i.exec(text);
  const tokens = (record?.[1] ?? text.replace(notes, ' ')).split(/[\s,;|]+/).filter(Boolean);
  const names = tokens.filter((token) => !isIP(token.replace(/\/\d+$/, '')) && !fillers.has(token.toLowerCase()));
  return names.every((name) => host.test(name)) ? names.map((name) => name.replace(/\.$/, '')) : [];
}
