/** What replaces a secret. */
const mask = '***';
/** Deeper answers have no reader. */
const deepest = 500;

const entities: Readonly<Record<string, string>> = { '"': 'quot', "'": 'apos', '&': 'amp', '<': 'lt', '>': 'gt' };

/**
 * Masks a secret in a parsed JSON value, in strings and in names of members: as it is, and as JSON, URLs and HTML escape it, also
 * when they escape only some of its characters or escape them twice.
 * @returns a function that throws RangeError for a value that is nested too deeply
 */
export function secretMask(secret: string): (value: unknown) => unknown {
  const forms = [
    ...new Set([[...secret].map(anyForm).join(''), ...base64Forms(secret).map((each) => `${literally(each)}={0,2}`)]),
  ];
  const pattern = new RegExp(forms.join('|'), 'gu');
  const within = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return value.replace(pattern, mask);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > deepest) throw new RangeError('nested too deeply');
    if (Array.isArray(value)) return value.map((item) => within(item, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name.replace(pattern, mask), within(item, depth + 1)]),
    );
  };
  return (value) => within(value, 0);
}

/** A regular expression for one character, escaped or not. Its repetitions are bounded: the text is foreign, and may be long. */
function anyForm(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, '0'));
  const units = Array.from({ length: character.length }, (_, at) =>
    character.charCodeAt(at).toString(16).padStart(4, '0'),
  );
  const entity = entities[character];
  const forms = [
    `\\\\{0,8}${literally(character)}`,
    units.map((unit) => `\\\\{1,8}u${anyCase(unit)}`).join(''),
    bytes.map((byte) => `%(?:25){0,3}${anyCase(byte)}`).join(''),
    `&#0{0,6}${code};`,
    `&#[xX]0{0,6}${anyCase(code.toString(16))};`,
    ...(entity === undefined ? [] : [`&${entity};`]),
    ...(character === ' ' ? ['\\+'] : []),
  ];
  return `(?:${forms.join('|')})`;
}

/** As an Authorization header carries it, alone and as a password without a name. */
function base64Forms(secret: string): string[] {
  return [secret, `:${secret}`].map((text) => Buffer.from(text).toString('base64').replace(/=+$/, ''));
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
