// Finds a Chromium for the end-to-end tests, in this order: SIGHTLINE_CHROMIUM, Playwright's own, a system one. Where there
// is none it is installed: by Playwright, or else (as root on Debian) as the package `chromium`.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

// not chromium-headless-shell: it grants no notifications
const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @returns the path of an executable @throws Error that says what to do by hand */
export function findOrInstallChromium(): string {
  const found = findChromium();
  if (found) return found;
  if (!install('npx', ['playwright', 'install', 'chromium'])) installDebianPackage();
  const installed = findChromium();
  if (installed) return installed;
  throw new Error('No Chromium could be found or installed. Install one and name it in SIGHTLINE_CHROMIUM.');
}

function findChromium(): string | undefined {
  const given = process.env.SIGHTLINE_CHROMIUM;
  if (given) {
    if (!existsSync(given)) throw new Error(`SIGHTLINE_CHROMIUM names ${given}, which is not there.`);
    return given;
  }
  return [chromium.executablePath(), ...systemPaths].find((path) => path && existsSync(path));
}

function install(command: string, args: readonly string[]): boolean {
  console.log(`No Chromium found: ${command} ${args.join(' ')}`);
  try {
    execFileSync(command, args, { stdio: 'inherit', timeout: 300_000 });
    return true;
  } catch {
    return false;
  }
}

function installDebianPackage(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  install('apt-get', ['update', '-q']);
  install('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-dejavu-core']);
}
