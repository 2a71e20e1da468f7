import { nameServer } from '#model/indicator-kind.ts';
import { seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import {
  densityColumn,
  densityQuestion,
  type DensityRow,
  type DensityScope,
  subjectColumn,
  useDensityRows,
} from './density.tsx';

/** E6 for name servers: how many domains are on the server, and on its siblings. */
export const NameServerDensity = defineEvidence(
  asked(({ value }: Pick<Entity, 'value'>, { choice }) => densityQuestion('nssrv', value, choice as DensityScope)),
  {
    title: 'Name servers by domains ever hosted',
    caption: ({ value }) => `Density of ${value}`,
    choice: {
      parameter: 'scope',
      label: 'Which servers',
      choices: [
        { value: 'host', label: 'This server' },
        { value: 'domain', label: 'Whole domain' },
        { value: 'subdomain', label: 'Same level' },
      ],
      defaultValue: 'domain',
    },
    rows: ({ records }) => records,
    useRows: useDensityRows,
    empty: 'No domain was ever seen on this server.',
    columns: [
      subjectColumn<DensityRow>('nssrv', 'Name server', nameServer),
      densityColumn<DensityRow>('Domains', 'Domains that are or were on it'),
    ],
    rowKey: ({ nssrv }, index) => nssrv ?? String(index),
    expectedRows: 6,
    footer: 'Counts every domain ever seen on the server.',
    urlPrefix: 'v.',
    exports: { view: 'ns-density', subject: ({ value }) => value, facts: ({ nssrv }) => seenFacts(nssrv) },
  },
);
