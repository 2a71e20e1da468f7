/**
 * A database of IndexedDB, opened when it is first needed. Every method rejects where the browser has none (private windows,
 * storage that is blocked or full): the caller then says that nothing outlives the page.
 */
export class BrowserDatabase<Store extends string> {
  readonly #name: string;
  readonly #stores: readonly Store[];
  readonly #create: (database: IDBDatabase) => void;
  #opening: Promise<IDBDatabase> | undefined;

  /** `create` makes the stores when the database is new. */
  constructor(name: string, stores: readonly Store[], create: (database: IDBDatabase) => void) {
    this.#name = name;
    this.#stores = stores;
    this.#create = create;
  }

  /** Runs `work` in one transaction over all stores; resolves when it is on disk. */
  async write(work: (stores: Readonly<Record<Store, IDBObjectStore>>) => void): Promise<void> {
    const transaction = (await this.#open()).transaction(this.#stores, 'readwrite');
    work(this.#storesOf(transaction));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB did not take it.'));
    });
  }

  /** The results of requests that are made in one transaction. */
  async read<Requests extends readonly IDBRequest[]>(
    ask: (stores: Readonly<Record<Store, IDBObjectStore>>) => Requests,
  ): Promise<{ [Place in keyof Requests]: Requests[Place] extends IDBRequest<infer T> ? T : never }> {
    const requests = ask(this.#storesOf((await this.#open()).transaction(this.#stores)));
    return (await Promise.all(requests.map(resultOf))) as never;
  }

  #storesOf(transaction: IDBTransaction): Readonly<Record<Store, IDBObjectStore>> {
    const pairs = this.#stores.map((name) => [name, transaction.objectStore(name)]);
    return Object.fromEntries(pairs) as Record<Store, IDBObjectStore>;
  }

  #open(): Promise<IDBDatabase> {
    this.#opening ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(this.#name, 1);
      request.onupgradeneeded = () => this.#create(request.result);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('IndexedDB cannot be opened.'));
    });
    return this.#opening;
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB cannot be read.'));
  });
}
