import { LANDMARKS } from './landmarks.ts';

/**
 * Who runs the subjects of the stories: each row is what one party runs or ran, as the stories tell it. What is not named here belongs to
 * others.
 */
export const OPERATORS: readonly (readonly string[])[] = [
  // Harborline Bank
  ['harborline-bank.example', 'harborline-bank.test', 'harborline-bank-events.example'],
  // the crew of harborline-crew.ts: its page in fast flux, the domains of name servers and mail, the beacons of Amber Console, and the
  // look-alikes
  [
    LANDMARKS.fluxDomain.indicator,
    'attic-lamp.test',
    'secure-notices.test',
    LANDMARKS.c2Domain.indicator,
    'cdn-metrics-sync.invalid',
    LANDMARKS.homoglyphDomain.indicator,
    'harborline-bank-support.test',
    'harborlne-bank.example',
    'harbor1ine-bank.example',
    'harborline-bank.invalid',
  ],
  // the hosts of Amber Console
  [LANDMARKS.c2Address.indicator, LANDMARKS.c2AddressRecent.indicator, LANDMARKS.c2AddressUnlisted.indicator],
  // Grimtide
  [LANDMARKS.sinkholedDomain.indicator, 'grimtide-mirror.invalid'],
  // a domain dealer, and the customer of Cinderwall who bought two of the names
  [LANDMARKS.parkedDomain.indicator, 'quillford-pottery.example', 'maplewick-choir.example'],
  // each of these has an owner of its own
  ['crowsnest-dns.test'],
  ['drop-pantry.invalid'],
  [LANDMARKS.expiredDomain.indicator],
  [LANDMARKS.cleanDomain.indicator],
  [LANDMARKS.elderDomain.indicator],
  [LANDMARKS.toplistDomain.indicator],
  [LANDMARKS.ipv6OnlyDomain.indicator],
  [LANDMARKS.newToday.indicator],
  [LANDMARKS.newYesterday.indicator],
];
