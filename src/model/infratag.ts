/** The parts of the tag of a domain. Names in A-labels; order and repetition do not matter. */
export interface Infrastructure {
  /** The registrable domain that the tag is about. */
  readonly domain: string;
  /** Registrable domains of its mail exchangers. */
  readonly mailDomains: readonly string[];
  /** Registrable domains of its name servers. */
  readonly nameServerDomains: readonly string[];
  /** Who announces its IPv4 addresses; the name is empty when it is not known. */
  readonly origins: readonly { readonly asn: number; readonly asname: string }[];
  readonly registrar: string;
}

/** How a server of the domain itself is written: as 'self', or by the domain's name. */
export type SelfMatch = 'self' | 'full';

/** Placeholder for an empty element; never a label. */
export const emptyElement = '_';

/**
 * C5: mail, name server, hosting and registrar, in this order. An element with several labels has them once each, in
 * the order of their characters, joined with `+`. The interface leaves elements and labels open; this is our decision.
 */
export function infratag(infrastructure: Infrastructure, match: SelfMatch): string {
  const { domain, mailDomains, nameServerDomains, origins, registrar } = infrastructure;
  const serverLabel = (server: string) => (server === domain && match === 'self' ? 'self' : nameLabel(server));
  return [
    element(mailDomains.map(serverLabel)),
    element(nameServerDomains.map(serverLabel)),
    element(origins.filter(({ asn }) => asn !== 0).map(({ asn, asname }) => textLabel(asname) || `as${asn}`)),
    element([textLabel(registrar)]),
  ].join(':');
}

function element(labels: readonly string[]): string {
  const distinct = [...new Set(labels)].filter((label) => label !== '').sort();
  return distinct.join('+') || emptyElement;
}

/** Names seen in the DNS hold any character; those with a meaning in a tag are written as in a URL. */
function nameLabel(name: string): string {
  if (name === emptyElement) return '%5F';
  return name.replace(
    /[:+*%\s]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** Words for the legal form of a company, which sources write inconsistently. */
const companyForms = new Set(
  'ab ag as asa bv co company corp corporation gmbh inc incorporated kg kk limited llc lp ltd nv oy plc pte pty sa sarl sas sl srl'.split(
    ' ',
  ),
);

/** 'NameCheap, Inc.' -> 'namecheap': words in lower case joined with `-`, without the forms of company at the end. */
function textLabel(text: string): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}.]+/u)
    .map((word) => word.replace(/^\.+|\.+$/g, ''))
    .filter((word) => word !== '');
  while (words.length > 1 && companyForms.has(words.at(-1)?.replaceAll('.', '') ?? '')) words.pop();
  return words.join('-');
}
