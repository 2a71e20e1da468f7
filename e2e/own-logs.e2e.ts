/** Own logs, from a dropped file to the names in it, on a separate service with an empty collection. */
import { gzipSync } from 'node:zlib';
import { pcap } from '#test/server/captures.ts';
import { zipOf } from '#test/server/loopback-publisher.ts';
import { zeekLog } from '#test/server/zeek-log.ts';
import { paths } from '#web/url/paths.ts';
import { objections } from './axe.ts';
import { expect, panel } from './fixtures.ts';
import { sourcesKeys } from './service-address.ts';
import { lacksTshark, ownLogsTest as test } from './sources-stand.ts';

test.setTimeout(300_000);
// one worker, because each worker starts a service of its own
test.describe.configure({ mode: 'default' });
const loaded = { timeout: 180_000 };

const sensorStart = Date.UTC(2026, 9, 20) / 1000;
/** Lines are written in portions of 100,000: after the first, most of the import is still to come. */
const sensorLines = 400_000;
/** A Zeek log in which each line names a different host, so that writing it takes a while. */
const sensorLog = [
  '#path\tdns',
  '#fields\tts\tquery\tqtype_name\tanswers\tTTLs',
  ...Array.from({ length: sensorLines }, (_, index) => {
    const address = index === 7 ? '203.0.113.77' : `198.51.100.${index % 200}`;
    const answers = `edge${index}.sensor.test,${address}`;
    return `${sensorStart + index}.5\th${index}.sensor.test\tA\t${answers}\t300,60`;
  }),
  'a line that is cut off',
].join('\n');
/** As it lies on a sensor: the log packed by its rotation, and files that hold nothing to import. */
const sensorFolder = await zipOf({
  '2026-10-20/dns.00_00_00.log.gz': gzipSync(sensorLog),
  '2026-10-20/conn.log': '#path\tconn\n#fields\tts\tuid\tconn_state\n1792497600.0\tC1\tSF\n',
  '2026-10-20/README.txt': 'logs of the sensor\n',
});

test(
  'a dropped folder of logs is read first, imported, cancelled and resumed, and its names lead to their pages',
  { tag: '@long' },
  async ({ visit }) => {
    const page = await visit(sourcesKeys.manages);
    await page.goto(paths.sources());
    const logs = panel(page, 'Your own logs');
    await logs.getByLabel('Sensor').fill('hq');
    const files = await page.evaluateHandle((base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'sensor.zip'));
      return transfer;
    }, sensorFolder.toString('base64'));
    await page.getByRole('main').dispatchEvent('dragenter', { dataTransfer: files });
    await page.getByRole('main').dispatchEvent('dragover', { dataTransfer: files });
    await page.getByRole('main').dispatchEvent('drop', { dataTransfer: files });
    const row = logs.getByRole('listitem').filter({ hasText: 'sensor.zip' });
    await expect(row).toContainText('Checked', loaded);
    await expect(row).toContainText('Zeek dns.log');
    await expect(row).toContainText('9,996 records, 9,996 new in the first lines of the logs (5,000 lines in all)');
    const contents = row.getByRole('region', { name: 'Files in sensor.zip' });
    await expect(contents).toContainText('3 files in the archive');
    await expect(contents).toContainText(/dns\.00_00_00\.log\.gz\s*Zeek dns\.log.*: 9,996 records/);
    await expect(contents).toContainText(/conn\.log\s*not read: This is a Zeek conn\.log\..*Send dns\.log/);
    expect(await objections(page, logs)).toEqual([]);

    await row.getByRole('button', { name: 'Import: sensor.zip' }).click();
    await expect(row).toContainText(/Importing.*[1-9]\d? %.*\d{2},\d{3} lines/s, loaded);
    await row.getByRole('button', { name: 'Cancel: sensor.zip' }).click();
    await expect(row).toContainText('Cancelled', loaded);
    await row.getByRole('button', { name: 'Resume: sensor.zip' }).click();
    await expect(row).toContainText(/Importing|Waiting/);
    // leaving the page stops nothing
    await page.goto('/');
    await page.goto(paths.sources());
    await expect(row).toContainText('Imported', loaded);
    await expect(row).toContainText(`${(2 * sensorLines).toLocaleString('en')} records`);
    await expect(row).toContainText(/newest line is from \d+ (?:day|month|year)s? ago/);
    await expect(panel(page, 'Data besides feeds').getByRole('row', { name: /log:zeek-dns\/hq/ })).toContainText(
      'own logs',
    );

    page.setDefaultTimeout(30_000);
    const view = page.getByRole('main');
    await page.goto(paths.domain('h7.sensor.test'));
    await view.getByRole('tab', { name: 'DNS', exact: true }).click();
    await view.getByRole('link', { name: 'edge7.sensor.test' }).first().click();
    await expect(view.getByRole('heading', { level: 1 })).toContainText('edge7.sensor.test');
    await view.getByRole('tab', { name: 'DNS', exact: true }).click();
    await view.getByRole('link', { name: '203.0.113.77', exact: true }).first().click();
    await expect(view.getByRole('heading', { level: 1 })).toContainText('203.0.113.77');
    await view.getByRole('tab', { name: 'Names', exact: true }).click();
    await expect(view.getByRole('link', { name: 'edge7.sensor.test' }).first()).toBeVisible();

    // taken out again, its names are unknown
    await page.goto(paths.sources());
    await row.getByRole('button', { name: 'Remove: sensor.zip' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove sensor.zip from the collection?' });
    await expect(dialog).toContainText('800,000 DNS records go, seen from 2026-10-20 to 2026-10-24.', loaded);
    await expect(dialog).toContainText('800,000 names become unknown: edge100000.sensor.test');
    expect(await objections(page, dialog)).toEqual([]);
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('Removed', loaded);
    await expect(row.getByRole('button', { name: 'Remove: sensor.zip' })).toBeHidden();
    await page.goto(paths.domain('edge7.sensor.test'));
    await expect(page.getByRole('main')).toContainText('Unknown');
    await expect(page.getByRole('main')).not.toContainText('203.0.113.77');
  },
);

test('the focus stays in the import log when the last day of a source is removed by keyboard, on a phone', async ({
  visit,
}) => {
  const page = await visit(sourcesKeys.manages);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(paths.sources());
  const pushed = await page.request.post('/api/v1/ingest/zeek-dns?source=phone', {
    headers: { 'x-api-key': sourcesKeys.manages, 'content-type': 'application/octet-stream' },
    data: zeekLog([[sensorStart, 'pushed.test', '198.51.100.7']]),
  });
  expect(pushed.status()).toBe(200);
  await page.goto(paths.sources());
  const logs = panel(page, 'Your own logs');
  const row = logs.getByRole('listitem').filter({ hasText: 'phone' });
  await row.getByRole('button', { name: /^Remove/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Remove .* from the collection\?$/ });
  await expect(dialog).toContainText('1 DNS record goes', loaded);
  const title = dialog.getByRole('heading', { level: 2 });
  expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  await dialog.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await expect(row).toHaveCount(0, loaded);
  await expect(logs.locator(':focus')).toHaveCount(1);
});

test('a zone without times is imported on the day that the analyst gives', async ({ visit }) => {
  const page = await visit(sourcesKeys.manages);
  await page.goto(paths.sources());
  const logs = panel(page, 'Your own logs');
  const buffer = Buffer.from('@ IN SOA ns1 host 1 2 3 4 5\nwww A 198.51.100.7\n');
  await logs.getByLabel('Log files').setInputFiles({ name: 'db.undated', mimeType: 'text/plain', buffer });
  const row = logs.getByRole('listitem').filter({ hasText: 'db.undated' });
  await expect(row).toContainText('More needed', loaded);
  await expect(row).toContainText('give the day below');
  await row.getByLabel('Day of the records (UTC)').fill('2014-05-06');
  await row.getByLabel('Origin of the zone').fill('undated.test');
  expect(await objections(page, logs)).toEqual([]);
  await row.getByRole('button', { name: 'Check again: db.undated' }).click();
  await expect(row).toContainText('2 records, 2 new', loaded);
  await row.getByRole('button', { name: 'Import: db.undated' }).click();
  await expect(row).toContainText('Imported', loaded);
  await expect(row).toContainText('the day that was given, 2014-05-06');
});

test('a packet capture is refused where tshark is not installed, with what to install', async ({ visit }) => {
  test.skip(!lacksTshark, 'tshark is installed, and cannot be hidden from the service without mounts');
  const page = await visit(sourcesKeys.manages);
  await page.goto(paths.sources());
  const logs = panel(page, 'Your own logs');
  const file = { name: 'port53.pcap', mimeType: 'application/octet-stream', buffer: pcap([]) };
  await logs.getByLabel('Log files').setInputFiles(file);
  const row = logs.getByRole('listitem').filter({ hasText: file.name });
  await expect(row).toContainText('Failed', loaded);
  await expect(row).toContainText('Captures are read by tshark, which is not installed on the machine of the service.');
  await expect(row).toContainText('apt install tshark');
});
