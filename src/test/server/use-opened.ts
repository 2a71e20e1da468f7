import { afterAll, beforeAll } from 'vitest';

/** What `open` makes before the tests of a file or a `describe`, closed after them, the last one first. */
export function useOpened<Opened extends { close(): unknown }>(open: () => Promise<Opened>): Opened {
  let opened: Opened | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  return new Proxy({} as Opened, {
    get(_, name) {
      if (!opened) throw new Error('it is open only while tests run');
      return opened[name as keyof Opened];
    },
  });
}
