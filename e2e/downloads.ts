import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** A file as it was saved. */
export interface Saved {
  readonly name: string;
  readonly text: string;
  readonly bytes: Buffer;
}

/** What is saved when that is done. */
export async function save(page: Page, start: () => Promise<void>): Promise<Saved> {
  const [download] = await Promise.all([page.waitForEvent('download'), start()]);
  const bytes = await readFile(await download.path());
  return { name: download.suggestedFilename(), text: bytes.toString('utf8'), bytes };
}

/** The open investigation in a format of its menu. */
export async function saveInvestigation(page: Page, format: string | RegExp): Promise<Saved> {
  await page.getByRole('button', { name: 'Export', exact: true }).first().click();
  return save(page, () => page.getByRole('menuitem', { name: format }).click());
}
