export type Side = 'top' | 'bottom' | 'left' | 'right';
export type Align = 'start' | 'center' | 'end';

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Placement {
  side: Side;
  align: Align;
  /** Pixels between the anchor and the box. */
  gap: number;
}

export interface PlacedBox {
  left: number;
  top: number;
  side: Side;
  /** What fits on the chosen side; a taller box scrolls. */
  maxHeight: number;
}

const edge = 8;
const opposite: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

/**
 * Where a floating box goes: on the wished side of its anchor, on the opposite side when only that one has room (or has more),
 * then shifted along the anchor so that it stays 8 px inside the viewport. All numbers are CSS pixels of the viewport.
 */
export function placeBox(
  anchor: Rect,
  box: { width: number; height: number },
  viewport: { width: number; height: number },
  wish: Placement,
): PlacedBox {
  const room: Record<Side, number> = {
    top: anchor.top - wish.gap - edge,
    bottom: viewport.height - anchor.top - anchor.height - wish.gap - edge,
    left: anchor.left - wish.gap - edge,
    right: viewport.width - anchor.left - anchor.width - wish.gap - edge,
  };
  const isVertical = wish.side === 'top' || wish.side === 'bottom';
  const needed = isVertical ? box.height : box.width;
  const other = opposite[wish.side];
  const side = room[wish.side] >= needed || room[wish.side] >= room[other] ? wish.side : other;

  const maxHeight = Math.max(64, isVertical ? room[side] : viewport.height - 2 * edge);
  const height = Math.min(box.height, maxHeight);
  const across = isVertical
    ? along(anchor.left, anchor.width, box.width, wish.align)
    : along(anchor.top, anchor.height, height, wish.align);
  const left = isVertical
    ? across
    : side === 'left'
      ? anchor.left - wish.gap - box.width
      : anchor.left + anchor.width + wish.gap;
  const top = !isVertical
    ? across
    : side === 'top'
      ? anchor.top - wish.gap - height
      : anchor.top + anchor.height + wish.gap;
  return {
    left: keepInside(left, box.width, viewport.width),
    top: keepInside(top, height, viewport.height),
    side,
    maxHeight,
  };
}

function along(start: number, length: number, size: number, align: Align): number {
  if (align === 'start') return start;
  return align === 'end' ? start + length - size : start + (length - size) / 2;
}

function keepInside(position: number, size: number, limit: number): number {
  return Math.round(Math.max(edge, Math.min(position, limit - size - edge)));
}
