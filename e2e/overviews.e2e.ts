import type { Page } from '@playwright/test';
import type { NsServerReputation, PadnsAnswer, PadnsDensityAnswer } from '#contract/generated/types.gen.ts';
import {
  expect,
  expectNoSidewaysScroll,
  holdBack,
  jumpTo,
  LANDMARKS,
  openInApp,
  panel,
  settled,
  tabTo,
  test,
} from './fixtures.ts';

const domain = LANDMARKS.fluxDomain.indicator;
const ip = LANDMARKS.c2Address.indicator;
const asn = LANDMARKS.bulletproofAsn.indicator.replace('AS', '');
const server = LANDMARKS.badNameServer.indicator;

const header = (page: Page) => page.getByRole('main').locator('header').first();
const heightOf = async (page: Page) => (await header(page).boundingBox())?.height ?? Number.POSITIVE_INFINITY;

test('a host name has the place of its registered domain before the answer', async ({ page }) => {
  const answer = await holdBack(page, '**/enrich/domain/**');
  await page.goto(`/domain/www.${domain}`);
  const first = header(page).locator('[data-key-fact]').first();
  await expect(first).toHaveText('Registered domain');
  answer();
  await expect(first.getByRole('link', { name: domain })).toBeVisible();
});

test('the first screen of a domain says how bad, why, since when and what else is connected', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/domain/${domain}`);
  await expect(header(page)).toContainText(/100\s*●?\s*Critical/);
  await expect(header(page)).toContainText(
    /Phishing, fast flux over \d+ addresses in 11 AS .* on hookline-phish and tacklebox-phish since [\d-]{10}, still listed/,
  );
  expect(await heightOf(page)).toBeLessThanOrEqual(150);
  await expect(header(page).getByText('Favicon')).toBeHidden();
  await header(page).getByRole('button', { name: 'More facts' }).click();
  await expect(header(page).getByText('Favicon')).toBeVisible();

  const why = panel(page, 'Why this score');
  await expect(why.getByRole('row').nth(1)).toContainText('Deciding factor');
  await why.getByText('1 factor is 0').click();
  await expect(why).toContainText('not registered within 24 hours');
  await expect(panel(page, 'Flags').getByRole('link', { name: 'Not tracked' })).toHaveAttribute('href', '/sources');

  const events = panel(page, 'Event timeline');
  const picture = events.getByRole('group', { name: /^Events of/ });
  const listed = picture.getByRole('img', { name: /^On hookline-phish \(phishing\): .*, still listed$/ });
  await expect(listed.first()).toBeVisible();
  await expect(picture.getByRole('img', { name: /^Registered on \d{4}-\d\d-\d\d, by whois$/ })).toBeVisible();
  await expect(picture.getByRole('link', { name: /addresses of AS\d+ / }).first()).toBeVisible();
  await expect(picture.getByRole('link', { name: /^Certificate by/ }).first()).toBeVisible();

  // a part of the period is chosen in the strip below, and then the whole period again
  const strip = (await events.locator('[data-brush]').boundingBox())!;
  await page.mouse.move(strip.x + strip.width * 0.6, strip.y + 5);
  await page.mouse.down();
  await page.mouse.move(strip.x + strip.width * 0.9, strip.y + 5, { steps: 4 });
  await page.mouse.up();
  await expect(picture.getByRole('img', { name: /^Registered on/ })).toContainText('‹');
  await events.getByRole('button', { name: 'Show the whole period' }).click();
  await expect(picture.getByRole('img', { name: /^Registered on/ })).not.toContainText('‹');
  await events.getByRole('radio', { name: 'Table' }).check();
  await expect(events.getByRole('row', { name: /^On tacklebox-phish/ })).toContainText('Listings');
  await events.getByRole('radio', { name: 'Chart' }).check();

  const dns = panel(page, 'Current DNS');
  await expect(dns).toContainText(/AS\d+ .* · [A-Z]{2}/);
  await expect(dns).toContainText(/Low|Medium|High|Critical/);
  await dns.getByRole('link', { name: /^\d+ more A$/ }).click();
  await expect(page).toHaveURL(/\/search\/padns\?mode=forward&qtype=a&qname=/);
});

test('a timeline and a fact say whose they are, and only what the data knows', async ({ page }) => {
  const host = LANDMARKS.unsanctionedAsset.indicator;
  await page.goto(`/domain/${host}`);
  const events = panel(page, 'Event timeline').getByRole('group', { name: /^Events of/ });
  await expect(events.getByRole('img', { name: /^Seen in DNS \(harborline-bank\.example\), / })).toBeVisible();
  await expect(events).toContainText('never changed (harborline-bank.example)');

  // its present registrar is not the one that registered it, and its first name servers have no first day
  const moved = LANDMARKS.sinkholedDomain.indicator;
  await page.goto(`/domain/${moved}`);
  await expect(events.getByRole('img', { name: /^Registered on \d{4}-\d\d-\d\d, by whois$/ })).toBeVisible();
  await page.goto(`/domain/${moved}?tab=ns`);
  const lanes = panel(page, 'Name-server changes').getByRole('img', { name: /^ns1\.cinderwall\.test/ });
  await expect(lanes).toHaveAccessibleName(/: until \d{4}-\d\d-\d\d$/);

  const sixOnly = LANDMARKS.ipv6OnlyDomain.indicator;
  await page.goto(`/domain/${sixOnly}`);
  await expect(header(page)).toContainText(/IPv4, 30 days\s*none seen/);
  await expect(events).toContainText('IPv4 hosting');
  await page.goto(`/domain/${sixOnly}?tab=diversity`);
  await expect(panel(page, 'IP diversity')).toContainText('No IPv4 address was seen in the last 30 days. Try IPv6');

  await page.goto('/subnet/192.0.2.0/24');
  await expect(header(page)).toContainText(/AS of first address\s*AS\d+ HARBORLINE/);
  await page.goto('/subnet/192.0.2.0/26');
  await expect(header(page)).toContainText(/Announced by\s*AS\d+ HARBORLINE/);

  // a name resolves to an address, not to its AS
  await page.goto(`/domain/${sixOnly}`);
  await panel(page, 'Current DNS').getByRole('link', { name: 'AS64500' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'AS64500' })).toBeVisible();
  await page.goto('/investigation');
  await expect(page.getByText('AS of 2001:db8:900::6')).toBeVisible();
});

test('an event is reached and opened by keyboard, and keys lead from panel to panel', async ({ page }) => {
  await page.goto(`/domain/${domain}`);
  const events = panel(page, 'Event timeline');
  const picture = events.getByRole('group', { name: /^Events of/ });
  await expect(picture.getByRole('link', { name: /^Name servers/ }).first()).toBeVisible();
  await jumpTo(page, events);
  await tabTo(page, picture.locator('[data-key][tabindex="0"]'));
  const opened = picture.getByRole('link', { name: /^Name servers/ }).first();
  for (let steps = 0; steps < 20; steps += 1) {
    if (await opened.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(opened).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/ns\/ns1\./);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the first screen of an address: one reputation table, and the hosts of the same operator', async ({ page }) => {
  await page.goto(`/ip/${ip}`);
  const reputation = panel(page, 'Reputation');
  await expect(reputation.getByRole('row', { name: /^Address/ })).toContainText(/50\s*High\s*1 of 2 names listed/);
  await expect(reputation.getByRole('row', { name: /^Subnet/ })).toContainText(/of \d+ active addresses listed/);
  await expect(reputation.getByRole('row', { name: /^AS / })).toContainText('Critical');
  await expect(reputation.getByRole('row', { name: /^Abuse response/ })).toContainText('Very slow');
  await expect(reputation.getByRole('img', { name: /^Reputation, last 90 days: \d+ to \d+, now \d+$/ })).toHaveCount(3);
  await expect(reputation).toContainText('It differs from the risk score');
  await expect(header(page).getByRole('img', { name: /^Share of listed names, last 90 days/ })).toBeVisible();
  // a bar too short for its label has the whole label beside it
  const picture = panel(page, 'Event timeline').getByRole('group', { name: /^Events of/ });
  await expect(picture.locator('text', { hasText: /^rookery-payloads \(malware\)$/ })).toBeVisible();

  // the header shrinks to a line once it is scrolled away
  await expect(page.locator('#subject-bar')).toBeEmpty();
  await panel(page, 'Listings').scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 2000);
  await expect(page.locator('#subject-bar')).toContainText(ip);

  const same = panel(page, 'Connections').getByRole('region', { name: 'Likely the same operator' });
  await expect(same.getByRole('listitem')).toHaveCount(2);
  await expect(same).toContainText('same JARM, page body hash, page title, certificate and 1 more');

  await openInApp(page, `/ip/${ip}?tab=reputation`);
  await expect(panel(page, 'Reputation history of the address')).toContainText('This is not the risk score.');
  await openInApp(page, `/ip/${LANDMARKS.cleanIpv6.indicator}`);
  await expect(header(page)).toContainText(/Registered in\s*US United States/);
  // panels without data take one line, several beside each other
  await page.getByRole('tab', { name: 'Scan data' }).click();
  const boxOf = async (title: string) => (await panel(page, title).boundingBox())!;
  await expect(panel(page, 'Certificates')).toContainText('No certificate in the scan data.');
  await expect(panel(page, 'Similar pages')).toContainText('Unknown');
  expect((await boxOf('Certificates')).height).toBeLessThan(44);
  expect((await boxOf('HTTP headers')).y).toBe((await boxOf('Certificates')).y);

  await page.setViewportSize({ width: 390, height: 844 });
  await openInApp(page, `/ip/${ip}`);
  await expect(header(page)).toContainText('still listed');
  await expect(header(page).locator('[data-key-fact]:visible')).toHaveCount(4);
  expect(await heightOf(page)).toBeLessThan(320);
  await expect(reputation.getByRole('row', { name: /^Abuse response/ })).toContainText('open listings');
  await expectNoSidewaysScroll(page);

  // factors that are all 0 are not folded, and all other names of a busy address share one bar
  await openInApp(page, `/domain/${LANDMARKS.cleanDomain.indicator}`);
  await expect(panel(page, 'Why this score').getByText('never listed')).toBeVisible();
  await openInApp(page, `/ip/${LANDMARKS.denseAddress.indicator}`);
  await expect(picture.getByRole('img', { name: /^\d+ or more other names, / })).toBeVisible();
});

test('an overview takes at most ten requests, however many rows it has', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/v1/') && calls.push(request.url()));
  for (const path of [
    `/domain/${domain}`,
    `/domain/${LANDMARKS.cleanDomain.indicator}`,
    `/ip/${ip}`,
    `/ip/${LANDMARKS.cleanIpv6.indicator}`,
    `/asn/${asn}`,
    `/ns/${server}`,
    `/subnet/${LANDMARKS.badSubnet.indicator}`,
  ]) {
    // a page that is still open may ask for something late
    await page.goto('about:blank');
    calls.length = 0;
    await page.goto(path);
    await settled(page);
    // rows ask for more once they are drawn
    await page.waitForLoadState('networkidle');
    expect(calls.length, `${path}\n${calls.join('\n')}`).toBeLessThanOrEqual(10);
  }
});

test('pages of networks and name servers fill their screen', { tag: '@long' }, async ({ page }) => {
  await page.goto(`/asn/${asn}`);
  const history = panel(page, 'Reputation and abuse response, last year');
  await expect(history.getByRole('figure')).toContainText(/highest \d+ on/);
  const prefixes = panel(page, 'Prefixes, worst first');
  await expect(prefixes.getByRole('row').nth(1)).toContainText(/100\s*Critical.*SC\s*\d{4}-\d\d-\d\d/s);

  const listed = panel(page, 'Worst addresses');
  await expect(listed).toContainText(/The worst of \d{3} currently listed addresses/);
  await expect(listed.getByRole('row').nth(1)).toContainText(/100\s*Critical.*(phish|C2|malware)/);

  await openInApp(page, `/ns/${server}`);
  const worst = panel(page, 'Worst hosted domains');
  await expect(worst.getByRole('row').nth(1)).toContainText(/100\s*Critical/);
  await expect(worst.getByRole('row').nth(1)).toContainText('Nightowl Names');
  await expect(panel(page, 'Moves in and out, by week')).toContainText(/\d+ moved in, \d+ moved out in 13 weeks/);
  await expect(panel(page, 'Its addresses')).toContainText(/AS\d+/);
  await openInApp(page, `/subnet/${LANDMARKS.badSubnet.indicator}`);
  const map = panel(page, 'Addresses by risk');
  await expect(map.getByRole('figure')).toContainText(/Critical \d+.*Not seen \d+/);
  await expect(map.getByRole('row').nth(1)).toContainText(/100\s*Critical/);
  // the worst address is the tab stop of the map, and an address without data can be reached and opened as well
  await map.getByRole('button', { name: /^203\.0\.113\.2: 100 Critical, on / }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  await expect(
    map.getByRole('button', { name: '203.0.113.0: not seen in the last 30 days, and on no loaded list' }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/ip/203.0.113.0');
  await page.goBack();
  await page.getByRole('tab', { name: 'Addresses' }).click();
  const names = panel(page, 'Names per address');
  await expect(names).toContainText('Heights are logarithmic.');
  await expect(names).not.toContainText('the bar in another colour');
});

test(
  'no panel of a subject page leaves more than a quarter of its height empty',
  { tag: '@long' },
  async ({ page }) => {
    const subnet = LANDMARKS.badSubnet.indicator;
    for (const width of [1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of [`/domain/${domain}`, `/ip/${ip}`, `/asn/${asn}`, `/ns/${server}`, `/subnet/${subnet}`]) {
        await page.goto(path);
        await expect(page.locator('main [data-panel]').nth(3)).toBeVisible();
        await expect(page.locator('main [data-panel][aria-busy="true"]')).toHaveCount(0);
        expect(await roomyPanels(page), `${path} at ${width} px`).toEqual([]);
        expect(await deepestHole(page), `${path} at ${width} px`).toBeLessThan(500);
      }
    }
  },
);

/** The most pixels that a third of the page has no panel for, from the header to the end. */
function deepestHole(page: Page): Promise<number> {
  return page.locator('main [data-panel]').evaluateAll((panels) => {
    const boxes = panels.map((each) => each.getBoundingClientRect());
    const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
    return Math.max(
      ...[1, 3, 5].map((sixth) => {
        const x = left + ((right - left) * sixth) / 6;
        const here = boxes.filter((box) => box.left < x && x < box.right).toSorted((a, b) => a.top - b.top);
        return Math.max(...here.slice(1).map((box, index) => box.top - here[index]!.bottom));
      }),
    );
  });
}

/** Titles of panels whose content ends more than a quarter of the panel's height above the end of its body. */
function roomyPanels(page: Page): Promise<string[]> {
  return page.locator('main [data-panel]').evaluateAll((panels) =>
    panels.flatMap((each) => {
      const [heading, body] = each.children;
      if (!heading || !body) return [];
      const content = document.createRange();
      const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
      const ends: number[] = [];
      while (walker.nextNode()) {
        const isBox = walker.currentNode instanceof Element && walker.currentNode.childNodes.length > 0;
        if (isBox) continue;
        content.selectNode(walker.currentNode);
        if (content.getClientRects().length > 0) ends.push(content.getBoundingClientRect().bottom);
      }
      const empty = body.getBoundingClientRect().bottom - Math.max(body.getBoundingClientRect().top, ...ends);
      return empty > each.getBoundingClientRect().height / 4 ? [heading.textContent] : [];
    }),
  );
}

test('no number is told more than twice on the first screen of a subject', { tag: '@long' }, async ({ page }) => {
  const subnet = LANDMARKS.badSubnet.indicator;
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const path of [`/domain/${domain}`, `/ip/${ip}`, `/asn/${asn}`, `/ns/${server}`, `/subnet/${subnet}`]) {
    await page.goto(path);
    await expect(page.locator('main [data-panel]').nth(2)).toBeVisible();
    await expect(page.locator('main [data-panel][aria-busy="true"]')).toHaveCount(0);
    expect(await repeatedNumbers(page), path).toEqual([]);
  }
});

/** Counts from 20 up that the header and the panels on the first screen tell in more than two places. Scores and times are not counts. */
async function repeatedNumbers(page: Page): Promise<string[]> {
  const texts = await page.locator('main header:not([data-panel] header), main [data-panel]').evaluateAll((places) =>
    places
      .filter((each) => each.getBoundingClientRect().top < innerHeight)
      .map((each) => {
        const copy = each.cloneNode(true) as HTMLElement;
        for (const part of copy.querySelectorAll('table, [role="grid"], svg, figure, button')) part.remove();
        for (const part of copy.querySelectorAll('*')) part.append(' ');
        return copy.textContent;
      }),
  );
  const places = new Map<string, number>();
  for (const text of texts) {
    const plain = text
      .replaceAll(/AS\d+|\d[\d.:a-f]*\/\d+|\d+(?:\.\d+){2,3}|[\d-]{10}/g, ' ')
      .replaceAll(/\d+\s*(?:[○◔◑◕●]\s*)?(?:Critical|High|Medium|Low|None|days?\b|months?\b|years?\b|h\b|%|bits)/g, ' ')
      .replaceAll(/[○◔◑◕●]\s*\d+/g, ' ');
    for (const number of new Set(plain.match(/(?<![\w.-])\d[\d,]*(?![\w.-])/g)))
      if (Number(number.replaceAll(',', '')) >= 20) places.set(number, (places.get(number) ?? 0) + 1);
  }
  return [...places].flatMap(([number, count]) => (count > 2 ? [number] : []));
}

test(
  'the domain counts of a name server are those of the API, each with its window',
  { tag: '@long' },
  async ({ page, ask }) => {
    const reputation = await ask<{ ns_server_reputation: NsServerReputation[] }>(
      `/explore/nsreputation/nameserver/${server}?explain=1`,
    );
    const { ns_server_domain_density: active = 0, ns_server_domains_listed: listed = 0 } =
      reputation.ns_server_reputation[0]?.ns_server_reputation_explain ?? {};
    const density = await ask<PadnsDensityAnswer>(`/explore/padns/lookup/density/nssrv/${server}?scope=host`);
    const ever = density.records?.[0]?.density ?? 0;
    const { metadata } = await ask<PadnsAnswer>(`/explore/padns/lookup/answer/ns/${server}?limit=1&with_metadata=1`);
    expect(listed).toBeGreaterThan(0);
    expect(metadata).toMatchObject({ results_total_at_least: ever, results_total_is_exact: true });
    expect(listed).toBeLessThanOrEqual(active);
    expect(active).toBeLessThan(ever);

    await page.goto(`/ns/${server}`);
    await expect(header(page)).toContainText(
      `${listed} of ${active} domains seen on it in the last 30 days are listed.`,
    );
    await expect(panel(page, 'Worst hosted domains')).toContainText(
      'The worst of 100: the listed ones, then those seen last.',
    );
    await page.getByRole('tab', { name: 'Hosted domains' }).click();
    const everSeen = panel(page, 'Name servers by domains ever hosted');
    await expect(everSeen).toContainText('Counts every domain ever seen');
    await expect(everSeen.getByRole('row', { name: server }).locator('td').last()).toHaveText(String(ever));
    await expect(panel(page, 'Hosted domains')).toContainText(`100 of ${ever}`);
  },
);
