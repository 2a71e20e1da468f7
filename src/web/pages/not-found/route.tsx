import { useLocation } from 'react-router';
import { ImpossibleSubject } from '#web/kit/subject/ImpossibleSubject.tsx';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = { title: 'Not found' };

/** Shown for an unknown path. The last part of the path is suggested as a search. */
export function Component() {
  const { pathname } = useLocation();
  const text = lastPart(pathname);
  return <ImpossibleSubject heading="There is no such page" text={text} what="A page of the dashboard" />;
}

function lastPart(pathname: string): string {
  const part = pathname.split('/').filter(Boolean).at(-1) ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
