import { parseDomainName, type DomainName } from './domain-name.ts';
import { impossible, interpretation, understood, type Change, type Reading } from './interpretation.ts';

/** A pattern in RE2 syntax, told by its `^`: a `$` at the end may belong to a URL. Whether it is valid is the engine's to say: JavaScript's dialect is another one. */
export function readRegex(text: string): Reading | null {
  return text.length > 1 && text.startsWith('^') ? understood(interpretation('regex', text)) : null;
}

/** A name with `*` for any run of characters (E1: qname). */
export function readWildcard(text: string): Reading | null {
  if (!text.includes('*') || !/^[\w.*-]+$/.test(text)) return null;
  return understood(interpretation('wildcard', text.toLowerCase().replace(/\.+$/, '')));
}

const SERVER_LABEL = /^(?:p?d?ns|dns|nameserver|name-?server)[a-z]?-?\d*[a-z]?$/;

// Endings of files that reports and logs are full of and that are not top-level domains. Those that are both (zip, sh, py, pl,
// app, com) stay names.
const FILE_ENDINGS = new Set(
  (
    'apk asp aspx bak bat bin bmp cfg conf csv dat dll doc docm docx eml exe gif gz hta htm html ico img ini iso jar jpeg jpg js ' +
    'json jsp lnk log msi pcap pdf php png ppt pptx ps1 rar rtf svg swf sys tar tgz tmp txt vbs webp xls xlsm xlsx xml yaml yml'
  ).split(' '),
);

function nameReading({ ascii, unicode }: DomainName): Reading {
  const changes: Change[] =
    ascii === unicode ? [] : [{ kind: 'idn', detail: `internationalised name ${unicode} = ${ascii}` }];
  const domain = interpretation('domain', ascii, { display: unicode, changes });
  const labels = ascii.split('.');
  const looksLikeServer = SERVER_LABEL.test(labels[0] ?? '');
  const server = interpretation('name-server', ascii, {
    display: unicode,
    changes,
    ...(looksLikeServer ? { why: `${labels[0]} is a usual first label of name servers` } : {}),
  });
  if (labels.length > 2) return looksLikeServer ? understood(server, domain) : understood(domain, server);
  return looksLikeServer ? understood(domain, server) : understood(domain);
}

/** A domain or host name of at least two labels. Without a list of top-level domains (75 kB), their form has to do. */
export function readDomain(text: string): Reading | null {
  if (!/[^\s][.。][^\s]/.test(text) || /\s/.test(text)) return null;
  const result = parseDomainName(text);
  if (!result.ok) return impossible(`Reads like a domain, but ${result.problem}.`);
  const ending = result.name.ascii.slice(result.name.ascii.lastIndexOf('.') + 1);
  if (FILE_ENDINGS.has(ending)) return impossible(`Reads like a file name: .${ending} is not a top-level domain.`);
  if (/^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(ending)) return nameReading(result.name);
  return impossible(`Reads like a domain, but '${ending}' cannot be a top-level domain.`);
}

const MAX_AS_NAME_LENGTH = 100;

/** Any other short text with a letter or digit: part of the name of an autonomous system (F2). */
export function readAsName(text: string): Reading | null {
  const isName = text.length > 1 && text.length <= MAX_AS_NAME_LENGTH && /[\p{L}\p{N}]/u.test(text);
  return isName ? understood(interpretation('as-name', text.replace(/\s+/g, ' '))) : null;
}
