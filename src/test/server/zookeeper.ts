import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onFreePorts } from './service-process.ts';

/** From Debian's package `zookeeper`. */
const jar = '/usr/share/java/zookeeper.jar';

/** Whether Debian's package is installed here. */
export const hasZooKeeper = existsSync(jar);

/** Starts an empty ZooKeeper. @throws Error when it does not listen within a minute */
export function startZooKeeper(): Promise<{ readonly address: string; close(): Promise<void> }> {
  return onFreePorts(1, async ([port = 0]) => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-zookeeper-'));
    const config = join(folder, 'zoo.cfg');
    writeFileSync(
      config,
      `dataDir=${folder}/data\nclientPort=${port}\nclientPortAddress=127.0.0.1\nadmin.enableServer=false\n`,
    );
    const main = 'org.apache.zookeeper.server.quorum.QuorumPeerMain';
    const child = spawn('java', ['-cp', `${jar}:/usr/share/java/*`, main, config], { stdio: 'ignore' });
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const close = async (): Promise<void> => {
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    };
    for (let tries = 0; !(await listens(port)); tries += 1) {
      if (tries === 600 || child.exitCode !== null) {
        await close();
        throw new Error('ZooKeeper did not start');
      }
      await pause(100);
    }
    return { address: `127.0.0.1:${port}`, close };
  });
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy() !== undefined));
    socket.once('error', () => resolve(false));
  });
}
