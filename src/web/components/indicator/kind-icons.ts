import type { ComponentType } from 'react';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import { AddressIcon, AsnIcon, CertificateIcon, DomainIcon, NameServerIcon, SubnetIcon } from '#web/ui/icons.ts';

/** The icon of each kind of subject; kinds that are only searched for have none. */
export const kindIcons: Partial<Record<IndicatorKind, ComponentType>> = {
  ipv4: AddressIcon,
  ipv6: AddressIcon,
  subnet: SubnetIcon,
  asn: AsnIcon,
  domain: DomainIcon,
  'name-server': NameServerIcon,
  'certificate-md5': CertificateIcon,
  'certificate-sha1': CertificateIcon,
  'certificate-sha256': CertificateIcon,
};
