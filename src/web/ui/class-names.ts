/** Joins class names, leaving out what is false or absent: `classNames('row', isOpen && 'open')`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
