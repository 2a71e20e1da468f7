import { useLocation } from 'react-router';
import { ImpossibleSubject } from '#web/kit/subject/ImpossibleSubject.tsx';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = { title: 'Not found' };

/** No such view: the last part of the address is taken for what was looked for. */
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
