import { expect, it } from 'vitest';
import { clusterLevels } from './cluster-levels.ts';

it('puts the most similar first, and within a level the clusters of the domain', () => {
  const other = { match: 'a:b:c:*', domains: ['x.example', 'y.example', 'z.example'] };
  const own = { match: 'a:b:*:d', domains: ['own.example', 'x.example'] };
  const levels = clusterLevels(
    [{ '25': [] }, { '50': [] }, { '75': [other, own] }, { '100': [{ match: 'q:q:q:q', domains: ['u.example'] }] }],
    'own.example',
  );
  expect(levels.map(({ share, clusters }) => [share, clusters.map(({ match }) => match)])).toEqual([
    [100, ['q:q:q:q']],
    [75, ['a:b:*:d', 'a:b:c:*']],
  ]);
});
