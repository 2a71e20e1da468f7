import { Suspense, lazy, useContext, type MouseEvent, type ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { INDICATOR_KINDS, type IndicatorKind } from '#model/indicator-kind.ts';
import { HoverCard } from '#web/ui/HoverCard.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { indicatorClass, quietLinkClass } from '#web/ui/link-class.ts';
import { useContextMenu } from '#web/ui/use-context-menu.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { indicatorMenu } from './indicator-menu.ts';
import { TableActionsContext } from './table-actions.ts';
import { useSubjectPath, withAsOf } from './use-subject-path.ts';

const IndicatorCard = lazy(async () => ({ default: (await import('./IndicatorCard.tsx')).IndicatorCard }));

interface IndicatorLinkProps {
  readonly kind: IndicatorKind;
  /** Canonical, as indicator-of.ts and the model give it. */
  readonly value: string;
  /** What stands there instead of the value: `AS64500 EXAMPLE-NET`, the name as it was received. */
  readonly display?: string;
  readonly className?: string;
}

/**
 * An indicator anywhere in the dashboard: selectable text that opens its subject here, never the indicator itself. Hover and
 * focus show its score; right-click, the context-menu key or `.` what can be done with it.
 */
export function IndicatorLink({ kind, value, display = value, className }: IndicatorLinkProps) {
  const href = useSubjectPath(kind, value);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const table = useContext(TableActionsContext);
  const keepAsOf = (path: string) => withAsOf(path, search.get('asof'));
  const { props, menu } = useContextMenu(`Actions for ${display}`, () =>
    indicatorMenu({ kind, value }, { href, navigate, table, keepAsOf }),
  );
  const text: ReactNode = display === value ? value : <VisibleText text={display} foldAt={Number.POSITIVE_INFINITY} />;
  const classes = classNames(indicatorClass, className);
  return (
    <>
      <HoverCard
        label={`About ${INDICATOR_KINDS[kind].one} ${display}`}
        content={() => (
          <Suspense fallback={<Skeleton shape="text" count={3} />}>
            <IndicatorCard kind={kind} value={value} />
          </Suspense>
        )}
      >
        {href ? (
          <Link
            {...props}
            to={href}
            // a dragged link cannot be selected as text
            draggable={false}
            onClick={keepSelection}
            // in a table the cell has the focus, and the arrow keys lead to it
            tabIndex={table ? -1 : undefined}
            className={classNames(classes, quietLinkClass)}
          >
            {text}
          </Link>
        ) : (
          <span {...props} className={classes}>
            {text}
          </span>
        )}
      </HoverCard>
      {menu}
    </>
  );
}

/** The press that ends a selection of the text is no click on the link. */
function keepSelection(event: MouseEvent<HTMLElement>): void {
  const selection = document.getSelection();
  if (selection && !selection.isCollapsed && selection.containsNode(event.currentTarget, true)) event.preventDefault();
}
