/** What a client of TAXII 2.1 knows of an object (STIX 2.1). */
export interface TaxiiObject {
  readonly id: string;
  readonly modified: string;
  readonly created: string;
  readonly pattern: string;
  readonly revoked?: boolean;
  readonly [property: string]: unknown;
}

interface Collection {
  readonly id: string;
  readonly title: string;
  readonly can_read: boolean;
}

interface Envelope {
  readonly more?: boolean;
  readonly next?: string;
  readonly objects?: readonly TaxiiObject[];
}

const mediaType = 'application/taxii+json;version=2.1';

/** A client written from the OASIS standard alone: it follows discovery to the collections, and pages through their objects. */
export class TaxiiClient {
  readonly #origin: string;
  readonly #authorization: string;

  constructor(origin: string, key: string) {
    this.#origin = origin;
    this.#authorization = `Basic ${Buffer.from(`anyone:${key}`).toString('base64')}`;
  }

  /** @throws Error for a wrong status or media type */
  async get<Body>(path: string): Promise<{ readonly body: Body; readonly headers: Headers }> {
    const url = new URL(path, this.#origin);
    const answer = await fetch(url, { headers: { accept: mediaType, authorization: this.#authorization } });
    const type = answer.headers.get('content-type')?.replaceAll(' ', '');
    if (!answer.ok || type !== mediaType) throw new Error(`${url.href}: ${answer.status} ${type}`);
    return { body: (await answer.json()) as Body, headers: answer.headers };
  }

  /** The address of a collection, found from the discovery document. */
  async collection(title: string): Promise<string> {
    const { body: discovery } = await this.get<{ api_roots: readonly string[] }>('/taxii2/');
    for (const root of discovery.api_roots) {
      const { body } = await this.get<{ collections?: readonly Collection[] }>(`${root}collections/`);
      const found = body.collections?.find((each) => each.title === title && each.can_read);
      if (found) return `${root}collections/${found.id}/`;
    }
    throw new Error(`no collection ${title}`);
  }

  /** All objects of a collection, page by page. @param query filters @param onPage called with each page */
  async objects(
    collection: string,
    query: Readonly<Record<string, string>> = {},
    onPage?: (headers: Headers, objects: readonly TaxiiObject[]) => void | Promise<void>,
  ): Promise<TaxiiObject[]> {
    const all: TaxiiObject[] = [];
    let next: string | undefined;
    do {
      const asked = new URLSearchParams({ ...query, ...(next !== undefined && { next }) });
      const { body, headers } = await this.get<Envelope>(`${collection}objects/?${asked.toString()}`);
      const { objects = [], more = false } = body;
      await onPage?.(headers, objects);
      all.push(...objects);
      next = more ? body.next : undefined;
    } while (next !== undefined);
    return all;
  }
}
