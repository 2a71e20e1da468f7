import { rmSync } from 'node:fs';
import type { Service } from '#server/open-service.ts';

/**
 * Starts the separate service of a stand (sources-stand.ts) and prints its address once the collection is loaded. On SIGTERM it
 * closes the service and the server beside it, and removes the folder.
 */
export async function serveStand(service: Service, folder: string, beside: { close(): Promise<void> }): Promise<void> {
  const stop = async (code: number): Promise<void> => {
    await service.close();
    await beside.close();
    rmSync(folder, { recursive: true, force: true });
    process.exit(code);
  };
  process.on('SIGTERM', () => void stop(0));
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { isReady } = await service.load();
  if (!isReady) await stop(1);
  console.log(`ready ${url}`);
}
