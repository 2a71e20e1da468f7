import type { ComponentType } from 'react';
import {
  AsnIcon,
  BulkIcon,
  CertificateIcon,
  HomeIcon,
  JobIcon,
  RankingIcon,
  ScanIcon,
  SearchIcon,
  SettingsIcon,
  TimelineIcon,
  TrailIcon,
  TransferIcon,
} from '#web/ui/icons.ts';
import { paths } from '#web/url/paths.ts';

/** A page that the header, the omnibox and the shortcuts lead to. */
export interface Destination {
  readonly label: string;
  readonly href: string;
  readonly icon: ComponentType;
  /** The letter after `g`. */
  readonly letter: string;
  /** Other words that find it in the omnibox. */
  readonly words: string;
  /** Named in the header; the rest has a control of its own there. */
  readonly isInHeader: boolean;
}

export const destinations: readonly Destination[] = [
  { label: 'Home', href: paths.home(), icon: HomeIcon, letter: 'h', words: 'start collection', isInHeader: false },
  {
    label: 'Passive DNS',
    href: paths.padns(),
    icon: SearchIcon,
    letter: 'p',
    words: 'search explorer forward reverse records padns',
    isInHeader: true,
  },
  {
    label: 'Scans',
    href: paths.scans(),
    icon: ScanIcon,
    letter: 'n',
    words: 'search explorer certificates favicon headers jarm open directories files fingerprint hash',
    isInHeader: true,
  },
  {
    label: 'Certificates',
    href: paths.certificates(),
    icon: CertificateIcon,
    letter: 'c',
    words: 'search explorer tls x509 issuer names domains',
    isInHeader: true,
  },
  {
    label: 'Transfers',
    href: paths.transfers(),
    icon: TransferIcon,
    letter: 't',
    words: 'search explorer name server ns moved changes nstransfer',
    isInHeader: true,
  },
  {
    label: 'IP diversity',
    href: paths.diversitySearch(),
    icon: TimelineIcon,
    letter: 'd',
    words: 'search explorer fast flux hosts addresses asn ipdiversity',
    isInHeader: true,
  },
  {
    label: 'AS names',
    href: paths.asnSearch(),
    icon: AsnIcon,
    letter: 'a',
    words: 'search autonomous system asn look-up',
    isInHeader: true,
  },
  {
    label: 'Rankings',
    href: paths.rankings('asn'),
    icon: RankingIcon,
    letter: 'r',
    words: 'worst reputation takedown subnet ipv4 name server listed',
    isInHeader: true,
  },
  {
    label: 'Bulk',
    href: paths.bulk(),
    icon: BulkIcon,
    letter: 'b',
    words: 'triage many indicators list file paste csv',
    isInHeader: true,
  },
  {
    label: 'Trail',
    href: paths.trail(),
    icon: TrailIcon,
    letter: 'i',
    words: 'investigation pivots history tree graph notes pins',
    isInHeader: true,
  },
  { label: 'Jobs', href: paths.jobs(), icon: JobIcon, letter: 'j', words: 'background running', isInHeader: true },
  {
    label: 'Settings',
    href: paths.settings(),
    icon: SettingsIcon,
    letter: 's',
    words: 'connection api key theme density time zone preferences',
    isInHeader: false,
  },
];
