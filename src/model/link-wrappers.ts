// Every part of a link has a largest length, so that a text of many beginnings of links is read in linear time.
const rest = String.raw`[^\s"'<>]{0,4000}`;
const target = String.raw`([^\s&"'<>]{1,4000})`;
const proofpoint = String.raw`https?://urldefense(?:\.proofpoint)?\.(?:com|us)`;

/** Links that mail gateways and search engines put around others, and how each writes the one inside. */
const WRAPPERS: readonly (readonly [form: RegExp, read: (target: string) => string])[] = [
  // Microsoft Safe Links, Proofpoint version 1, Barracuda, Symantec, Google: a parameter
  [
    new RegExp(
      String.raw`(?:https?://[\w.-]{1,100}\.safelinks\.protection\.outlook\.com/[^\s?]{0,200}|${proofpoint}/v1/url` +
        String.raw`|https?://linkprotect\.cudasvc\.com/url|https?://clicktime\.symantec\.com/[^\s?]{0,200}` +
        String.raw`|https?://www\.google\.com/url)\?(?:[^\s"'<>]{0,2000}?&(?:amp;)?)?(?:url|u|a|q)=${target}${rest}`,
      'gi',
    ),
    percentDecoded,
  ],
  // Proofpoint version 2 writes - for % and _ for /
  [
    new RegExp(String.raw`${proofpoint}/v2/url\?u=${target}${rest}`, 'gi'),
    (link) => percentDecoded(link.replaceAll('-', '%').replaceAll('_', '/')),
  ],
  [new RegExp(String.raw`${proofpoint}/v3/__([^\s"'<>]{1,4000}?)__;${rest}`, 'gi'), (link) => link],
  // Cisco: the end of the path
  [/https?:\/\/secure-web\.cisco\.com\/[^\s"'<>]{0,2000}?\/(https?%3A%2F%2F[^\s"'<>]{1,4000})/gi, percentDecoded],
];

const MAY_WRAP = /safelinks|urldefense|cudasvc|clicktime|google\.com\/url|secure-web\.cisco/i;

/** Puts what mail gateways and search engines have wrapped in place of their links: those say nothing about where a link leads. */
export function unwrapLinks(text: string): string {
  if (!MAY_WRAP.test(text)) return text;
  const plain = WRAPPERS.reduce((all, [form, read]) => all.replace(form, (_, link: string) => read(link)), text);
  // a gateway wraps the links of another one
  return plain === text ? text : unwrapLinks(plain);
}

/** The decoded text up to a space; the text as it is where it is not percent-encoded. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text).split(/\s/, 1)[0] ?? '';
  } catch {
    return text;
  }
}
