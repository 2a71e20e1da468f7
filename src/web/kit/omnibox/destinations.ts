import type { ComponentType } from 'react';
import {
  ApiIcon,
  AsnIcon,
  AuditIcon,
  BulkIcon,
  CertificateIcon,
  CompareIcon,
  FindingIcon,
  HistoryIcon,
  HomeIcon,
  InfoIcon,
  InvestigationIcon,
  JobIcon,
  JudgeIcon,
  LinkIcon,
  MoonIcon,
  PlayIcon,
  PrintIcon,
  PublishedIcon,
  QualityIcon,
  RankingIcon,
  ScanIcon,
  SearchIcon,
  SettingsIcon,
  SourcesIcon,
  SunIcon,
  SystemThemeIcon,
  TimelineIcon,
  TransferIcon,
  WatchIcon,
} from '#web/kit/ui/icons.ts';
import type { KeyUse, Team } from '#web/api/team.ts';
import { type ExplorerId, explorers, paths } from '#web/url/paths.ts';
import { savePreferences, type Theme } from '#web/stores/preferences.ts';
import { showShortcutList } from '#web/stores/shortcut-list.ts';
import { showTourStep } from '#web/stores/tour.ts';
import { copyText } from '#web/kit/ui/copy-text.ts';

/** A page that the header, the omnibox and the shortcuts offer. */
export interface Destination {
  readonly label: string;
  readonly href: string;
  readonly icon: ComponentType;
  /** The letter after `g`. */
  readonly letter: string;
  /** Search words for the omnibox. */
  readonly words: string;
  /** Its menu in the header; pages without one have their own control there. */
  readonly group?: PageGroup;
  /** Only a key that may do this can open it. */
  readonly needs?: KeyUse;
  /** The start of the paths of its further pages, where that is not its own path. */
  readonly section?: string;
}

/** Whether a path is that of a page, or of one below it: every ranking belongs to "Rankings", every job to "Jobs". */
export function isWithin(pathname: string, { href, section = `${href}/` }: Destination): boolean {
  return pathname === href || pathname.startsWith(section);
}

/** The menus of the header, in order. */
export const pageGroups = ['Search', 'Hunt', 'Work', 'Data'] as const;
type PageGroup = (typeof pageGroups)[number];

/** Icons of the explorers with their own icon. */
const icons: ReadonlyMap<string, ComponentType> = new Map<ExplorerId, ComponentType>([
  ['scans', ScanIcon],
  ['certificates', CertificateIcon],
  ['transfers', TransferIcon],
  ['diversitySearch', TimelineIcon],
  ['asnSearch', AsnIcon],
]);

export const destinations: readonly Destination[] = [
  { label: 'Home', href: paths.home(), icon: HomeIcon, letter: 'h', words: 'start collection' },
  ...Object.entries(explorers).map(([id, { path, name, letter, words }]) => ({
    label: name,
    href: path,
    icon: icons.get(id) ?? SearchIcon,
    letter,
    words,
    group: 'Search' as const,
  })),
  {
    label: 'Connections',
    href: paths.connections(),
    icon: LinkIcon,
    letter: 'l',
    section: '/connections/',
    words: 'shared links certificate jarm favicon registrant same operator campaign pivot',
    group: 'Hunt',
  },
  {
    label: 'Findings',
    href: paths.findings(),
    icon: FindingIcon,
    letter: 'f',
    words: 'detectors patterns fast flux hijack dangling takeover burst evidence',
    group: 'Hunt',
  },
  {
    label: 'Rankings',
    href: paths.rankings('asn'),
    icon: RankingIcon,
    letter: 'r',
    section: '/rankings/',
    words: 'worst reputation takedown subnet ipv4 name server listed',
    group: 'Hunt',
  },
  {
    label: 'Retro-hunt',
    href: paths.retroHunt(),
    icon: HistoryIcon,
    letter: 'v',
    words: 'own logs resolved before listed feed update new listing',
    group: 'Hunt',
  },
  {
    label: 'Watches',
    href: paths.watches(),
    icon: WatchIcon,
    letter: 'w',
    words: 'watch alert notify monitor events unread webhook atom feed',
    group: 'Hunt',
  },
  {
    label: 'Score quality',
    href: paths.quality(),
    icon: QualityIcon,
    letter: 'q',
    words: 'calibration precision recall back-test feeds lists first benign',
    group: 'Hunt',
  },
  {
    label: 'Bulk',
    href: paths.bulk(),
    icon: BulkIcon,
    letter: 'b',
    words: 'triage many indicators list file paste csv',
    group: 'Work',
  },
  {
    label: 'Compare',
    href: paths.compare(),
    icon: CompareIcon,
    letter: 'm',
    words: 'side by side difference two domains addresses',
    group: 'Work',
  },
  {
    label: 'Investigation',
    href: paths.investigation(),
    icon: InvestigationIcon,
    letter: 'i',
    words: 'trail pivots history tree graph notes pins',
    group: 'Work',
  },
  {
    label: 'Judgements',
    href: paths.judgements(),
    icon: JudgeIcon,
    letter: 'u',
    words: 'team tags trusted bad never flag allow list override',
    group: 'Work',
  },
  { label: 'Jobs', href: paths.jobs(), icon: JobIcon, letter: 'j', words: 'background running', group: 'Work' },
  {
    label: 'Sources',
    href: paths.sources(),
    icon: SourcesIcon,
    letter: 'o',
    words: 'feeds lists block list data import freshness tracked coverage licence',
    group: 'Data',
  },
  {
    label: 'Audit log',
    href: paths.audit(),
    icon: AuditIcon,
    letter: 'y',
    words: 'who changed what when key administrator',
    group: 'Data',
    needs: 'manage',
  },
  {
    label: 'Published feeds',
    href: paths.feeds(),
    icon: PublishedIcon,
    letter: 'x',
    words: 'out-feeds block list rpz dns firewall hosts csv taxii stix resolver',
    group: 'Data',
  },
  {
    label: 'API reference',
    href: paths.api(),
    icon: ApiIcon,
    letter: 'e',
    words: 'interface openapi curl operations endpoints rest score formulas',
    group: 'Data',
  },
  {
    label: 'Settings',
    href: paths.settings(),
    icon: SettingsIcon,
    letter: 's',
    words: 'connection api key theme density time zone preferences',
  },
];

/** The pages that the key of the analyst can open. */
export function offeredPages(may: Team['may']): readonly Destination[] {
  return destinations.filter(({ needs }) => needs === undefined || may(needs));
}

/** An action available on every page; the omnibox finds it. */
interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: ComponentType;
  /** Search words. */
  readonly words: string;
  readonly run: () => void;
}

export const themeChoices: readonly { readonly value: Theme; readonly label: string; readonly icon: ComponentType }[] =
  [
    { value: 'dark', label: 'Dark', icon: MoonIcon },
    { value: 'light', label: 'Light', icon: SunIcon },
    { value: 'system', label: 'System', icon: SystemThemeIcon },
  ];

export const commands: readonly Command[] = [
  {
    id: 'copy-link',
    label: 'Copy the link of this view',
    icon: LinkIcon,
    words: 'share permalink url',
    run: () => void copyText(location.href),
  },
  ...themeChoices.map(({ value, label, icon }) => ({
    id: `theme-${value}`,
    label: `Theme: ${label.toLowerCase()}`,
    icon,
    words: 'colour color appearance mode',
    run: () => savePreferences({ theme: value }),
  })),
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    icon: InfoIcon,
    words: 'keys help ?',
    run: () => showShortcutList(true),
  },
  { id: 'tour', label: 'First steps', icon: PlayIcon, words: 'tour help guide', run: () => showTourStep(0) },
  {
    id: 'print',
    label: 'Print this view',
    icon: PrintIcon,
    words: 'paper pdf',
    // the list closes first
    run: () => setTimeout(() => print()),
  },
];
