// Objects on a server of the S3 interface, as their reader and their importer know them.

export interface StoredObject {
  /** All of it, with the beginning that the URL names. */
  readonly key: string;
  /** The rest of it. */
  readonly name: string;
  /** Changes with the content. */
  readonly version: string;
  readonly bytes: number;
}

export interface ObjectStore {
  /** @param folder for what is read meanwhile; absolute @throws DownloadError, or the reason of the signal */
  list(folder: string, signal: AbortSignal): Promise<readonly StoredObject[]>;
  /** Writes an object to a file of a random name in the folder. @throws as `list`; `isMissing` when it is gone */
  download(object: StoredObject, folder: string, signal: AbortSignal): Promise<string>;
}
