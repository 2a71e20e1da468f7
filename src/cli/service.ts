import type { QueryClient } from '@tanstack/react-query';
import type { Argv, Options } from 'yargs';
import { errorText } from '#model/errors.ts';
import { readApiKey } from '#model/api-key.ts';
import { configureClient, createQueryClient } from '#web/api/client.ts';
import { ApiFailure } from '#web/api/failure.ts';
import { saveConnection } from '#web/api/connection.ts';

/** The service and the key, as options of every command. */
export interface ServiceOptions {
  readonly url: string;
  readonly key: string;
}

/** A mistake on the command line, or an answer that a repeat would not change. Its message is shown, and the command exits with `code`. */
export class CommandFailure extends Error {
  /** 1: the service could not answer. 2: the command line is wrong. */
  readonly code: 1 | 2;

  constructor(message: string, code: 1 | 2 = 1) {
    super(message);
    this.code = code;
  }
}

const serviceOptions = {
  url: {
    type: 'string',
    default: process.env['SIGHTLINE_URL'] ?? `http://127.0.0.1:${process.env['SIGHTLINE_PORT'] ?? '8787'}`,
    defaultDescription: 'SIGHTLINE_URL, or this machine',
    describe: 'Address of the service',
  },
  key: {
    type: 'string',
    default: process.env['SIGHTLINE_KEY'] ?? firstKey(),
    defaultDescription: 'SIGHTLINE_KEY',
    describe: 'API key; better set as SIGHTLINE_KEY, because other users of this machine can see arguments',
  },
} as const satisfies Readonly<Record<string, Options>>;

/** Adds the options of the service to a command. */
export function withService<T>(argv: Argv<T>) {
  return argv.options(serviceOptions).group(Object.keys(serviceOptions), 'Service:');
}

/** Connects the API client of the dashboard to the service. */
export function connect({ url, key }: ServiceOptions): QueryClient {
  saveConnection({ baseUrl: `${baseOf(url)}/api/v1`, apiKey: key });
  configureClient();
  return createQueryClient();
}

/** What to print about a failure. */
export function failureWords(error: unknown): string {
  const kind = error instanceof ApiFailure ? error.kind : undefined;
  if (kind === 'offline')
    return 'The service does not answer. Start it with npm start, or set SIGHTLINE_URL to its address.';
  return kind === 'key' ? `${errorText(error)} Set SIGHTLINE_KEY.` : errorText(error);
}

/** The address of the dashboard, without a trailing slash. @throws CommandFailure */
export function baseOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new CommandFailure(`--url must be the address of the service, such as http://127.0.0.1:8787, not ${url}`, 2);
  return url.replace(/\/+$/, '');
}

/** On the machine of the service, its variable has the keys; one of an administrator, if there is any. */
function firstKey(): string {
  const keys = (process.env['SIGHTLINE_API_KEYS'] ?? '').split(',').map((entry) => readApiKey(entry.trim()));
  return (keys.find((key) => key?.role === 'admin') ?? keys[0])?.key ?? '';
}
