import { isLong } from '../support/long.ts';
import { expectNothingSerious } from './support/axe.ts';
import { allScreens } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test(
  'axe finds nothing serious on any screen, in either theme',
  { tag: '@phone' },
  async ({ open, faults }, { project }) => {
    // Over a hundred screens in both themes, one after another, beside another worker.
    test.setTimeout(900_000);
    for (const status of [401, 403, 404, 410]) faults.allowStatus(status, /^\/(api\/)?p\//);
    // Whoever owes a code is told so by the first call.
    faults.allowShutOut(401);
    const hasBothThemes = isLong || project.name === 'desktop';
    const screens = await allScreens();
    const people = new Map([undefined, ...screens.map(({ as }) => as)].map((as) => [as?.email, as]));
    for (const as of people.values()) {
      const page = await open(as ? { as } : {});
      // As the system says: the page follows it where nobody has chosen, and nothing moves while axe looks.
      const turnTo = async (colorScheme: 'light' | 'dark') => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expect(page.locator(`html[data-theme=${colorScheme}]`)).toBeAttached();
      };
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      for (const screen of screens.filter((candidate) => candidate.as?.email === as?.email)) {
        await test.step(screen.name, async () => {
          await page.goto(screen.path);
          await screen.ready(page);
          await turnTo('light');
          await expectNothingSerious(page, screen.name);
          // Themes differ in their colours, and in nothing else: a phone has the same.
          if (hasBothThemes) {
            await turnTo('dark');
            await expectNothingSerious(page, `${screen.name}, dark`, { rules: ['color-contrast'] });
          }
          // An address that differs by its fragment alone would not load the page anew.
          await page.goto('about:blank');
        });
      }
    }
  },
);
