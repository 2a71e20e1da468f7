import { type Operation, type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { contractRoutes } from '#contract/generated/routes.gen.ts';
import { requestPath } from '#server/upstream/provider-question.ts';

/** An operation that an assistant may call, with its parameters in one object. */
export interface Tool {
  readonly operation: Operation & { readonly operationId: OperationId };
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
  /** Parameters that are always sent. */
  readonly fixed: Readonly<Record<string, string>>;
}

/** A call over HTTP, below the base path of the interface. */
export interface ToolRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

/** Read-only, and answered from the collection: nothing here changes anything. The choice keeps the list short, which is sent to each assistant. */
const offered = [
  'enrichDomain',
  'enrichIpv4',
  'enrichIpv6',
  'domainRiskScoreBulk',
  'ipv4RiskScoreBulk',
  'ipv6RiskScoreBulk',
  'padnsForward',
  'padnsReverse',
  'padnsBoth',
  'domainWhois',
  'domainCertificates',
  'domainNsChanges',
  'nsTransfers',
  'scanCertificates',
  'scanFavicon',
  'scanHeaders',
  'scanJarm',
  'asnLookup',
  'nsReputation',
  'asnReputation',
  'subnetReputation',
  'ipv4ReputationHistory',
  'subnetContents',
  'asnListed',
  'connections',
  'campaign',
  'lookAlikes',
  'similarPages',
  'findings',
  'retroHunt',
  'news',
  'judgements',
  'collection',
  'job',
] as readonly OperationId[];

/** Parameters that shape an answer for programs, or that make the service fetch something. */
const hidden: ReadonlySet<string> = new Set([
  'prefer',
  'max_wait',
  'with_metadata',
  'force_metadata_on',
  'force_metadata_off',
  'output_format',
  'explain',
  'scan_data',
  'sparse',
  'favicon_mmh3_from_url',
]);

/** Rows where the assistant does not say how many: an answer is shortened to a few thousand tokens in any case. */
export const defaultLimit = 50;

/** The JSON schema of a parameter. */
interface Schema {
  readonly description?: string;
  readonly [keyword: string]: unknown;
}

interface Properties {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface BodySchema {
  readonly content?: { readonly 'application/json'?: { readonly schema?: Properties } };
}

/** The tools by name, which is the id of the operation. */
export const tools: ReadonlyMap<string, Tool> = new Map(offered.map((id) => [id, toolOf(id)]));

function toolOf(id: OperationId): Tool {
  const route = contractRoutes.find(({ operationId }) => operationId === id);
  if (!route) throw new Error(`the contract has no ${id}`);
  const { params, querystring, body }: { params?: Properties; querystring?: Properties; body?: BodySchema } =
    route.schema;
  const parts: readonly Properties[] = [
    params ?? {},
    querystring ?? {},
    body?.content?.['application/json']?.schema ?? {},
  ];
  const all = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  const properties = Object.fromEntries(
    all.flatMap(([name, schema]) => (hidden.has(name) ? [] : [[name, inWords(name, schema)]])),
  );
  return {
    operation: operations[id],
    inputSchema: {
      type: 'object',
      properties,
      additionalProperties: false,
      required: parts.flatMap(({ required = [] }) => required),
    },
    fixed: all.some(([name]) => name === 'explain') ? { explain: '1' } : {},
  };
}

/** Without the notes on how the interface was read, which speak to its implementers. */
function inWords(name: string, schema: Schema): Schema {
  const kept = Object.entries(schema).filter(([keyword]) => !keyword.startsWith('x-'));
  const description = schema.description?.replace(/\s*(Beyond the interface:|Decision:).*$/s, '');
  return {
    ...Object.fromEntries(kept),
    ...(description !== undefined && { description }),
    ...(name === 'limit' && { default: defaultLimit }),
  };
}

/** @param given the arguments of the assistant, all of them known to the tool */
export function requestOf(
  { operation, inputSchema, fixed }: Tool,
  given: Readonly<Record<string, unknown>>,
): ToolRequest {
  if (operation.takesBody) return { method: 'POST', path: operation.path, body: given };
  const limit = 'limit' in inputSchema.properties && { limit: defaultLimit };
  const isInPath = ([name]: readonly [string, unknown]) => operation.path.includes(`{${name}}`);
  const all = Object.entries({ ...fixed, ...limit, ...given });
  const path = Object.fromEntries(all.filter(isInPath));
  const query = Object.fromEntries(all.filter((each) => !isInPath(each)));
  return { method: 'GET', path: requestPath({ id: operation.operationId, path, query }) };
}
