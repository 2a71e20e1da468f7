import { spawnSync } from 'node:child_process';

/** Ways into a mount namespace of its own: as root, and as a user where the kernel lets users map themselves to root. */
const ways = [['--mount'], ['--user', '--map-root-user', '--mount']];
const way = ways.find((flags) => {
  const tried = spawnSync('unshare', [...flags, 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt'], {
    stdio: 'ignore',
  });
  return tried.status === 0;
});

/** Whether a disk of its own can be mounted for a process here; containers often forbid it. */
export const canMount = way !== undefined;

/**
 * The command line that runs a program with disks of its own, which are gone when it ends and which no one else sees.
 * @param commands of the shell that mount and fill them
 */
export function onPrivateDisk(commands: string, program: readonly string[]): [string, string[]] {
  return ['unshare', [...(way ?? []), 'sh', '-c', `${commands} && exec "$@"`, 'sh', ...program]];
}
