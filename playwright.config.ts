import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from './tests/support/chromium.ts';
import { isLong } from './tests/support/long.ts';

/** Variants of rules that another spec or a contract test covers: `npm run test:long` runs them, too. */
const LONG_TAG = /@long/;
/**
 * Specs that do not depend on the viewport: links, providers, drafts, two windows, a keyboard. They run on the desktop
 * project only, also in `npm run test:long`, which runs all others on both.
 */
const DESKTOP_ONLY = [
  'account-deletion',
  'auth-captcha',
  'auth-codes',
  'auth-links',
  'auth-providers',
  'auth-session',
  'blocked-replica',
  'booking-holds',
  'calendar-feed',
  'consent',
  'customers-keyboard',
  'drafts-in-windows',
  'edit-conflicts',
  'live',
  'live-sync',
  'mail-programs',
  'notes',
  'offline',
  'page-fields',
  'pending-mutations',
  'proofing',
  'refused-sync',
  'security-identities',
  'sign-in-again',
  'sign-out',
  'team-studios',
  'uploads-parts',
  'uploads-windows',
];
/** Specs that use touch. With `npm run test:long` they run on the phone project only. */
const PHONE_ONLY = ['swipe'];
/**
 * A page lives for seconds: V8's last compiler takes more time than its code saves, and so do a small young generation and
 * threads that wait for each other while they collect it. `npm run test:long` has the defaults.
 */
const SHORT_LIVED = ['--js-flags=--no-turbofan --single-threaded-gc --min-semi-space-size=16'];
const specs = (names: readonly string[]) => names.map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.build/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  // One more than cores: two workers left the cores idle for up to two fifths of the time.
  workers: 3,
  fullyParallel: false,
  // Node strips types itself, from a cache; Playwright would compile four hundred files first.
  build: { external: ['**/*.ts'] },
  forbidOnly: true,
  retries: 0,
  // Long enough for specs with several windows on two busy cores; each wait has its own, shorter limit.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    screenshot: 'only-on-failure',
    // A trace costs a quarter of all processor time: `--trace retain-on-failure` writes one on request.
    trace: 'off',
    // The service worker fetches the whole back office for every window. Its own tests enable it: `WITH_WORKER`.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Europe/Madrid',
    // Animations are expensive without a graphics card: only `npm run test:long` runs them.
    contextOptions: { reducedMotion: isLong ? 'no-preference' : 'reduce' },
    launchOptions: { executablePath: await chromiumPath(), args: [...CHROMIUM_ARGS, ...(isLong ? [] : SHORT_LIVED)] },
  },
  // `npm test` has one project, in which tests with the tag `@phone` have a phone's window (tests/e2e/support/test.ts).
  // The phone project first: its axe test would keep one worker alone at the end.
  projects: [
    ...(isLong
      ? [
          {
            name: 'phone',
            testIgnore: specs(DESKTOP_ONLY),
            use: { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true },
          },
        ]
      : []),
    {
      name: 'desktop',
      ...(isLong ? { testIgnore: specs(PHONE_ONLY) } : { grepInvert: LONG_TAG }),
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
