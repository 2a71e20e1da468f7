import { downloadFile } from '#web/ui/download-file.ts';
import { pictureMarkup } from './picture-markup.ts';

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
      const failure = new Error('The picture could not be drawn.');
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
