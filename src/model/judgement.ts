import { formatAsn, parseAsn } from './asn.ts';
import { maxPrefixLength, parseCidr } from './cidr.ts';
import { hasOwnPage } from './indicator-kind.ts';
import { formatIp } from './ip-address.ts';
import { recogniseValue } from './recognise-value.ts';
import { hasUnseen } from './visible-text.ts';

/** What a team says about a subject. It appears beside the computed score, which it does not change. */
export const judgementKinds = ['tag', 'trusted', 'bad', 'never-flag'] as const;

export type JudgementKind = (typeof judgementKinds)[number];

/** A judgement that holds. */
export interface Judgement {
  /** Canonical text of an address, a network, a name or an AS ("AS64500"). */
  readonly subject: string;
  /** It holds for the names below as well. */
  readonly below: boolean;
  readonly kind: JudgementKind;
  /** The text of a tag; empty for other kinds. */
  readonly text: string;
  readonly reason: string;
  /** The name of the API key, or its id. */
  readonly author: string;
  /** ISO 8601; null for an entry of the configuration. */
  readonly at: string | null;
  /** The last day on which it holds, 'yyyy-mm-dd'; null without an end. */
  readonly until: string | null;
  /** An entry of SIGHTLINE_NEVER_FLAG, which only the configuration can take back. */
  readonly configured: boolean;
}

/** The greatest number of judgements that hold at a time: the dashboard reads them as one list. */
export const mostJudgements = 10_000;
export const mostSubjectsPerCall = 1000;
export const longestTag = 60;
export const longestReason = 1000;

/**
 * The canonical text of a subject in any notation: an address, a network, a name or an AS. A network of one address is that address.
 * @returns undefined for any other text
 */
export function readJudgedSubject(text: string): string | undefined {
  const [reading] = recogniseValue(text).interpretations;
  if (!reading || !hasOwnPage(reading.kind)) return undefined;
  const { kind, value } = reading;
  if (kind === 'asn') return formatAsn(parseAsn(value) ?? 0);
  const cidr = parseCidr(value);
  return cidr && cidr.length === maxPrefixLength(cidr.network.version) ? formatIp(cidr.network) : value;
}

/**
 * Why an entry of the never-flag list would silence more than anybody owns; undefined when it would not.
 * @param subject canonical text
 */
export function whyTooWide(subject: string): string | undefined {
  const cidr = parseCidr(subject);
  const shortest = cidr?.network.version === 6 ? 7 : 8;
  if (!cidr || cidr.length >= shortest) return undefined;
  return `${subject} is a large part of the internet. Send networks of at least /${shortest}.`;
}

/** The text of a tag with single spaces; undefined when it cannot be one. */
export function readTag(text: string): string | undefined {
  const tag = text.trim().replace(/\s+/g, ' ');
  return tag === '' || tag.length > longestTag || hasUnseen(tag) ? undefined : tag;
}

/** What tells judgements apart: a later one with the same key replaces an earlier one. */
export function judgementKey({ subject, kind, text }: Pick<Judgement, 'subject' | 'kind' | 'text'>): string {
  return `${subject} ${kind} ${text}`;
}
