import type { Services } from './handler.ts';

/** The same services, and whether any but the collection and the clock were looked at since. */
export function watchServices(services: Services): {
  readonly watched: Services;
  readonly onlyCollection: () => boolean;
} {
  let others = 0;
  const watched: Services = {
    engine: services.engine,
    now: services.now,
    incomplete: services.incomplete,
    get jobs() {
      others += 1;
      return services.jobs;
    },
    get live() {
      others += 1;
      return services.live;
    },
    get findings() {
      others += 1;
      return services.findings;
    },
  };
  return { watched, onlyCollection: () => others === 0 };
}
