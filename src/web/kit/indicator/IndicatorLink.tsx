import { type KeyboardEvent, type MouseEvent, type ReactNode, useContext, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { INDICATOR_KINDS, type IndicatorKind } from '#model/indicator-kind.ts';
import { indicatorText } from '#model/indicator-of.ts';
import { isInternal } from '#model/reserved-space.ts';
import { useTeam } from '#web/api/team.ts';
import { classNames, indicatorClass, quietLinkClass } from '#web/kit/ui/class-names.ts';
import { HoverCard } from '#web/kit/ui/Tooltip.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { AsOfContext, withAsOf } from '#web/url/as-of.ts';
import { subjectPath } from '#web/url/subject-path.ts';
import { InternalMark } from './CountryText.tsx';
import { JudgementMarks } from './Judgements.tsx';
import { indicatorMenu, TableMenuContext } from './indicator-menu.ts';
import type { MenuEntry } from '#web/kit/ui/menu-entry.ts';
import { LazyMenuPopup, preloadMenuPopup } from '#web/kit/ui/MenuButton.tsx';
import { isPressed } from '#web/kit/ui/shortcuts.ts';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

const IndicatorCard = lazyPart(async () => (await import('./IndicatorCard.tsx')).IndicatorCard);

interface IndicatorLinkProps {
  readonly kind: IndicatorKind;
  /** Canonical, as from indicator-of.ts and the model. */
  readonly value: string;
  /** Shown instead of the value: the name as received. */
  readonly display?: string | undefined;
  readonly className?: string;
}

/**
 * An indicator anywhere in the dashboard: selectable text that opens its page in the dashboard, never the site itself. Hover
 * and focus show its score; right-click, the context-menu key or `.` open its menu.
 */
export function IndicatorLink({ kind, value, display, className }: IndicatorLinkProps) {
  const asOf = useContext(AsOfContext);
  const path = subjectPath(kind, value);
  const href = asOf === null ? path : withAsOf(path, asOf);
  const navigate = useNavigate();
  const tableEntries = useContext(TableMenuContext);
  const { may } = useTeam();
  const name = indicatorText({ kind, value });
  const shown = display ?? name;
  const { props, menu } = useContextMenu(`Actions for ${name}`, () =>
    indicatorMenu({ kind, value }, { href, navigate, mayJudge: may('judge'), tableEntries: tableEntries() }),
  );
  const text: ReactNode = shown === name ? name : <VisibleText text={shown} foldAt={Number.POSITIVE_INFINITY} />;
  return (
    <>
      <JudgementMarks kind={kind} value={value} />
      <HoverCard
        label={`About ${INDICATOR_KINDS[kind].one} ${name}`}
        content={() => <IndicatorCard fallback={<span className="block h-20" />} kind={kind} value={value} />}
      >
        <Link
          {...props}
          to={href}
          // a dragged link cannot be selected as text
          draggable={false}
          onClick={keepSelection}
          className={classNames(indicatorClass, quietLinkClass, className)}
        >
          {text}
        </Link>
      </HoverCard>
      {kind !== 'domain' && isInternal(kind, value) && (
        <>
          {' '}
          <InternalMark />
        </>
      )}
      {menu}
    </>
  );
}

/** A click that ends a text selection does not follow the link. */
function keepSelection(event: MouseEvent<HTMLElement>): void {
  const selection = document.getSelection();
  if (selection && !selection.isCollapsed && selection.containsNode(event.currentTarget, true)) event.preventDefault();
}

interface AsnLinkProps {
  /** 0 or missing: not announced. */
  readonly asn: number | undefined;
  /** Written by the operator of the AS: shown as plain text only. */
  readonly name?: string | undefined;
}

/** An autonomous system by number and name. */
export function AsnLink({ asn, name }: AsnLinkProps) {
  if (!asn) return <span className="text-faint">not announced</span>;
  return (
    <span>
      <IndicatorLink kind="asn" value={String(asn)} />
      {name && (
        <>
          {' '}
          <VisibleText text={name} className="text-muted" />
        </>
      )}
    </span>
  );
}

interface ContextMenu {
  /** For the element with the menu; it must be focusable for the keyboard to reach the menu. */
  props: {
    onContextMenu: (event: MouseEvent<HTMLElement>) => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    onPointerEnter: () => void;
    onFocus: () => void;
  };
  /** Render this next to the element: the menu while open, otherwise nothing. */
  menu: ReactNode;
}

/**
 * A menu about one element: right-click, long press on touch screens that send contextmenu, the context-menu key, Shift+F10, or `.`.
 * With Shift held, a right-click still gets the browser's own menu.
 */
function useContextMenu(label: string, entries: () => readonly MenuEntry[]): ContextMenu {
  const [open, setOpen] = useState<{ anchor: HTMLElement; point?: { x: number; y: number } }>();
  return {
    props: {
      onContextMenu: (event) => {
        if (event.shiftKey && event.button === 2) return;
        event.preventDefault();
        event.stopPropagation();
        // an event from the keyboard has no button; the menu then opens below the element
        const anchor = event.currentTarget;
        setOpen(event.button === 2 ? { anchor, point: { x: event.clientX, y: event.clientY } } : { anchor });
      },
      onKeyDown: (event) => {
        if (!isPressed(event, 'indicatorMenu')) return;
        event.preventDefault();
        event.stopPropagation();
        setOpen({ anchor: event.currentTarget });
      },
      onPointerEnter: preloadMenuPopup,
      onFocus: preloadMenuPopup,
    },
    menu: open && (
      <LazyMenuPopup
        label={label}
        entries={entries()}
        anchor={open.anchor}
        point={open.point}
        onClose={() => setOpen(undefined)}
      />
    ),
  };
}
