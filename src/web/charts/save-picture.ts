import { downloadFile } from '#web/kit/ui/copy-text.ts';

/** Sharp in a report. */
const PNG_SCALE = 2;
/** Browsers refuse a canvas above some 16,000 pixels a side. */
const MAX_CANVAS_SIDE = 16_000;

/** A vector picture as PNG, sharp on dense screens. */
export async function rasterise(vector: Blob, width: number, height: number): Promise<Blob> {
  const url = URL.createObjectURL(vector);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.min(PNG_SCALE, MAX_CANVAS_SIDE / Math.max(width, height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(width * scale);
    canvas.height = Math.ceil(height * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      const failure = new Error('The picture could not be rendered.');
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(failure)), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Saves the pictures, below each other, as one file. */
export async function savePicture(
  svgs: readonly SVGSVGElement[],
  fileName: string,
  format: 'svg' | 'png',
): Promise<void> {
  const { text, width, height } = pictureMarkup(svgs);
  const vector = new Blob([text], { type: 'image/svg+xml' });
  const content = format === 'svg' ? vector : await rasterise(vector, width, height);
  downloadFile(`${fileName.replace(/[^\w.-]+/g, '-')}.${format}`, content, content.type);
}

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

interface PictureMarkup {
  text: string;
  width: number;
  height: number;
}

/** One SVG document of the pictures below each other (an axis and its plot), on the background of the page. */
function pictureMarkup(svgs: readonly SVGSVGElement[]): PictureMarkup {
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
