import { expectNothingSerious } from './support/axe.ts';
import { allScreens, type Screen } from './support/screens.ts';
import { expect, test } from './support/test.ts';

let screens: Screen[];
test.beforeAll(async () => {
  screens = await allScreens();
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on any screen (${theme})`, async ({ open, faults }) => {
    // Over fifty screens, one after another.
    test.setTimeout(400_000);
    for (const status of [401, 403, 404, 410]) faults.allowStatus(status, /^\/(api\/)?p\//);
    const people = new Map([undefined, ...screens.map(({ as }) => as)].map((as) => [as?.email, as]));
    for (const as of people.values()) {
      const page = await open(as ? { as } : {});
      // As the system says: the page follows it where nobody has chosen, and nothing moves while axe looks.
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      for (const screen of screens.filter((candidate) => candidate.as?.email === as?.email)) {
        await test.step(screen.name, async () => {
          await page.goto(screen.path);
          await screen.ready(page);
          expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme);
          await expectNothingSerious(page, screen.name);
          // An address that differs by its fragment alone would not load the page anew.
          await page.goto('about:blank');
        });
      }
    }
  });
}
