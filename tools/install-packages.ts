import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Runs an installer. @returns whether it succeeded */
export function isInstalled(command: string, args: readonly string[]): boolean {
  console.log(`${command} ${args.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    execFileSync(command, args, { stdio: 'inherit', timeout: 300_000, env });
    return true;
  } catch {
    return false;
  }
}

/** Installs Debian packages, each list on its own: one that is not available does not affect the others. Only as root. */
export function installPackages(...lists: readonly (readonly string[])[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  isInstalled('apt-get', ['update', '-q']);
  for (const packages of lists) isInstalled('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages]);
}

/** Resolvers that load a published zone. */
const resolvers = [
  { path: '/usr/sbin/named', name: 'bind9' },
  { path: '/usr/sbin/unbound', name: 'unbound' },
  { path: '/usr/sbin/kresd', name: 'knot-resolver' },
];

/** Installs what specs need besides Node.js; without it they are skipped, and say so. @param isLong also for the long run */
export function installProgramsOfSpecs(isLong: boolean): void {
  const missing = [
    { path: '/usr/bin/tshark', name: 'tshark' },
    { path: '/usr/bin/dnstap-read', name: 'bind9-dnsutils' },
    ...(isLong ? resolvers : []),
  ].filter(({ path }) => !existsSync(path));
  if (process.platform === 'linux' && missing.length > 0) installPackages(...missing.map(({ name }) => [name]));
}
