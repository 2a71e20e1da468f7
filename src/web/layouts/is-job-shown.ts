import type { FollowedJob } from '#web/api/followed-job.ts';
import { paths } from '#web/url/paths.ts';

/**
 * True when the page is the one of the job, or the view of its result: then the page itself shows that it ended.
 * @param address path and query of the page, as the browser has them
 */
export function isJobShown({ id, href }: Pick<FollowedJob, 'id' | 'href'>, address: string): boolean {
  const shown = read(address);
  const result = read(href);
  if (shown.pathname === paths.job(id)) return true;
  if (shown.pathname !== result.pathname) return false;
  // a search keeps its job in its URL, whatever is done to its table meanwhile
  return shown.searchParams.get('job') === id || queryOf(shown) === queryOf(result);
}

const read = (address: string) => new URL(address, 'http://any.invalid');

/** The same for the same parameters, in whichever order and encoding. */
function queryOf({ searchParams }: URL): string {
  return JSON.stringify([...searchParams].map((pair) => JSON.stringify(pair)).sort());
}
