// Finds a Chromium for the end-to-end tests, in this order: SIGHTLINE_CHROMIUM, Playwright's own, a system one. Without one,
// Chromium is installed: by Playwright, or else (as root on Debian) from packages.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { installPackages, isInstalled } from './install-packages.ts';

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Paths of executables. */
interface Browsers {
  readonly chromium: string;
  /** The headless shell: a third faster, but without notifications. Chromium itself if it is missing. */
  readonly headlessShell: string;
}

/** @throws Error that says how to install one by hand */
export function findOrInstallBrowsers(): Browsers {
  const given = process.env.SIGHTLINE_CHROMIUM;
  if (given) {
    if (!existsSync(given)) throw new Error(`SIGHTLINE_CHROMIUM names ${given}, which does not exist.`);
    return { chromium: given, headlessShell: given };
  }
  const found = findBrowsers();
  if (found) return found;
  console.log('No Chromium found: it is installed.');
  // older releases have no headless shell
  if (!isInstalled('npx', ['playwright', 'install', 'chromium']))
    installPackages(['chromium', 'fonts-dejavu-core'], ['chromium-headless-shell']);
  const installed = findBrowsers();
  if (installed) return installed;
  throw new Error('No Chromium could be found or installed. Install one and name it in SIGHTLINE_CHROMIUM.');
}

function findBrowsers(): Browsers | undefined {
  const own = chromium.executablePath();
  if (existsSync(own)) return { chromium: own, headlessShell: shellBeside(own) ?? own };
  const found = systemPaths.find((path) => existsSync(path));
  const shell = '/usr/bin/chromium-headless-shell';
  return found === undefined ? undefined : { chromium: found, headlessShell: existsSync(shell) ? shell : found };
}

/** Playwright keeps each browser in a folder named after its build: `chromium-1208`, `chromium_headless_shell-1208`. */
function shellBeside(own: string): string | undefined {
  const build = dirname(dirname(own));
  const shells = build.replace(/chromium-(\d+)$/, 'chromium_headless_shell-$1');
  if (shells === build || !existsSync(shells)) return undefined;
  const names = ['chrome-headless-shell', 'headless_shell'];
  const paths = readdirSync(shells).flatMap((folder) => names.map((name) => join(shells, folder, name)));
  return paths.find((path) => existsSync(path));
}
