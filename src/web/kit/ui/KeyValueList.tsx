import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface KeyValue {
  key: string;
  /** Defaults to `key`. */
  label?: ReactNode;
  /** `undefined` and `null` show an explicit "not given", never a blank. */
  value: ReactNode;
}

/** Facts as a description list: two columns, or one when the panel is narrower than 20rem. */
export function KeyValueList({ items, className }: { items: readonly KeyValue[]; className?: string }) {
  return (
    <div className={classNames('@container', className)}>
      <dl className="grid grid-cols-1 @xs:grid-cols-[minmax(6.5rem,max-content)_minmax(0,1fr)]">
        {items.map(({ key, label, value }) => (
          <div
            key={key}
            className="border-border py-1 not-last:border-b @xs:col-span-2 @xs:grid @xs:min-h-row @xs:grid-cols-subgrid @xs:items-baseline @xs:gap-x-4"
          >
            <dt className="text-muted">{label ?? key}</dt>
            <dd className="min-w-0 break-words">{value ?? <span className="text-faint">not given</span>}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
