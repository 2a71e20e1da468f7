import { INDICATOR_KINDS, type IndicatorKind } from '#model/indicator-kind.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { type ConnectionAttribute, isConnectionAttribute } from '#model/connection.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

const kinds: Partial<Record<ConnectionAttribute, IndicatorKind>> = {
  'ns-set': 'nshash',
  'name-server': 'name-server',
  mx: 'domain',
  cname: 'domain',
  jarm: 'jarm',
  favicon: 'favicon-mmh3',
};

function kindOf(attribute: string, value: string): IndicatorKind | undefined {
  if (attribute === 'address') return canonicalIp(value)?.includes(':') ? 'ipv6' : 'ipv4';
  if (attribute.startsWith('certificate') && /^[0-9a-f]{40}$/.test(value)) return 'certificate-sha1';
  return isConnectionAttribute(attribute) ? kinds[attribute] : undefined;
}

const shortHash = 16;

interface ConnectionValueProps {
  readonly attribute: string;
  readonly value: string;
  readonly label: string;
}

/** The value, linked to its page where it is an indicator. Foreign text is shown as text. */
export function ConnectionValue({ attribute, value, label }: ConnectionValueProps) {
  const kind = kindOf(attribute, value);
  if (!kind) return <VisibleText text={label || value} foldAt={120} className="font-mono break-words" />;
  const isHash = INDICATOR_KINDS[kind].why.includes('hex digits') && kind !== 'ipv6';
  const short = isHash && value.length > shortHash ? `${value.slice(0, shortHash)}…` : undefined;
  return <IndicatorLink kind={kind} value={value} display={label || short} />;
}
