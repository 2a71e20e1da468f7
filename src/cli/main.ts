#!/usr/bin/env node
// The command line of Sightline: look-ups, searches and imports over the same interface as the dashboard.
import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';
import { errorText } from '#model/errors.ts';
import { ApiFailure } from '#web/api/failure.ts';
import { importLogs } from './import.ts';
import { endWithReader, formatOptions, say } from './output.ts';
import { withOperations } from './search.ts';
import { CommandFailure, failureWords, withService } from './service.ts';
import { withWatches } from './watch.ts';

endWithReader();
// verdicts and connections are loaded only when they are asked for: they bring the columns of the dashboard
const command = yargs(hideBin(process.argv))
  .scriptName('sightline')
  .usage('$0 <command>\n\nLook up indicators, search the collection, and import logs.')
  .command(
    'lookup <value..>',
    'Verdict on addresses, domains, AS numbers and subnets, with the reason',
    (argv) =>
      withService(argv.positional('value', { type: 'string', array: true, demandOption: true })).options(formatOptions),
    async (values) => (await import('./verdicts.ts')).lookup(values.value, values),
  )
  .command(
    'bulk [file..]',
    'Verdicts on all indicators in a text, from files or the standard input',
    (argv) => withService(argv.positional('file', { type: 'string', array: true, default: [] })).options(formatOptions),
    async (values) => (await import('./verdicts.ts')).bulk(values.file, values),
  )
  .command(
    'connections <value>',
    'What a domain or an address shares with others',
    (argv) => withService(argv.positional('value', { type: 'string', demandOption: true })).options(formatOptions),
    async (values) => (await import('./connections.ts')).connections(values.value, values),
  )
  .command('watch', 'Watches: list, add, preview, events, mute, remove', withWatches)
  .command('search', 'Any operation of the interface, with its parameters', withOperations)
  .command(
    'import <file..>',
    'Import logs: files, archives, captures, or folders of them',
    (argv) =>
      withService(argv.positional('file', { type: 'string', array: true, demandOption: true })).options({
        'dry-run': { type: 'boolean', default: false, describe: 'Report what is in them, and change nothing' },
        format: { type: 'string', default: '', describe: 'Format, for example zeek-dns; detected by default' },
        source: { type: 'string', default: '', describe: 'Name of the sensor' },
        columns: { type: 'string', default: '', describe: 'Columns of a table, for example name=Query,answer=IP' },
        day: { type: 'string', default: '', describe: 'Day of records without a time, yyyy-mm-dd' },
        origin: { type: 'string', default: '', describe: 'Zone of a zone file without $ORIGIN' },
      }),
    (values) => importLogs(values.file, { ...values, dryRun: values['dry-run'] }),
  )
  .command(
    'verify <file>',
    'Check sealed evidence; needs no service',
    (argv) =>
      argv
        .positional('file', { type: 'string', demandOption: true })
        .option('signer', { type: 'string', default: '', describe: 'Fingerprint of the key that must have sealed it' }),
    async ({ file, signer }) => (await import('./verify.ts')).verify(file, { signer }),
  )
  .completion('completion', 'Print a script that completes commands in bash or zsh')
  .demandCommand(1, 'Name a command; sightline --help lists them.')
  .strict()
  .recommendCommands()
  .parserConfiguration({ 'camel-case-expansion': false, 'dot-notation': false, 'boolean-negation': false })
  .version(false)
  .wrap(process.stdout.columns ?? 100)
  // a message without an error of a command is about the command line
  .fail((message: string | null, error: Error | undefined) => {
    if (message === null && error) throw error;
    const words = message ?? '';
    throw new CommandFailure(words.includes('--help') ? words : `${words}\nsightline --help lists the commands.`, 2);
  });
try {
  await command.parseAsync();
} catch (error) {
  if (errorText(error) !== '') say(failureWords(error));
  process.exitCode = isMistake(error) ? 2 : 1;
}

/** The command line is wrong, not the service. */
function isMistake(error: unknown): boolean {
  if (error instanceof CommandFailure) return error.code === 2;
  return error instanceof ApiFailure && error.kind === 'input';
}
