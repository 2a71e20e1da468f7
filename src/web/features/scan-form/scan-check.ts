import type { ParameterLimits } from '#contract/generated/parameters.gen.ts';
import { addressCount, formatCidr, subnetOf } from '#model/cidr.ts';
import { parseIp } from '#model/ip-address.ts';
import { numberProblem } from '#web/components/number-problem.ts';
import { checkRegex } from '#web/components/regex-check.ts';
import { fieldNames, fields, kindForms, type FieldName } from './scan-fields.ts';
import type { ScanQuestion } from './scan-question.ts';

/** Limits of the parameters, from the contract. */
export type LimitsOf = (field: FieldName) => ParameterLimits | undefined;
export type Problems = Readonly<Partial<Record<FieldName, string>>>;

/** What the service would refuse, by field of the kind. An empty form has no problem; that nothing is asked is said elsewhere. */
export function checkQuestion(question: ScanQuestion, limitsOf: LimitsOf): Problems {
  const { main, more } = kindForms[question.what];
  const problems: Partial<Record<FieldName, string>> = {};
  for (const name of fieldNames) {
    if (!main.includes(name) && !more.includes(name)) continue;
    const text = question[name].trim();
    const problem = text === '' ? missing(name, question) : wrong(name, text, limitsOf);
    if (problem !== undefined) problems[name] = problem;
  }
  return problems;
}

function missing(name: FieldName, { netmask, net, what }: ScanQuestion): string | undefined {
  if (name !== 'ipv4') return undefined;
  if (netmask.trim() !== '') return 'A netmask needs the address of its network.';
  return what === 'favicon' && net !== '' ? '“Everywhere else” needs the network that is left out.' : undefined;
}

function wrong(name: FieldName, text: string, limitsOf: LimitsOf): string | undefined {
  if (fields[name].isNumber) return numberProblem(text, limitsOf(name));
  switch (name) {
    case 'ipv4':
      return addressProblem(text);
    case 'fingerprint_sha1':
      return hashProblem(text, 40, 'SHA-1', { 32: 'an MD5', 64: 'a SHA-256' });
    case 'md5':
      return hashProblem(text, 32, 'MD5', { 40: 'a SHA-1', 64: 'a SHA-256' });
    case 'jarm_hash':
      return hashProblem(text, 62, 'JARM', {});
    case 'favicon_mmh3_from_url':
      return urlProblem(text);
    case 'filename_regex':
      return checkRegex(text).problem;
    default:
      return undefined;
  }
}

function addressProblem(text: string): string | undefined {
  if (parseIp(text)?.version === 4) return undefined;
  return text.includes('/')
    ? 'The address alone: the number after / belongs into Netmask.'
    : 'An IPv4 address: scans are kept of those only.';
}

function hashProblem(
  text: string,
  digits: number,
  name: string,
  others: Readonly<Record<number, string>>,
): string | undefined {
  const bare = text.replaceAll(':', '');
  const isHex = /^[0-9a-f]+$/i.test(bare);
  if (isHex && bare.length === digits) return undefined;
  const other = isHex ? others[bare.length] : undefined;
  const length = `${digits} hexadecimal digits`;
  return other ? `This is ${other}: scans are searched by ${name}, ${length}.` : `The ${name} as ${length}.`;
}

// only the shape: whether the target is allowed is for the service to say, with its reason
function urlProblem(text: string): string | undefined {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
    ? undefined
    : 'A URL that begins with http:// or https://.';
}

/** The network that address and netmask make, in words; undefined while they make none. */
export function networkReading({ ipv4, netmask }: Pick<ScanQuestion, 'ipv4' | 'netmask'>): string | undefined {
  const address = parseIp(ipv4.trim());
  if (address?.version !== 4 || !/^\d{1,2}$/.test(netmask.trim())) return undefined;
  const cidr = subnetOf(address, Number(netmask));
  return cidr ? `${formatCidr(cidr)}: ${addressCount(cidr).toLocaleString('en')} addresses.` : undefined;
}
