import { useState, type ReactNode } from 'react';
import { formatNumber } from '#model/format.ts';

interface ShortListProps<Item> {
  readonly items: readonly Item[];
  readonly children: (item: Item) => ReactNode;
  /** Identifies an item; its text by default. */
  readonly itemKey?: (item: Item) => string;
  readonly shownAtMost?: number;
  /** The content of the list, for screen readers: "Name servers". */
  readonly label: string;
}

/** The first items of a list, stacked, and a button for the rest. */
export function ShortList<Item>({ items, children, itemKey = String, shownAtMost = 5, label }: ShortListProps<Item>) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  // a button for a single hidden line would take the room of that line
  const isFolded = !isUnfolded && items.length > shownAtMost + 1;
  const shown = isFolded ? items.slice(0, shownAtMost) : items;
  return (
    <div>
      <ul aria-label={label}>
        {shown.map((item) => (
          <li key={itemKey(item)} className="min-w-0">
            {children(item)}
          </li>
        ))}
      </ul>
      {items.length > shownAtMost + 1 && (
        <button
          type="button"
          aria-expanded={isUnfolded}
          onClick={() => setIsUnfolded(!isUnfolded)}
          className="target text-sm text-accent underline-offset-2 hover:underline"
        >
          {isUnfolded ? 'Show less' : `${formatNumber(items.length - shownAtMost)} more`}
        </button>
      )}
    </div>
  );
}
