import { parseIpv6 } from './ip-address.ts';
import { DEFANG_FORMS, DEFANGED } from './text-rules.ts';

/** Undoes the ways in which reports make indicators harmless ({@link DEFANG_FORMS}). Text without them comes back as it is. */
export function refang(text: string): string {
  if (!DEFANGED.test(text)) return text;
  return DEFANG_FORMS.reduce((plain, [form, replacement]) => plain.replace(form, replacement), text);
}

function isIpv6(text: string): boolean {
  return parseIpv6(text.split('/', 1)[0] ?? '') !== null;
}

function defangColons(text: string): string {
  return text.replaceAll(':', '[:]');
}

/**
 * An address, subnet, name, mail address or URL in the form that no mail client turns into a link: every `.` as `[.]`,
 * `http` as `hxxp`, `://` as `[://]`, the colons of IPv6 as `[:]`. refang() of the result is the value again.
 */
export function defang(value: string): string {
  if (isIpv6(value)) return defangColons(value).replaceAll('.', '[.]');
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(value) ?? [undefined, undefined, value];
  // A literal in brackets keeps them and its port: http://[2001:db8::1]:80/ -> hxxp[://][2001[:]db8[:][:]1]:80/
  const body = (rest ?? '').replace(/\[([0-9a-f:.]+)\]/gi, (literal, inner: string) =>
    isIpv6(inner) ? `[${defangColons(inner)}]` : literal,
  );
  const head = scheme === undefined ? '' : `${scheme.replace(/^http/i, 'hxxp')}[://]`;
  return head + body.replaceAll('.', '[.]');
}
