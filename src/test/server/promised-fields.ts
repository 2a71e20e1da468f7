import { readFileSync } from 'node:fs';
import { operations, type OperationId } from '#contract/generated/operations.gen.ts';

/** A schema of the published contract. */
interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Reply {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}
const contract = JSON.parse(readFileSync('public/openapi.json', 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Record<string, Reply> }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** Fields that the contract promises under a condition. */
const conditional = /absent|only with|instead of|present and true|with \w+=|^COF|in summaries|in the summary/i;
const otherCases: Readonly<Record<string, RegExp>> = {
  'answers that become jobs': /^(C12|E1|E2|E3|E4|E8)\.(job_status|metadata)$/,
  'records of other types': /^E[123]\.records\.\w+hash$/,
  'the subject of the density': /^E6\.records\.\w+$/,
  'live look-ups': /^E[78]\.records\.(ip_diversity_live|live_error)$/,
  'no timeline in a search': /^E8\.records\.timeline$/,
  'ranks and D2 have no day': /^D(1|2|8|11|16)\.\w+\.date$/,
  'evidence and verdicts are those of one subject':
    /^D(4|8|11)\.\w+\.(verdict|listings|listings_total|facts|not_tracked|query)$/,
  'a history of subnets has no scores': /^A12\.asn2subnet\.(asn_\w+|malscore|verdict)$/,
  'a weight of 1': /listing_score_explain\.weight$/,
  'the bulk form has no scores': /^A9\.ip2asn\.(sp_risk_score|listing_score|scan_data|\w+_explain)$/,
  'no explain parameter': /^B4\.ip2asn\.\w+_explain$/,
};
const isExcepted = (path: string) => Object.values(otherCases).some((each) => each.test(path));

/** The paths of fields that the contract promises without a condition and that a successful answer lacks. */
export function missingFields(operationId: OperationId, response: unknown): string[] {
  const { path, method, item } = operations[operationId];
  const reply = contract.paths[path]?.[method.toLowerCase()]?.responses['200']?.content['application/json'];
  const answer = reply?.schema.properties?.['response'];
  if (!answer) throw new Error(`the contract does not describe the answer of ${operationId}`);
  return [...new Set(missingIn(answer, response, item ?? ''))].filter((each) => !isExcepted(each));
}

function missingIn(schema: Schema, value: unknown, at: string): string[] {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return missingIn(contract.components.schemas[name] ?? {}, value, at);
  if (Array.isArray(value)) return value.flatMap((each) => missingIn(schema.items ?? {}, each, at));
  if (value === null || typeof value !== 'object' || 'error' in value) return [];
  // the interface: an explanation may be empty
  if (at.endsWith('_explain') && Object.keys(value).length === 0) return [];
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.entries(schema.properties ?? {}).flatMap(([key, each]) => {
    if (fields[key] !== undefined) return missingIn(each, fields[key], `${at}.${key}`);
    return key === 'error' || conditional.test(each.description ?? '') ? [] : [`${at}.${key}`];
  });
}
