import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** A saved file. */
export interface Saved {
  readonly name: string;
  readonly text: string;
  readonly bytes: Buffer;
}

/** Runs `start` and returns the file that it saves. */
export async function save(page: Page, start: () => Promise<void>): Promise<Saved> {
  const [download] = await Promise.all([page.waitForEvent('download'), start()]);
  const bytes = await readFile(await download.path());
  return { name: download.suggestedFilename(), text: bytes.toString('utf8'), bytes };
}

/** Saves the rows as the open export dialog says. */
export const saveRows = (page: Page): Promise<Saved> =>
  save(page, () => page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Download' }).click());

/** Saves the open investigation in a format of its menu. */
export async function saveInvestigation(page: Page, format: string | RegExp): Promise<Saved> {
  await page.getByRole('button', { name: 'Export', exact: true }).first().click();
  return save(page, () => page.getByRole('menuitem', { name: format }).click());
}
