import { LiveError, type LiveDoor } from './door.ts';

/** The door of a service without outbound traffic: it opens for nothing, and says so. */
export function offlineDoor(): LiveDoor {
  const refuse = async (): Promise<never> => {
    throw new LiveError(
      'offline',
      'This service makes no outbound traffic, so live look-ups are off (SIGHTLINE_OFFLINE).',
    );
  };
  return { dns: refuse, http: refuse, whois: refuse };
}
