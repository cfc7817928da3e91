import { isLong } from '../support/long.ts';
import { expectNothingSerious } from './support/axe.ts';
import { openDesignPage } from './support/design-page.ts';
import { navigateTo } from './support/navigation.ts';
import { allScreens } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test(
  'axe reports no serious violation on any screen, in either theme',
  { tag: '@phone' },
  async ({ open, faults }, { project }) => {
    // Renders more than a hundred screens in both themes, one after another, beside another worker.
    test.setTimeout(900_000);
    for (const status of [401, 403, 404, 410]) faults.allowStatus(status, /^\/(api\/)?p\//);
    // The first request reports a required MFA code.
    faults.allowShutOut(401);
    const hasBothThemes = isLong || project.name === 'desktop';
    const screens = await allScreens();
    const people = new Map([undefined, ...screens.map(({ as }) => as)].map((as) => [as?.email, as]));
    for (const as of people.values()) {
      const page = await open(as ? { as } : {});
      // Emulates the system theme, which the page follows by default; reduced motion stops animations during the audit.
      const turnTo = async (colorScheme: 'light' | 'dark') => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expect(page.locator(`html[data-theme=${colorScheme}]`)).toBeAttached();
      };
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      let isInApp = false;
      for (const screen of screens.filter((candidate) => candidate.as?.email === as?.email)) {
        await test.step(screen.name, async () => {
          const wasInApp = isInApp;
          isInApp = Boolean(as) && screen.path.startsWith('/app');
          // Loading the app and its data takes longer than the audit.
          if (wasInApp && isInApp) await navigateTo(page, screen.path);
          else {
            // A URL that differs in its fragment alone would not reload the page.
            await page.goto('about:blank');
            await page.goto(screen.path);
          }
          await screen.ready(page);
          await turnTo('light');
          await expectNothingSerious(page, screen.name);
          // The themes differ in their colours only, so the desktop audit covers the phone.
          if (hasBothThemes) {
            await turnTo('dark');
            await expectNothingSerious(page, `${screen.name}, dark`, { rules: ['color-contrast'] });
          }
        });
      }
    }
  },
);

test('axe reports no serious violation on the component page', { tag: '@phone' }, async ({ open }) => {
  const page = await open();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await openDesignPage(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The page itself shows every component in both themes.
  await expectNothingSerious(page, 'the component page');
});
