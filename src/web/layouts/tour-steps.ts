interface TourStep {
  readonly title: string;
  readonly text: string;
  /** Where to look; a step whose place is not on screen is only read. */
  readonly place: string;
}

/** What nobody finds out by looking at the first page. At most five. */
export const tourSteps: readonly TourStep[] = [
  {
    title: 'Paste anything',
    text: 'An address, a domain, a hash, a defanged URL, or a whole report: the search says what it understood before you press Enter.',
    place: '#omnibox',
  },
  {
    title: 'Every value leads on',
    text: 'Press one to open its page. Its menu (right-click, or the . key) copies it defanged, searches passive DNS and more. Rest on it to see its score.',
    place: 'main h2 ~ ul a[href]',
  },
  {
    title: 'Go back in time',
    text: 'Set a day here, and passive DNS, address-to-AS and subnet look-ups answer for that day. It stays in every link you share.',
    place: '[data-tour="as-of"]',
  },
  {
    title: 'Nothing makes you wait',
    text: 'A long search goes on in the background while you work elsewhere. It is listed here, also after a reload and in your other tabs.',
    place: '[data-tour="jobs"]',
  },
  {
    title: 'Hands on the keyboard',
    text: 'Ctrl K or ⌘ K searches from anywhere, g and a letter opens a page, j and k walk a table, and ? lists the rest. This tour is in the same menu.',
    place: '[data-tour="help"]',
  },
];
