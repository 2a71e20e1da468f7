import { Navigate, useLocation, useParams } from 'react-router';
import { formatAsn, parseAsn } from '#model/asn.ts';
import { ImpossibleSubject } from '#web/components/subject/ImpossibleSubject.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { AsnView } from './AsnView.tsx';

export const handle: RouteHandle = {
  title: ({ asn = '' }) => {
    const number = parseAsn(asn);
    return number === null ? asn : formatAsn(number);
  },
};

/** An autonomous system by its plain number; AS64500 and asdot lead to it. */
export function Component() {
  const { asn: text = '' } = useParams();
  const { search } = useLocation();
  const asn = parseAsn(text);
  if (asn === null) return <ImpossibleSubject heading="There is no such AS number" text={text} what="An AS number" />;
  if (String(asn) !== text) return <Navigate replace to={paths.asn(asn) + search} />;
  return <AsnView key={asn} asn={asn} />;
}
