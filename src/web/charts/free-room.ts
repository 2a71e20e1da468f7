interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Claimed rectangles of a picture, first come first served, so that labels do not overlap. All in pixels. */
export class FreeRoom {
  readonly #bandHeight: number;
  /** What is taken, by the horizontal bands that it touches. */
  readonly #bands = new Map<number, Box[]>();

  /** @param bandHeight about the height of a piece, so that each touches few bands */
  constructor(bandHeight: number) {
    this.#bandHeight = bandHeight;
  }

  /** True when nothing lay there: it is taken from now on. */
  take(box: Box): boolean {
    const bands = this.#bandsOf(box);
    if (bands.some((band) => this.#bands.get(band)?.some((other) => overlap(box, other)))) return false;
    for (const band of bands) {
      const taken = this.#bands.get(band);
      if (taken) taken.push(box);
      else this.#bands.set(band, [box]);
    }
    return true;
  }

  /** All of it is free again. */
  clear(): void {
    this.#bands.clear();
  }

  #bandsOf({ top, height }: Box): readonly number[] {
    const first = Math.floor(top / this.#bandHeight);
    const last = Math.floor((top + height) / this.#bandHeight);
    return Array.from({ length: last - first + 1 }, (_, place) => first + place);
  }
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}
