/** Saved queries of the explorers: named, stored in the browser only, reachable from every page. */
import { paths } from '#web/url/paths.ts';
import { expect, omnibox, openInApp, sameAddress, tabTo, test } from './fixtures.ts';

const question = { mode: 'reverse', qtype: 'a', qname: '203.0.113.66', first_seen_after: '-30d' };

test('a query is saved, renamed, copied, deleted and restored by keyboard, and found by the omnibox', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(paths.padns(question));
  await tabTo(page, page.getByRole('button', { name: 'Save query' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('Names on the command host');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.goto(paths.asnSearch());
  await expect(page.getByRole('button', { name: 'Save query' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: /^Saved queries/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Saved queries' });
  await dialog.getByRole('button', { name: 'Rename Names on the command host' }).press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'New name of Names on the command host' })).toBeFocused();
  await page.keyboard.type('Command host');
  await page.keyboard.press('Enter');
  const saved = dialog.getByRole('list', { name: 'Saved queries' });
  await expect(saved.getByRole('link', { name: 'Command host' })).toBeVisible();
  await expect(saved).toContainText('first seen after -30d');

  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await dialog.getByRole('button', { name: 'Copy the link of Command host' }).click();
  await expect.poll(copied).toMatch(/\/search\/padns\?.*first_seen_after=\d{4}-\d\d-\d\d&first_seen_before=\d{10}$/);
  await dialog.getByRole('switch', { name: /absolute times/ }).uncheck();
  await dialog.getByRole('button', { name: 'Copy the link of Command host' }).click();
  await expect.poll(copied).toMatch(/first_seen_after=-30d$/);

  await dialog.getByRole('button', { name: 'Delete Command host' }).press('Enter');
  await expect(dialog).toContainText('Nothing saved yet');
  await expect(dialog.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(saved.getByRole('link', { name: 'Command host' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.reload();
  await omnibox(page).fill('command');
  await expect(page.getByRole('option', { name: /^Command host/ })).toContainText('Passive DNS');
  await page.getByRole('option', { name: /^Command host/ }).click();
  await expect(page).toHaveURL(sameAddress(paths.padns(question)));
});

test('a browser that stores nothing says so, and pasted text is checked before it is imported', async ({ page }) => {
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key: string, value: string) {
      if (key === 'sightline.saved-queries' || key === 'sightline.probe')
        throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
  });
  await page.goto(paths.settings());
  await expect(page.getByRole('main')).toContainText('This browser does not keep your settings');
  await openInApp(page, paths.asnSearch({ asname_contains: 'harbour' }));
  await page.getByRole('button', { name: 'Save query' }).click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Saved until this tab is closed');
  await openInApp(page, paths.asnSearch({ asname_contains: 'cinder' }));
  await page.getByRole('button', { name: /^Saved queries/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved queries' });
  await expect(dialog.getByRole('alert')).toContainText('does not store them');
  await dialog.getByRole('button', { name: 'Save AS names that contain cinder' }).click();
  await expect(dialog.getByRole('list', { name: 'Saved queries' })).toContainText('AS names that contain cinder');
  await dialog.getByText('Import from text').click();
  const others = [
    { explorer: 'https://elsewhere.example', name: 'Trap', search: '' },
    { explorer: paths.transfers(), name: 'Leavers', search: 'from_ns=a.example&to_ns=*' },
  ];
  await dialog.getByRole('textbox', { name: 'Copied queries' }).fill(JSON.stringify(others));
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog).toContainText('1 query imported.');
  await expect(dialog).toContainText('Entry 1 is not an explorer query.');
  await dialog.getByRole('link', { name: 'Leavers' }).click();
  await expect(page).toHaveURL(sameAddress(paths.transfers({ from_ns: 'a.example', to_ns: '*' })));
});
