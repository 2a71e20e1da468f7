import { domainToASCII } from 'node:url';
import { hostsIn } from './whois-hosts.ts';
import {
  anywhere,
  colonless,
  commentHeading,
  commentHeadings,
  firstLabels,
  headings,
  labels,
  layouts,
  type ObjectKind,
  person,
  personPrefixes,
  type WhoisField,
} from './whois-layouts.ts';

/** One object of a whois text: the domain, its registrar, a contact, its name servers. */
export interface WhoisObject {
  readonly kind: ObjectKind;
  /** Labelled values in their order; a value continued on further lines has several. */
  readonly entries: { readonly label: string; readonly values: string[] }[];
  /** Lines without a label below the heading. */
  readonly lines: string[];
}

/** The labels of a registry: the common ones and those of its layout. */
export class Vocabulary {
  readonly #fields = new Map<string, WhoisField>();
  readonly #first = new Map<string, ObjectKind>();
  readonly #prefixes: readonly string[];
  readonly #person = new Map<string, WhoisField>();

  constructor(domain: string) {
    const layout = layouts.find(({ zones }) => zones.includes(domain.slice(domain.lastIndexOf('.') + 1)));
    for (const kind of Object.keys(labels) as ObjectKind[]) {
      if (kind !== 'contact') this.#add(kind, anywhere);
      this.#add(kind, labels[kind]);
      this.#add(kind, layout?.labels?.[kind] ?? {});
      for (const label of [firstLabels, layout?.first ?? {}].flatMap((first) => first[kind] ?? []))
        this.#first.set(label, kind);
    }
    this.#prefixes = [...(layout?.personPrefixes ?? []), ...personPrefixes];
    for (const [field, words] of Object.entries(person))
      for (const word of words) this.#person.set(word, `registrant.${field}` as WhoisField);
  }

  #add(kind: ObjectKind, words: Readonly<Partial<Record<WhoisField, readonly string[]>>>): void {
    for (const [field, list] of Object.entries(words) as [WhoisField, readonly string[]][])
      for (const label of list) this.#fields.set(`${kind} ${label}`, field);
  }

  /** The field that a label means in an object of this kind. */
  field(kind: ObjectKind, label: string): WhoisField | undefined {
    return this.#fields.get(`${kind} ${label}`) ?? (kind === 'contact' ? undefined : this.#prefixed(label));
  }

  #prefixed(label: string): WhoisField | undefined {
    const prefix = this.#prefixes.find((each) => label.startsWith(`${each} `));
    const rest = prefix === undefined ? '' : label.slice(prefix.length + 1);
    // 'Registrant Contact' is a name or a handle
    return rest === 'contact' ? undefined : this.#person.get(rest);
  }

  /** The kind of an object without a heading. */
  kindOf(firstLabel: string): ObjectKind {
    const kind = this.#first.get(firstLabel);
    if (kind) return kind;
    return this.#fields.has(`domain ${firstLabel}`) && !this.#fields.has(`other ${firstLabel}`) ? 'domain' : 'other';
  }

  /** Whether the label is that of the domain's name, in a layout that labels it so. */
  isName(label: string): boolean {
    return label !== 'name' && this.field('domain', label) === 'domain';
  }

  isKnown(label: string): boolean {
    const kinds: ObjectKind[] = ['domain', 'registrar', 'registrant', 'hosts'];
    return this.#first.has(label) || this.#person.has(label) || kinds.some((kind) => this.field(kind, label));
  }
}

type SectionKind = ObjectKind | 'continued';

/** The kind of a section; undefined for words that are not a heading. */
function sectionKind(label: string): SectionKind | undefined {
  return headings.find(([words]) => words.test(label))?.[1];
}

/** 'Created on....' and 'created_on' are one label, so are 'Name Server 1' and 'Name Server'. */
function normalLabel(text: string): string {
  return text
    .replace(/\([^)]*\)?/g, ' ')
    .replace(/^.* \/ (?=\S)/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[-_.*\s]+/g, ' ')
    .replace(/(?<=[a-z])( ?)\d+ ?$/, '')
    .trim();
}

interface Line {
  readonly indent: number;
  readonly text: string;
  /** undefined for a line without a label. */
  readonly label?: string;
  readonly value: string;
}

const bracketed = /^(?:[a-z]{1,2}[.]? +)?\[([^\]]{1,60})\]\s*(.*)$/;
const colon = /^([^:]{1,200}?)\s*:(?:\s+|$)(.*)$/;
const tightColon = /^([^:]{1,40}):(.*)$/;
/** Columns without a colon: 'Holder    Acme'. */
const columns = /^(\S{1,40}(?: \S{1,40}){0,3})(?:\t| {2,})\s*(\S.*)$/;

/** Separates label and value. @param isHostList lines may hold addresses, whose colons separate nothing */
function readLine(raw: string, vocabulary: Vocabulary, isHostList: boolean): Line {
  const expanded = raw.replace(/^\t+/, (tabs) => ' '.repeat(8 * tabs.length));
  const text = expanded.trim().replace(/^\*\* */, '');
  const indent = expanded.length - expanded.trimStart().length;
  const bare = { indent, text, value: text };
  if (isHostList && !text.startsWith('[') && hostsIn(text).length > 0) return bare;
  const spoken = colonless.exec(text);
  const found = spoken ?? bracketed.exec(text) ?? colon.exec(text);
  if (found) {
    const label = normalLabel(found[1] ?? '');
    // a second colon: 'Label:: value'
    if (label !== '' || found === spoken) return { indent, text, label, value: (found[2] ?? '').replace(/^:\s*/, '') };
    return bare;
  }
  const loose = tightColon.exec(text) ?? columns.exec(text);
  const label = normalLabel(loose?.[1] ?? '');
  return loose && vocabulary.isKnown(label) ? { indent, text, label, value: (loose[2] ?? '').trim() } : bare;
}

/** Separates the objects of a whois text, by headings, empty lines, indentation and the labels that begin an object. */
export function whoisObjects(text: string, domain: string, vocabulary: Vocabulary): readonly WhoisObject[] {
  const reader = new ObjectReader(text.split('\n'), domain, vocabulary);
  return reader.read();
}

/** Lines without data: comments, banners and rules. */
const notice = /^\s*(?:[%#;]|>>>|\*(?!\*)|\*{3}|-{3,}|\[ )/;

interface Outer {
  readonly object: WhoisObject;
  readonly headingIndent: number;
  readonly bodyIndent: number;
}

class ObjectReader {
  readonly #lines: readonly string[];
  readonly #domain: string;
  readonly #vocabulary: Vocabulary;
  readonly #objects: WhoisObject[] = [];
  #current: WhoisObject | undefined;
  /** Of the current object; -1 without a heading, and before its first line. */
  #headingIndent = -1;
  #bodyIndent = -1;
  /** The object that continues after the section nested in it. */
  #outer: Outer | undefined;
  /** The value that an unlabelled line continues. */
  #open: { readonly indent: number; readonly values: string[] } | undefined;
  #isAfterBlank = true;
  /** The kind of the next object, from a comment. */
  #announced: ObjectKind | undefined;

  constructor(lines: readonly string[], domain: string, vocabulary: Vocabulary) {
    this.#lines = lines;
    this.#domain = domain;
    this.#vocabulary = vocabulary;
  }

  read(): readonly WhoisObject[] {
    for (const [index, raw] of this.#lines.entries()) {
      if (raw === '') {
        this.#isAfterBlank = true;
        this.#open = undefined;
      } else if (notice.test(raw)) {
        const words = commentHeading.exec(raw)?.[1];
        if (words !== undefined) this.#announced = commentHeadings[normalLabel(words)];
      } else {
        const line = readLine(raw, this.#vocabulary, this.#current?.kind === 'hosts');
        const heading = this.#headingKind(line, index);
        if (heading) this.#beginSection(heading, line);
        else this.#add(line);
        this.#isAfterBlank = false;
        this.#announced = undefined;
      }
    }
    return this.#objects;
  }

  /** The kind of the section that a line begins; undefined when it is not a heading. */
  #headingKind({ indent, text, label, value }: Line, index: number): SectionKind | undefined {
    if (label === undefined) return this.#isAfterBlank && text.length < 60 ? sectionKind(normalLabel(text)) : undefined;
    if (value !== '') return undefined;
    const known = sectionKind(label);
    if (known && this.#isAfterBlank) return known;
    const next = this.#lines[index + 1] ?? '';
    if (next === '') return undefined;
    const body = readLine(next, this.#vocabulary, known === 'hosts');
    // a label without a value, between others
    if (body.indent <= indent && body.label !== undefined) return undefined;
    if (known) return known;
    const kind = this.#current?.kind ?? 'other';
    const isValue = !this.#isAfterBlank && body.label === undefined && kind !== 'hosts' && kind !== 'other';
    // 'Address:' above its lines
    if (isValue) return undefined;
    return this.#vocabulary.field('domain', label) ? 'domain' : 'other';
  }

  #beginSection(section: SectionKind, { indent, label }: Line): void {
    const outer = this.#current && {
      object: this.#current,
      headingIndent: this.#headingIndent,
      bodyIndent: this.#bodyIndent,
    };
    const isInside = !this.#isAfterBlank && outer !== undefined && outer.bodyIndent >= 0 && outer.bodyIndent <= indent;
    const object = this.#begin(section === 'continued' ? (this.#current?.kind ?? 'other') : section, indent);
    if (isInside) this.#outer = outer;
    // 'Domain name:' above its value
    if (label !== undefined && section === 'domain') this.#addEntry(object, label, indent, []);
  }

  #begin(kind: ObjectKind, headingIndent = -1): WhoisObject {
    const object: WhoisObject = { kind, entries: [], lines: [] };
    this.#objects.push(object);
    this.#current = object;
    this.#headingIndent = headingIndent;
    this.#bodyIndent = -1;
    this.#outer = undefined;
    this.#open = undefined;
    return object;
  }

  #add(line: Line): void {
    const { indent, label, value, text } = line;
    const object = this.#objectOf(line);
    if (this.#bodyIndent < 0) this.#bodyIndent = indent;
    if (label !== undefined) {
      this.#addEntry(object, label, indent, [value]);
      // RPSL: the last attribute of an object
      if (label === 'source' && object.entries.length > 1) this.#current = undefined;
    } else if (this.#open && (indent > this.#open.indent || object.kind !== 'hosts')) this.#open.values.push(text);
    else object.lines.push(text);
  }

  #addEntry({ entries }: WhoisObject, label: string, indent: number, values: string[]): void {
    entries.push({ label, values });
    this.#open = { indent, values };
  }

  #resume({ object, headingIndent, bodyIndent }: Outer): void {
    this.#current = object;
    this.#headingIndent = headingIndent;
    this.#bodyIndent = bodyIndent;
    this.#outer = undefined;
    this.#open = undefined;
  }

  /** The object that a line belongs to: the current one or a new one. */
  #objectOf({ indent, label, value }: Line): WhoisObject {
    const kind = this.#announced ?? (label === undefined ? 'other' : this.#vocabulary.kindOf(label));
    if (!this.#current || this.#announced) return this.#begin(kind);
    const hasHeading = this.#headingIndent >= 0;
    const isIndented = hasHeading && this.#bodyIndent > this.#headingIndent;
    const isEnd = isIndented ? indent <= this.#headingIndent : this.#isAfterBlank;
    // an empty line may follow a heading
    const isFirstOfSection = hasHeading && this.#bodyIndent < 0 && !(this.#isAfterBlank && kind === 'domain');
    if (isEnd && isIndented && !this.#isAfterBlank && this.#outer) this.#resume(this.#outer);
    else if (isEnd && !isFirstOfSection) return this.#begin(kind);
    const isDomainNamed =
      label !== undefined && this.#vocabulary.isName(label) && domainToASCII(value) === this.#domain;
    const isOther = !['domain', 'hosts'].includes(this.#current.kind);
    return isDomainNamed && isOther ? this.#begin('domain') : this.#current;
  }
}
