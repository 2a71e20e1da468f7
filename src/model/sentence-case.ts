/** Capitalizes the first letter, for words that start a sentence or stand alone. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
