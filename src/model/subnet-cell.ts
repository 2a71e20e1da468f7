/** Listed addresses of a network in percent of the active ones, 0 to 100. */
export function listedShare({ ips_active: active = 0, ips_listed: listed = 0 }): number {
  return active === 0 ? 0 : Math.min(100, Math.round((100 * listed) / active));
}
