import { openTestService, type TestService, type TestServiceOptions } from './collection.ts';
import { useOpened } from './use-opened.ts';

/** A service that the tests of a file share. */
export const useTestService = (options: TestServiceOptions = {}): TestService =>
  useOpened(() => openTestService(options));
