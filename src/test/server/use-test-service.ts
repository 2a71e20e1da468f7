import { afterAll, beforeAll } from 'vitest';
import { openTestService, type TestService, type TestServiceOptions } from './collection.ts';

/** Opens a service before the tests of a file, and closes it after them. */
export function useTestService(options: TestServiceOptions = {}): TestService {
  let opened: TestService | undefined;
  beforeAll(async () => {
    opened = await openTestService(options);
  });
  afterAll(() => opened?.close());
  return new Proxy({} as TestService, {
    get(_, name: keyof TestService) {
      if (!opened) throw new Error('the service is open only while tests run');
      return opened[name];
    },
  });
}
