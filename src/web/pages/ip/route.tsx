import { Navigate, useLocation, useParams } from 'react-router';
import { formatIp, parseIp, unmapIpv4 } from '#model/ip-address.ts';
import { ImpossibleSubject } from '#web/components/subject/ImpossibleSubject.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { Ipv4View, Ipv6View } from './AddressView.tsx';

export const handle: RouteHandle = { title: ({ ip = '' }) => ip };

/** An address of either version, in its canonical spelling. */
export function Component() {
  const { ip: text = '' } = useParams();
  const { search } = useLocation();
  const parsed = parseIp(text);
  if (!parsed) return <ImpossibleSubject heading="There is no such IP address" text={text} what="An IP address" />;
  const address = unmapIpv4(parsed);
  const ip = formatIp(address);
  if (ip !== text) return <Navigate replace to={paths.ip(ip) + search} />;
  return address.version === 4 ? <Ipv4View key={ip} ip={ip} /> : <Ipv6View key={ip} ip={ip} />;
}
