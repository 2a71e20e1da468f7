const NAMESPACE = 'http://www.w3.org/2000/svg';

/** What style sheets and the theme decide about a drawn element. */
const INLINED = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'fill-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
];

/** A copy that looks the same without the page around it: computed colours and fonts are written into every element. */
function standalone(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll('*')];
  [copy, ...copy.querySelectorAll('*')].forEach((element, index) => {
    const style = getComputedStyle(originals[index]!);
    for (const name of INLINED) element.setAttribute(name, style.getPropertyValue(name));
    for (const name of ['style', 'class', 'tabindex', 'role']) element.removeAttribute(name);
  });
  return copy;
}

export interface PictureMarkup {
  text: string;
  width: number;
  height: number;
}

/** One SVG document of the pictures below each other (an axis and its plot), on the background of the page. */
export function pictureMarkup(svgs: readonly SVGSVGElement[]): PictureMarkup {
  const sizes = svgs.map((svg) => svg.getBoundingClientRect());
  const width = Math.max(...sizes.map((size) => size.width));
  const height = sizes.reduce((sum, size) => sum + size.height, 0);
  const picture = document.createElementNS(NAMESPACE, 'svg');
  picture.setAttribute('width', String(width));
  picture.setAttribute('height', String(height));
  const ground = document.createElementNS(NAMESPACE, 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', getComputedStyle(document.documentElement).backgroundColor);
  picture.append(ground);
  let top = 0;
  svgs.forEach((svg, index) => {
    const copy = standalone(svg);
    copy.setAttribute('y', String(top));
    copy.setAttribute('width', String(sizes[index]!.width));
    copy.setAttribute('height', String(sizes[index]!.height));
    picture.append(copy);
    top += sizes[index]!.height;
  });
  return { text: new XMLSerializer().serializeToString(picture), width, height };
}
