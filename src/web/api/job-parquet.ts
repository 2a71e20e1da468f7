import { connection } from './connection.ts';
import { toFailure } from './failure.ts';

/** The rows of a finished job as a Parquet file, which the service writes. @throws ApiFailure */
export async function fetchJobParquet(id: string): Promise<Blob> {
  const { baseUrl, apiKey } = connection();
  const url = `${baseUrl}/sightline/exports/${id}.parquet`;
  const response = await fetch(url, { headers: { 'X-API-KEY': apiKey }, cache: 'no-store' }).catch(() => undefined);
  if (response?.ok) return response.blob();
  throw toFailure(await response?.json().catch(() => undefined), response);
}
