/** The parts around the host in pasted text, shown alongside the recognised host. */
export interface StrippedParts {
  readonly scheme?: string;
  readonly user?: string;
  readonly port?: number;
  /** Path with query and fragment. */
  readonly path?: string;
}

interface HostAndParts {
  readonly host: string;
  readonly stripped: StrippedParts;
}

const NOTHING: StrippedParts = {};

const SCHEME = /^(?:([a-z][a-z0-9+.-]*):)?\/\//i;
const MAIL = /^mailto:/i;

function splitScheme(text: string): { scheme?: string; rest: string } {
  const match = SCHEME.exec(text) ?? MAIL.exec(text);
  if (!match) return { rest: text };
  const scheme = MAIL.test(text) ? 'mailto' : match[1]?.toLowerCase();
  return { ...(scheme === undefined ? {} : { scheme }), rest: text.slice(match[0].length) };
}

function splitPort(authority: string): { host: string; port?: number } {
  const literal = /^\[([^\]]*)\](?::(\d{1,5}))?$/.exec(authority);
  if (literal) return { host: literal[1] ?? '', ...(literal[2] ? { port: Number(literal[2]) } : {}) };
  // More than one colon is an IPv6 address or a fingerprint, whose last group is not a port.
  const match = /^([^:]+):(\d{1,5})$/.exec(authority);
  return match ? { host: match[1] ?? '', port: Number(match[2]) } : { host: authority };
}

/**
 * Takes a URL, a mail address or `host:port/path` apart without judging the host: the URL parser of the platform would refuse
 * exactly the hosts that want an explanation. Text without any of these parts comes back as the host.
 */
export function splitUrl(text: string): HostAndParts {
  if (!/[:/?#\\@[]/.test(text)) return { host: text, stripped: NOTHING };
  const { scheme, rest } = splitScheme(text);
  const end = rest.search(/[/?#\\]/);
  const authority = end < 0 ? rest : rest.slice(0, end);
  // Without a scheme a slash is a path only after something that can be a host: `ALPHA/BETA` may be an AS name.
  if (scheme === undefined && rest === text && end >= 0 && !/[.:\]]/.test(authority))
    return { host: text, stripped: NOTHING };
  const at = authority.lastIndexOf('@');
  const { host, port } = splitPort(authority.slice(at + 1));
  const path = end < 0 ? '' : rest.slice(end);
  return {
    host,
    stripped: {
      ...(scheme === undefined ? {} : { scheme }),
      ...(at > 0 ? { user: authority.slice(0, at) } : {}),
      ...(port === undefined ? {} : { port }),
      ...(path === '' || path === '/' ? {} : { path }),
    },
  };
}
