import { mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { isLong } from './tests/support/long.ts';

const { devDependencies } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
  devDependencies: Record<string, string>;
};

/** The package's Chromium, or the one that `CHROMIUM_PATH` names. */
async function chromiumPath(): Promise<string> {
  const own = process.env['CHROMIUM_PATH'];
  if (own) return own;
  // The package unpacks into TMPDIR and reuses whatever lies there: a folder of its own a version keeps versions apart.
  const unpackInto = join(tmpdir(), `albumen-chromium-${devDependencies['@sparticuz/chromium']}`);
  mkdirSync(unpackInto, { recursive: true });
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = unpackInto;
  const { default: chromium } = await import('@sparticuz/chromium');
  const path = await chromium.executablePath();
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  return path;
}

/** Stories of layout, of touch and of the main journeys: `npm test` tells these alone on a phone. */
const ALSO_ON_A_PHONE = /@phone/;
/** Further variants of what another story or a contract test proves: `npm run test:long` tells them too. */
const AT_LENGTH = /@long/;
/**
 * Stories whose matter is not what a screen looks like: links, providers, drafts, two windows, a keyboard. They are told
 * once, also by `npm run test:long`, which tells all others at both widths.
 */
const AT_A_DESK_ONLY = [
  'account-deletion',
  'auth-captcha',
  'auth-codes',
  'auth-links',
  'auth-providers',
  'auth-session',
  'booking-holds',
  'calendar-feed',
  'customers-keyboard',
  'drafts-in-windows',
  'edit-conflicts',
  'live-sync',
  'notes',
  'offline',
  'pending-mutations',
  'security-identities',
  'sign-out',
  'team-studios',
  'uploads-parts',
  'uploads-windows',
];
/** Told with a finger, whatever the project's screen is. */
const ON_A_PHONE_ONLY = ['swipe'];
const specs = (names: readonly string[]) => names.map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.build/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  ...(!isLong && { grepInvert: AT_LENGTH }),
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // Room for stories of several windows on two busy cores: what waits in vain is ended by its own limit, far sooner.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    screenshot: 'only-on-failure',
    // A trace of everything costs a quarter of all processor time: `--trace retain-on-failure` writes one where it is wanted.
    trace: 'off',
    // It fetches all of the back office anew for every window. Tests of what it does switch it on: `WITH_WORKER`.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Europe/Madrid',
    // What slides and fades costs two cores without a graphics card most: `npm run test:long` sees it.
    contextOptions: { reducedMotion: isLong ? 'no-preference' : 'reduce' },
    launchOptions: {
      executablePath: await chromiumPath(),
      // Never the package's own arguments: they switch web security off and would hide CORS and CSP faults.
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
      ],
    },
  },
  // The phone first: its walk with axe is long, and would keep one worker at the end.
  projects: [
    {
      name: 'phone',
      testIgnore: specs(AT_A_DESK_ONLY),
      ...(!isLong && { grep: ALSO_ON_A_PHONE }),
      use: { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', testIgnore: specs(ON_A_PHONE_ONLY), use: { viewport: { width: 1280, height: 800 } } },
  ],
});
