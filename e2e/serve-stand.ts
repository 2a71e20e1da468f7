import { rmSync } from 'node:fs';
import type { Service } from '#server/open-service.ts';

/**
 * Starts a service of the end-to-end tests and prints its address once the collection is loaded. On SIGTERM it closes the service
 * and the servers beside it, and removes the folder.
 * @param port any free one by default
 */
export async function serveStand(
  service: Service,
  folder: string,
  beside: readonly { close(): Promise<void> }[],
  port = 0,
): Promise<void> {
  const stop = async (code: number): Promise<void> => {
    await service.close();
    for (const server of beside) await server.close();
    rmSync(folder, { recursive: true, force: true });
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(0));
  const url = await service.app.listen({ host: '127.0.0.1', port });
  const { isReady } = await service.load();
  if (!isReady) await stop(1);
  console.log(`ready ${url}`);
}
