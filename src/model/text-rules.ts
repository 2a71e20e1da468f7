/*
 * How indicators appear in text, as tables: what separates them, what wraps them, how they are defanged, and what a number
 * means behind a word. The functions that apply the tables are in tokenizer.ts.
 */

/** Invisible characters that come with text copied from mails and chats, or that are inserted to defeat a look-up. */
export const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Punctuation, symbols, spaces and raised or circled numbers outside ASCII. IDNA 2008 allows none of them in a name, so they
 * separate. U+02BC is a letter that is typed as an apostrophe.
 */
export const SIGN = /(?![\0-\x7f])[\p{P}\p{S}\p{Z}\p{No}\u02bc]/gu;

/** Signs that are typed for a character of ASCII that their compatibility form does not name: hyphens and the minus sign. */
export const ASCII_OF_SIGN: Readonly<Record<string, string>> = { '‐': '-', '‑': '-', '−': '-' };

/** Signs that IDNA 2008 (RFC 5892, appendix A) allows between certain letters. */
export const SIGNS_IN_NAMES: Readonly<Record<string, RegExp>> = {
  '·': /^ll$/i,
  '・': /^[\p{scx=Hira}\p{scx=Kana}\p{scx=Han}]{2}$/u,
  '׳': /^\p{scx=Hebr}{2}$/u,
  '״': /^\p{scx=Hebr}{2}$/u,
};

/** Separators of more than one character: Markdown emphasis, arrows, HTML entities. */
export const SEPARATOR_RUNS =
  /\*{2,}|(?<![\p{L}\p{N}_])__(?=[\p{L}\p{N}])|~{2,}|[-=]{1,2}>|<[-=]{1,2}|&(?:lt|gt|quot|apos|nbsp|#\d{1,5});/gu;

/** `*value*` and `_value_`, also around several words. An asterisk or underscore at one end alone belongs to a pattern or a name. */
export const EMPHASIS =
  /(?<![\p{L}\p{N}_*])\*(?=[\p{L}\p{N}])([^*]{1,200})\*(?![\p{L}\p{N}_.])|(?<![\p{L}\p{N}_])_(?=[\p{L}\p{N}])([^_]{1,200})_(?![\p{L}\p{N}_])/gu;

/** What emphasis and arrows leave at the end of a run; no name or address ends in it. */
export const TRAILING = '*_=-~';

const IPV4 = String.raw`\d{1,3}(?:\.\d{1,3}){3}`;
const ADDRESS = String.raw`(?:${IPV4}|(?=[\da-f]*:)[\da-f:]{2,39})`;

/** How programs glue a host to its port, its peer or a word, in the order in which they are separated. */
export const GLUED_FORMS: readonly (readonly [form: RegExp, apart: string])[] = [
  // tcpdump: 192.0.2.1.51234 > 198.51.100.1.domain:
  [new RegExp(String.raw`(?<![\w.:])(${ADDRESS})\.[\w-]{1,20} > (${ADDRESS})\.[\w-]{1,20}:`, 'gi'), '$1 > $2 '],
  // Juniper: 192.0.2.1/51234->198.51.100.1/443
  [new RegExp(String.raw`(?<![\w.])(${IPV4})/\d{1,5}->(${IPV4})/\d{1,5}(?![\w.])`, 'g'), '$1 $2'],
  // a range, the ends of a flow, two addresses; not a netmask: 192.0.2.1-192.0.2.9, 192.0.2.1:51234-198.51.100.1:443
  [
    new RegExp(
      String.raw`(?<![\w.-])(${IPV4}(?::\d{1,5})?)(?:-|/(?!(?:255|0)\.|\d+\.0\.0\.0))(?=${IPV4}(?![\w.-]))`,
      'g',
    ),
    '$1 ',
  ],
  // Squid: HIER_DIRECT/192.0.2.1
  [new RegExp(String.raw`(?<![\w./-])[A-Z_]{3,40}/(?=${ADDRESS}(?![\w.:-]))`, 'g'), ' '],
  // a share of Windows, with twice the backslashes in JSON: \\198.51.100.1\share, \\evil.example@8443\DavWWWRoot
  [/(?<![\w:\\])\\{2,4}([\w-]{1,63}(?:\.[\w-]{1,63}){1,10})(?:@(?:ssl|\d{1,5})){0,2}\\/gi, ' $1 \\'],
  // scp and git: root@192.0.2.1:/tmp, git@evil.example:a/b.git
  [/:(?=[a-z~/])(?<=@[\w.-]{3,100}:)/gi, ' '],
  // https%3A%2F%2Fevil.example%2Fa
  [/(?<![\w.-])([a-z]{3,8})%3A%2F%2F([\w.-]+)/gi, '$1://$2/'],
];

/** Cisco firewalls write the port behind a slash, where others write the length of a prefix. */
export const CISCO_PORTS = {
  of: /%(?:ASA|FTD|PIX|FWSM)-/,
  port: new RegExp(String.raw`(?<![\w.])(${IPV4})/\d{1,5}(?![\w./])`, 'g'),
} as const;

/** Scripts that write words or endings without a space before or after a foreign one. */
const UNSPACED = ['Han', 'Hira', 'Kana', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((id) => String.raw`\p{sc=${id}}`)
  .join('');

/**
 * Words of these scripts around an address, a name in ASCII, a URL, a hash or an AS number: `访问evil.test获取`. A name in them keeps its
 * ending in ASCII (`例え.test`), and a name in ASCII its ending in them (`a.テスト`).
 */
export const UNSPACED_WORDS = {
  any: new RegExp(`[${UNSPACED}]`, 'u'),
  /** A line that is one name, with these scripts in its first label only: `日本語abc.jp`. */
  name: new RegExp(String.raw`^\s*(?=[^\s.]*[${UNSPACED}])[^\s.]+(?:\.[\w-]+)+\s*$`, 'u'),
  before: new RegExp(
    String.raw`(?<=[${UNSPACED}])(?=\w[\w-]*[.:@]|[\da-f]{32,128}(?!\w)|as\d{1,10}(?!\w))(?!\d+\.[a-z]|[\w-]+\.[${UNSPACED}])`,
    'giu',
  ),
  behind: new RegExp(
    String.raw`(?=[${UNSPACED}])(?<=[.:@][\w./?&=%+~#:-]*[\w/]|(?<!\w)[\da-f]{32,128}|(?<!\w)as\d{1,10})`,
    'giu',
  ),
} as const;

/** Line ends within a JSON string. Elsewhere a backslash and a letter belong to a path of Windows. */
export const JSON_ESCAPES = { of: /"\s*:/, separators: /(?<!\\)\\[nrt]/g } as const;

/** A run without separators. Square brackets separate, except around an IPv6 address. */
export const TOKEN = /(?:\[(?=[0-9a-f.]*:)[0-9a-f:.]{2,45}(?:%[\w.~-]{1,20})?\](?!\[)|[^\s\0-\x1f,;|"'`<>(){}[\]])+/gi;

/** Opening and closing characters around a value; signs outside ASCII are trimmed one by one. */
export const WRAPPERS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '<': '>',
  '(': ')',
  '{': '}',
  '[': ']',
};

/** What square brackets belong to: they make an address a literal, and a number in them is no value of its own. */
export const BRACKETED_LITERAL = /^[0-9a-f:.]*(?:%[\w.~-]*)?$/i;

/**
 * The ways in which reports make indicators harmless, in the order in which they are undone. The patterns of the field's
 * extractors (iocextract, ioc-fanger, CyberChef), without those that change prose: a comma or the bare word "dot".
 */
export const DEFANG_FORMS: readonly (readonly [form: RegExp, plain: string])[] = [
  // Markdown and regular expressions escape punctuation: example\.com, evil\[.\]example, http:\/\/
  [/(?<!\\)\\(?=[[\](){}.:/_"'-])/g, ''],
  // [.] (.) {.} <.> [dot], with spaces
  [/\s?[[({<]\s?(?:\.|dot)\s?[\])}>]\s?/gi, '.'],
  // brackets left open or opened too late: www[.example, evil.]example
  [/(?<=[\p{L}\p{N}])[[({<]\.(?=[\p{L}\p{N}])/gu, '.'],
  [/(?<=[\p{L}\p{N}])\.\](?=[\p{L}\p{N}])/gu, '.'],
  // [8].[8].[8].[8]
  [/(?<!\])\[(\d{1,3})\]\.\[(\d{1,3})\]\.\[(\d{1,3})\]\.\[(\d{1,3})\]/g, '$1.$2.$3.$4'],
  // hxxps, h**ps, hxxp[s], http[s], hxxp
  [/\bh(?:(?:xx|\*\*|xt|tx)ps|(?:xx|\*\*|xt|tx|tt)p\[s\])(?=[[(]?:)/gi, 'https'],
  [/\bh(?:xx|\*\*|xt|tx)p(?=[[(]?:)/gi, 'http'],
  [/\bf(?:x|\*)p(?=[[(]?:)/gi, 'ftp'],
  // [:] [://] [:/] [/] [@]
  [/[[(](:(?:\/{0,2}|\\\\)|\/{1,2}|@)[\])]/g, '$1'],
  [/\s?\[at\]\s?|\(at\)|\{at\}|\{@\}/gi, '@'],
  // http:\\evil.example
  [/(?<=\b[a-z]{2,8}):\\\\(?=[\p{L}\p{N}_[])/giu, '://'],
];

/** Text without any of these has no defanged form in it. */
export const DEFANGED = /[[({<\\]|\.\]|h(?:xx|\*\*|xt|tx)p|f[x*]p/i;

/** A name and its value, as logs and searches write fields: `src=192.0.2.1`, `ip.addr==192.0.2.1`, `sha1:...`. */
export const FIELD = /^[\p{L}_][\p{L}\p{M}\p{N}_.-]*(?:=|:){1,2}(?!\/\/)(?=.)/u;

const FIELD_SETS =
  'client|destination|dns|event|file|frame|host|http|ipv?6?|log|network|process|server|services?|source|ssl|tcp|threat|tls|udp|url|user';

/** Fields of search engines and logs that read like a domain: `http.favicon.hash: 12`, `source.as.number: 64500`, `dns.question.name`. */
export const FIELD_NAME = new RegExp(
  String.raw`(?:^|\.)(?:favicons?\.\w*hash(?:es)?|as\.number)$` +
    String.raw`|^(?:${FIELD_SETS})\.(?:\w+\.)*(?:action|addr|address|category|domain|dst|executable|ip|names|original|path|port|query|sni|src|type|uri)$` +
    String.raw`|^(?:${FIELD_SETS})\.(?:(?:answers|client|issuer|parent|qry|question|resp|server|subject|x509)\.)+(?:cn|host|id|name)$`,
  'i',
);

/** These end in a top-level domain as well: they are fields only with their value, as in `host.name: web1`. */
export const FIELD_OR_NAME = new RegExp(String.raw`^(?:${FIELD_SETS})\.(?:cn|host|id|name)$`, 'i');
/** Between a field and its value. */
export const FIELD_SIGN = /^["'\]]{0,2}\s{0,2}[:=]/;

/** Times of day are in every log and read like a broken IPv6 address. */
export const TIME_OF_DAY = /^\[?(?:\d{4}-\d\d-\d\dT)?\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?\]?$/i;

/** What a number means by the words or the field name before it. */
export type NumberMeaning = 'asn' | 'favicon-mmh3' | 'version';

/** A bare number in running text has no meaning, except after these words; four numbers after some of them are a version. */
export const NUMBER_CONTEXTS: readonly {
  readonly number: RegExp;
  readonly before: RegExp;
  readonly meaning: NumberMeaning;
}[] = [
  {
    number: /^-?\d{1,10}$/,
    before:
      /(?:favicon[._ -]?(?:hash|mmh3)|icon[._-]?hash|(?<![a-z_])mmh3(?:[._ -]?hash)?|favicon(?=["']?\s?[:=]))(?: \(?mmh3\)?)?["']?\s{0,2}(?:[:=]{1,2}|is|of)?\s{0,2}["']?$/i,
    meaning: 'favicon-mmh3',
  },
  {
    // lower-case "as" before a number is English; `ips_in_asn` counts something
    number: /^\d{1,10}(?:\.\d{1,5})?$/,
    before:
      /(?:(?<![\p{L}\p{N}_-])AS|(?<![\p{L}\p{N}_.-])(?:(?:origin|peer|client|server|source|src|destination|dest|dst)[_.])?(?:[Aa][Ss][Nn]s?|as[_.]number)|[Aa]utonomous [Ss]ystem(?: [Nn]umber)?)["']?\s{0,8}[:=#]?\s{0,8}["']?$/u,
    meaning: 'asn',
  },
  {
    number: /^\d+\.\d+\.\d+\.\d+$/,
    before: /(?:(?<!\p{L})(?:version|ver\.?|firmware)["']?\s{0,2}[:=]?|[<>~]=)\s{0,2}["']?$/iu,
    meaning: 'version',
  },
];

/** How far back a context reaches. */
export const CONTEXT_LENGTH = 60;

/**
 * Endings of files that reports and logs are full of and that are not top-level domains. Those that are both (zip, sh, py, pl,
 * rs, app, com) stay names.
 */
export const FILE_ENDINGS: ReadonlySet<string> = new Set(
  (
    'apk asp aspx bak bat bin bmp cfg class conf cpp cs css csv dat deb dll dmp doc docm docx ejs eml env evtx exe gif go gradle ' +
    'gz hpp hta htm html ico img ini ipynb iso jar js json jsp jsx kt lnk lock log lua msi msix odt ova pcap pcapng pdf pem php png ' +
    'ppt pptx ps1 psm1 rar rb rpm rst rtf scss sql svg swf swift sys tar tgz tmp toml ts tsx txt vbs vmdk vue war wasm webp whl ' +
    'xls xlsm xlsx xml yaml yml'
  ).split(' '),
);
