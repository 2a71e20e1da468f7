import { createContext } from 'react';
import { type ConnectionAttribute, sameWord } from '#model/connection.ts';
import { linkTitles } from '#model/connection-strength.ts';
import { formatCount } from '#model/format.ts';
import { hasOwnPage, INDICATOR_KINDS } from '#model/indicator-kind.ts';
import { type Indicator, indicatorText } from '#model/indicator-of.ts';
import { fillLinkTemplate, linkTemplateHost } from '#model/link-template.ts';
import { defang } from '#model/refang.ts';
import { addToBulkDraft } from '#web/stores/bulk-draft.ts';
import { externalLinks } from '#web/stores/external-links.ts';
import { pinInInvestigation, recordAside } from '#web/stores/investigation/investigation-calls.ts';
import { judgeSubjects } from '#web/stores/judge-dialog.ts';
import { preferences } from '#web/stores/preferences.ts';
import { copyText } from '#web/kit/ui/copy-text.ts';
import {
  BulkIcon,
  CompareIcon,
  ConnectionIcon,
  CopyIcon,
  ExternalIcon,
  ForwardIcon,
  JudgeIcon,
  LinkIcon,
  PinIcon,
  SearchIcon,
} from '#web/kit/ui/icons.ts';
import type { MenuAction, MenuEntry, MenuLink } from '#web/kit/ui/menu-entry.ts';
import { toasts } from '#web/kit/ui/toast-queue.ts';
import { isComparable, subjectOfPath } from '#web/url/subject-path.ts';
import { paths } from '#web/url/paths.ts';

type Navigate = (path: string) => unknown;

interface IndicatorMenuContext {
  /** The path of the indicator's view. */
  readonly href: string;
  readonly navigate: Navigate;
  /** The key of the analyst may judge. */
  readonly mayJudge: boolean;
  /** The menu entries of the surrounding table; empty outside of tables. */
  readonly tableEntries: readonly MenuEntry[];
}

/** The menu of an indicator, in groups; the same for a link, its table cell and a page header. */
export function indicatorMenu(indicator: Indicator, context: IndicatorMenuContext): readonly MenuEntry[] {
  const groups: readonly (readonly [id: string, label: string, entries: readonly (MenuAction | MenuLink)[]])[] = [
    ['copy', 'Copy', copyEntries(indicator)],
    ['view', 'View', [...openEntries(context), ...compareEntries(indicator, context)]],
    [
      'keep',
      'Keep',
      [...bulkEntries(indicator, context), pinEntry(indicator, context), ...judgeEntries(indicator, context)],
    ],
    ['padns', 'Passive DNS', lookups(indicator).map((lookup) => lookupEntry(lookup, context))],
    ['connections', 'Connections', connectionEntries(indicator, context)],
    ['external', 'External: the value leaves this network', externalEntries(indicator)],
  ];
  return [
    ...groups
      .filter(([, , entries]) => entries.length > 0)
      // ids are unique over the whole menu, groups included
      .map(([id, label, entries]) => ({ kind: 'group' as const, id: `group-${id}`, label, entries })),
    ...context.tableEntries,
  ];
}

function action(id: string, label: string, icon: MenuAction['icon'], onAction: () => void): MenuAction {
  return { kind: 'action', id, label, ...(icon && { icon }), onAction };
}

function copyEntries(indicator: Indicator): readonly MenuAction[] {
  const text = indicatorText(indicator);
  const safe = defang(text);
  const copy = action('copy', 'Copy', CopyIcon, () => void copyText(text));
  // a hash needs no defanging
  if (safe === text) return [copy];
  const copyDefanged = action('copy-defanged', 'Copy defanged', CopyIcon, () => void copyText(safe));
  // with the preference to defang, the defanged form comes first
  return preferences().isDefangedOnCopy ? [copyDefanged, copy] : [copy, copyDefanged];
}

function openEntries({ href, navigate }: IndicatorMenuContext): readonly MenuAction[] {
  return [
    action('open', 'Open', ForwardIcon, () => void navigate(href)),
    action('open-new', 'Open in a new tab', LinkIcon, () => {
      recordAside(href);
      window.open(href, '_blank', 'noopener');
    }),
  ];
}

/** Compares the indicator with the subject of the page, if both can be compared. */
function compareEntries({ kind, value }: Indicator, { navigate }: IndicatorMenuContext): readonly MenuAction[] {
  const page = subjectOfPath(location.pathname);
  if (!page || page.value === value || !isComparable(page.kind) || !isComparable(kind)) return [];
  const open = () => void navigate(paths.compare([page.value, value]));
  return [action('compare', `Compare with ${page.display}`, CompareIcon, open)];
}

/** Adds the indicator to the list for bulk triage without leaving the page. */
function bulkEntries(indicator: Indicator, { navigate }: IndicatorMenuContext): readonly MenuAction[] {
  if (!INDICATOR_KINDS[indicator.kind].isTriaged) return [];
  return [action('add-bulk', 'Add to bulk', BulkIcon, () => addToBulk([indicatorText(indicator)], navigate))];
}

/** Adds lines to the list for bulk triage, with a toast. */
export function addToBulk(lines: readonly string[], navigate: Navigate): void {
  const waiting = addToBulkDraft(...lines);
  toasts.add({
    title: 'Added to the list for bulk triage',
    body: `${formatCount(waiting, 'line waits', 'lines wait')} there`,
    action: { label: 'Open the list', onAction: () => void navigate(paths.bulk()) },
    timeoutSeconds: 8,
  });
}

function pinEntry(indicator: Indicator, { href, navigate }: IndicatorMenuContext): MenuAction {
  return action('pin', 'Pin in investigation', PinIcon, () => pinPages([href], indicatorText(indicator), navigate));
}

/** Sets and takes back what the team says about the indicator. */
function judgeEntries(indicator: Indicator, { mayJudge }: IndicatorMenuContext): readonly MenuAction[] {
  if (!mayJudge || !hasOwnPage(indicator.kind)) return [];
  return [action('judge', 'Judge …', JudgeIcon, () => judgeSubjects([indicatorText(indicator)]))];
}

/** Pins pages below the step of the current page, or as new roots, with a toast. @param words names them in the toast */
export function pinPages(hrefs: readonly string[], words: string, navigate: Navigate): void {
  pinInInvestigation(hrefs);
  toasts.add({
    title: 'Pinned in the investigation',
    body: words,
    action: { label: 'Open the investigation', onAction: () => void navigate(paths.investigation()) },
    timeoutSeconds: 8,
  });
}

/** The analyst's own links to other sites; off unless switched on in the settings. */
export function externalEntries(indicator: Indicator): readonly MenuLink[] {
  if (!preferences().hasExternalLinks) return [];
  return externalLinks()
    .filter(({ kinds }) => kinds.includes(indicator.kind))
    .map(({ id, name, template }) => ({
      kind: 'link',
      id: `external-${id}`,
      label: name,
      icon: ExternalIcon,
      detail: `Sends this value to ${linkTemplateHost(template)}`,
      href: fillLinkTemplate(template, indicatorText(indicator)),
    }));
}

/** The attribute to find subjects by, for each kind of indicator. */
const attributes: Partial<Record<Indicator['kind'], ConnectionAttribute>> = {
  ipv4: 'address',
  ipv6: 'address',
  'name-server': 'name-server',
  nshash: 'ns-set',
  jarm: 'jarm',
  'favicon-mmh3': 'favicon',
  'certificate-sha1': 'certificate',
  'certificate-sha256': 'certificate',
};

function connectionEntries({ kind, value }: Indicator, { navigate }: IndicatorMenuContext): readonly MenuAction[] {
  const attribute = attributes[kind];
  const isHost = kind === 'domain' || kind === 'ipv4' || kind === 'ipv6';
  const campaign = () => void navigate(paths.campaign(kind === 'domain' ? 'domain' : 'ip', value));
  const open = () => void (attribute && navigate(paths.connections([{ attribute, value }])));
  return [
    ...(isHost ? [action('campaign', linkTitles.likely, ConnectionIcon, campaign)] : []),
    ...(attribute ? [action('connections', `All with the ${sameWord(attribute)}`, ConnectionIcon, open)] : []),
  ];
}

/** A passive DNS search about an indicator. */
export interface Lookup {
  readonly id: string;
  readonly label: string;
  /** Parameters of the passive DNS explorer, named as in E1 and E2. */
  readonly query: Readonly<Record<string, string>>;
}

function lookupEntry({ id, label, query }: Lookup, { navigate }: IndicatorMenuContext): MenuAction {
  return action(id, label, SearchIcon, () => void navigate(paths.padns(query)));
}

function forward(label: string, query: Lookup['query']): Lookup {
  return { id: `forward-${query['qtype']}`, label, query: { mode: 'forward', ...query } };
}

function reverse(label: string, query: Lookup['query']): Lookup {
  return {
    id: `reverse-${query['qtype']}${query['last_seen_after'] ?? ''}`,
    label,
    query: { mode: 'reverse', ...query },
  };
}

/** The passive DNS searches for an indicator, the most useful first. */
export function lookups({ kind, value: qname }: Indicator): readonly Lookup[] {
  const [address = '', netmask = ''] = qname.split('/');
  switch (kind) {
    case 'ipv4':
      return [
        reverse('Names pointing to it', { qtype: 'a', qname }),
        forward('Reverse names (PTR)', { qtype: 'ptr4', qname }),
      ];
    case 'ipv6':
      return [
        reverse('Names pointing to it', { qtype: 'aaaa', qname }),
        forward('Reverse names (PTR)', { qtype: 'ptr6', qname }),
      ];
    case 'subnet': {
      const query = { qtype: address.includes(':') ? 'aaaa' : 'a', qname: address, netmask };
      return [
        reverse('Names pointing into it', query),
        reverse('Names pointing into it in the last 7 days', { ...query, last_seen_after: '-7d' }),
      ];
    }
    case 'domain':
      return [
        forward('DNS records', { qtype: 'any', qname }),
        reverse('Aliases (CNAME)', { qtype: 'cname', qname }),
        reverse('Domains using it as mail server (MX)', { qtype: 'mx', qname }),
      ];
    case 'name-server':
      return [forward('DNS records', { qtype: 'any', qname }), reverse('Hosted domains (NS)', { qtype: 'ns', qname })];
    default:
      return [];
  }
}

/** Provides the menu entries of the surrounding table for a cell: filter, exclude, copy. Empty outside of tables. */
export const TableMenuContext = createContext<() => readonly MenuEntry[]>(() => []);
