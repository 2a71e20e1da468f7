import { QueryClient } from '@tanstack/react-query';
import { matchPath, type RouteObject } from 'react-router';
import { describe, expect, it, test } from 'vitest';
import { routes } from './routes.tsx';
import { destinations } from '#web/kit/omnibox/destinations.ts';
import { type ExplorerId, explorers, paths } from '#web/url/paths.ts';

const patterns = flatten(routes(new QueryClient())).flatMap(({ path }) => (path === undefined ? [] : [path]));

function flatten(list: readonly RouteObject[]): RouteObject[] {
  return list.flatMap((route) => [route, ...flatten(route.children ?? [])]);
}

/** The pattern that a path of the dashboard opens, the catch-all aside. */
function opened(href: string): string | undefined {
  const { pathname } = new URL(href, 'http://any.invalid');
  return patterns.find((pattern) => pattern !== '*' && matchPath(pattern, pathname));
}

const built: Readonly<Record<keyof typeof paths, readonly [pattern: string, href: string]>> = {
  home: ['/', paths.home()],
  ip: ['/ip/:ip', paths.ip('2001:db8::1')],
  domain: ['/domain/:domain', paths.domain('xn--bcher-kva.example')],
  asn: ['/asn/:asn', paths.asn(64500)],
  subnet: ['/subnet/:address/:length', paths.subnet('192.0.2.0/24')],
  nameServer: ['/ns/:nameserver', paths.nameServer('ns1.evil.example')],
  ...builtExplorers(),
  rankings: ['/rankings/:kind', paths.rankings('asn')],
  findings: ['/findings', paths.findings({ state: 'gone' })],
  watches: ['/watches', paths.watches({ watch: 'a' })],
  quality: ['/quality', paths.quality()],
  retroHunt: ['/retro-hunt', paths.retroHunt({ show: 'all' })],
  compare: ['/compare', paths.compare(['evil.example', '2001:db8::1'])],
  bulk: ['/bulk', paths.bulk()],
  judgements: ['/judgements', paths.judgements()],
  audit: ['/audit', paths.audit()],
  investigation: ['/investigation', paths.investigation({ view: 'graph' })],
  api: ['/api', paths.api({ operation: 'ipv4Info' })],
  jobs: ['/jobs', paths.jobs()],
  job: ['/jobs/:id', paths.job('a/b?c')],
  sources: ['/sources', paths.sources()],
  feeds: ['/feeds', paths.feeds()],
  settings: ['/settings', paths.settings()],
  campaign: ['/connections/:type/:subject', paths.campaign('domain', 'evil.example')],
  connections: ['/search/connections', paths.connections([{ attribute: 'jarm', value: 'a' }])],
};

/** Each explorer with a question. */
function builtExplorers() {
  const question = { qname: '*.evil.example', text: 'a b/c' };
  const entries = Object.entries(explorers).map(([id, { path }]) => [id, [path, paths[id as ExplorerId](question)]]);
  return Object.fromEntries(entries) as Record<ExplorerId, readonly [pattern: string, href: string]>;
}

describe('routes', () => {
  test.each(Object.entries(built))('paths.%s opens its view', (_, [pattern, href]) =>
    expect(opened(href)).toBe(pattern),
  );

  it('have no view without a path', () => {
    const known = Object.values(built).map(([pattern]) => pattern);
    expect(patterns.toSorted()).toEqual([...known, '/rankings', '*'].toSorted());
  });

  it('open every page of the menu', () => {
    for (const { href } of destinations) expect(opened(href)).toBeDefined();
  });
});
