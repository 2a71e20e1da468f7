import { Navigate, useLocation, useParams } from 'react-router';
import { canonicalDomain } from '#model/domain-name.ts';
import { ImpossibleSubject } from '#web/components/subject/ImpossibleSubject.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { NameServerView } from './NameServerView.tsx';

export const handle: RouteHandle = { title: ({ nameserver = '' }) => nameserver };

/** A name server by its canonical name. */
export function Component() {
  const { nameserver: text = '' } = useParams();
  const { search } = useLocation();
  const server = canonicalDomain(text);
  if (!server?.includes('.'))
    return <ImpossibleSubject heading="There is no such name server" text={text} what="The name of a server" />;
  if (server !== text) return <Navigate replace to={paths.nameServer(server) + search} />;
  return <NameServerView key={server} server={server} />;
}
