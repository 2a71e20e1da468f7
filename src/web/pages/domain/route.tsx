import { Navigate, useLocation, useParams } from 'react-router';
import { parseDomainName, toUnicodeName } from '#model/domain-name.ts';
import { ImpossibleSubject } from '#web/components/subject/ImpossibleSubject.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { DomainView } from './DomainView.tsx';

export const handle: RouteHandle = { title: ({ domain = '' }) => toUnicodeName(domain) };

/** A domain or host name, in A-labels. */
export function Component() {
  const { domain: text = '' } = useParams();
  const { search } = useLocation();
  const parsed = parseDomainName(text);
  if (!parsed.ok) return <ImpossibleSubject heading="There is no such domain name" text={text} what="A domain name" />;
  const { ascii } = parsed.name;
  if (ascii !== text) return <Navigate replace to={paths.domain(ascii) + search} />;
  return <DomainView key={ascii} domain={ascii} />;
}
