import { toFailure } from './failure.ts';
import { isServiceThere } from './service-probe.ts';
import { noteFailure, onServiceChange, serviceState } from './service-state.ts';

/**
 * Loads a part of the dashboard's own code, and when it does not arrive because nothing answers, again as soon as the
 * service is back: the banner says so meanwhile, and whatever waits for the part stays as it is.
 * @throws what the load threw when the service is there: a new version was installed, and this part is gone
 */
export async function arrive<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    if (!(await isServiceThere())) {
      noteFailure(toFailure(undefined, undefined));
      await serviceBack();
    }
    return load();
  }
}

function serviceBack(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (serviceState() === 'offline') return;
      stop();
      resolve();
    };
    const stop = onServiceChange(look);
    look();
  });
}
