const longestReason = 80;

/**
 * Why a link leads on from the page it stands on, for the edges of the investigation: what the link is marked with, else the fact or panel
 * it stands in with the latest day of its row ("current name servers, 2026-10-02").
 */
export function pivotReason(link: Element): string | undefined {
  const marked = link.closest<HTMLElement>('[data-why]')?.dataset['why'];
  if (marked) return marked;
  const fact = link.closest('dd')?.parentElement?.querySelector('dt')?.textContent.trim();
  const heading = link.closest('[data-panel]')?.querySelector('h2, h3')?.textContent.trim();
  // "A records of evil.example": the step above says of whom
  const words = (fact || heading)?.replace(/ of \S+$/, '');
  if (!words) return undefined;
  const day = [...(link.closest('tr, [role="row"], li')?.querySelectorAll('time') ?? [])]
    .map(({ dateTime }) => dateTime.slice(0, 10))
    .sort()
    .at(-1);
  // abbreviations keep their letters
  const plain = /^[A-Z][a-z]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
  return `${plain.slice(0, longestReason)}${day ? `, ${day}` : ''}`;
}
