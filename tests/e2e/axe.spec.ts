import { isLong } from '../support/long.ts';
import { expectNothingSerious } from './support/axe.ts';
import { openDesignPage } from './support/design-page.ts';
import { expectSoundLayout, type Positions, watchShifts } from './support/layout.ts';
import { navigateTo } from './support/navigation.ts';
import type { Screen } from './support/screen.ts';
import { allScreens } from './support/screens.ts';
import { expect, test } from './support/test.ts';
import { type Width, widthsFrom, widthsOf } from './support/widths.ts';

type Theme = 'light' | 'dark';

/** One screen of each frame: signed out, the back office, a selection in a list, the clients' pages. */
const FRAMES: readonly string[] = ['sign-in', 'home', 'gallery-selected', 'public-gallery'];

/** Screens that are the same at both widths: a narrow column with a message or a short form, or a list without rows. */
const SAME_AT_BOTH =
  /^(sign-|forgot-|reset-|link-failed|provider-|code$|first-run|goodbye|join|unauthorized|app-not-found|studio-clos|security-key|account-removal|password|hidden|expired|by-invitation|invite-missing|not-found)|-empty$/;

/** Screens that only a desktop has: this one sends a draft to a phone. */
const DESKTOP_ONLY: readonly string[] = ['draft-on-phone'];

/** Whether a screen is checked at one width only. */
const hasOneWidth = ({ name }: Screen) =>
  DESKTOP_ONLY.includes(name) || (SAME_AT_BOTH.test(name) && !FRAMES.includes(name));

test('every screen is accessible, and its layout sound', async ({ open, faults }, { project }) => {
  // Renders more than a hundred screens, one after another, beside two other workers.
  test.setTimeout(900_000);
  for (const status of [401, 403, 404, 410]) faults.allowStatus(status, /^\/(api\/)?p\//);
  // The first request reports a required MFA code.
  faults.allowShutOut(401);
  const screens = (await allScreens()).filter(({ name }) => project.name === 'desktop' || !DESKTOP_ONLY.includes(name));
  const positions: Record<Width, Positions> = { desktop: new Map(), phone: new Map() };
  const people = new Map([undefined, ...screens.map(({ as }) => as)].map((as) => [as?.email, as]));
  for (const as of people.values()) {
    const page = await open(as ? { as } : {});
    const turnToWidth = await widthsOf(page);
    // Emulates the system theme, which the page follows by default; reduced motion stops animations during the audit.
    const turnTo = async (colorScheme: Theme) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator(`html[data-theme=${colorScheme}]`)).toBeAttached();
    };
    let width: Width = 'desktop';
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await watchShifts(page);
    let isInApp = false;
    const theirs = screens.filter((candidate) => candidate.as?.email === as?.email);
    for (const [index, screen] of theirs.entries()) {
      await test.step(screen.name, async () => {
        const wasInApp = isInApp;
        isInApp = Boolean(as) && screen.path.startsWith('/app');
        // A screen loads at the width that the one before it was left with: turning costs as much as an audit.
        const widths = hasOneWidth(screen) ? (['desktop'] as const) : widthsFrom(width);
        if (widths[0] !== width) await turnToWidth(widths[0]!);
        // Loading the app and its data takes longer than the audit.
        if (wasInApp && isInApp) await navigateTo(page, screen.path);
        else {
          // A URL that differs in its fragment alone would not reload the page.
          await page.goto('about:blank');
          await page.goto(screen.path);
        }
        await screen.ready(page);
        // `npm test` audits the colours of a screen in one theme, those of the frames and all components in both.
        const theme: Theme = index < theirs.length / 2 ? 'light' : 'dark';
        await turnTo(theme);
        for (const at of widths) {
          if (at !== widths[0]) await turnToWidth(at);
          width = at;
          // Roles, names and colours are the same at both widths; only the frames of a phone differ from those of a desktop.
          if (at === widths[0] || FRAMES.includes(screen.name)) {
            await expectNothingSerious(page, `${screen.name}, ${at}, ${theme}`);
          }
          await expectSoundLayout(page, screen.name, positions[at]);
        }
        if (!isLong && !FRAMES.includes(screen.name)) return;
        const other: Theme = theme === 'light' ? 'dark' : 'light';
        await turnTo(other);
        await expectNothingSerious(page, `${screen.name}, ${other}`, { rules: ['color-contrast'] });
      });
    }
  }
});

test('axe reports no serious violation on the component page', async ({ open }) => {
  const page = await open();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await openDesignPage(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The page itself shows every component in both themes.
  await expectNothingSerious(page, 'the component page');
});
