import { Navigate, useLocation, useParams } from 'react-router';
import { formatCidr, parseCidr } from '#model/cidr.ts';
import { ImpossibleSubject } from '#web/components/subject/ImpossibleSubject.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { Ipv4SubnetView, Ipv6SubnetView } from './SubnetView.tsx';

export const handle: RouteHandle = { title: ({ address = '', length = '' }) => `${address}/${length}` };

/** A subnet of either version; host bits are masked off in the address bar. */
export function Component() {
  const { address = '', length = '' } = useParams();
  const { search } = useLocation();
  const text = `${address}/${length}`;
  const cidr = parseCidr(text);
  if (!cidr) return <ImpossibleSubject heading="There is no such subnet" text={text} what="A subnet" />;
  const subnet = formatCidr(cidr);
  if (subnet !== text) return <Navigate replace to={paths.subnet(subnet) + search} />;
  return cidr.network.version === 4 ? (
    <Ipv4SubnetView key={subnet} cidr={cidr} />
  ) : (
    <Ipv6SubnetView key={subnet} cidr={cidr} />
  );
}
