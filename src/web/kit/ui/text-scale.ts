/** The text size set in the browser, as a factor of the usual one: what holds text but is measured in pixels grows with it. */
export const textScale =
  typeof document === 'undefined'
    ? 1
    : (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;
