/** Longer values have a dialog of their own. */
const MAX_CHARACTERS = 500;

/**
 * What a narrow place cuts off is told on hover: the element whose text ends in an ellipsis gets the whole as its title, as
 * long as it is cut. Controls inside have their own cards and names, and a title given by its component stays.
 */
export function tellCutText(root: Document): void {
  root.addEventListener('pointerover', ({ target }) => {
    if (!(target instanceof Element)) return;
    const element = target.closest<HTMLElement>('.truncate, [role="grid"] td');
    if (!element || (element.title !== '' && element.dataset['cut'] === undefined)) return;
    const control = target.closest('a, button');
    const isCut = element.scrollWidth > element.clientWidth && !(control && element.contains(control));
    if (isCut) {
      element.dataset['cut'] = '';
      element.title = element.innerText.slice(0, MAX_CHARACTERS);
    } else if (element.dataset['cut'] !== undefined) {
      delete element.dataset['cut'];
      element.removeAttribute('title');
    }
  });
}
