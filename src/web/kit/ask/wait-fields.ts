import type { ParameterField } from './parameter-question.ts';

/** How long a search that may become a job is waited for, and with how much around its records: fields of a form. */
export function waitFields(group: string, records: string) {
  return [
    // short, so that a long search becomes a job that can be left alone; the interface waits 25 s by default
    { name: 'max_wait', label: 'Maximum wait (seconds)', kind: 'number', example: '25', defaultValue: '2', group },
    {
      name: 'prefer',
      label: 'Answer with',
      kind: 'choice',
      choices: [
        { value: '', label: `The ${records}, if ready in time` },
        { value: 'job_id', label: 'Run in the background immediately' },
      ],
      group,
    },
    {
      name: 'with_metadata',
      label: 'Metadata',
      kind: 'choice',
      defaultValue: '1',
      choices: [
        { value: '1', label: 'With the total' },
        { value: '0', label: 'Without' },
      ],
      group,
    },
  ] as const satisfies readonly ParameterField[];
}
