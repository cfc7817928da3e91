import type { Page } from '@playwright/test';
import { account, type Account } from '#core/domain/studio/accounts.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { expectNothingSerious } from './support/axe.ts';
import { database } from './support/database.ts';
import { makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

/** Changes what the list of a person's studios says. */
async function withAccount(page: Page, changes: Partial<Account>): Promise<void> {
  await page.route('**/api/accounts', async (route) => {
    const answer = await route.fetch();
    const studios = account.array().parse(await answer.json());
    await route.fulfill({ response: answer, json: studios.map((one) => ({ ...one, ...changes })) });
  });
}

test('an owner accepts terms by one press, which ends the banner', async ({ open }) => {
  const photographer = await makePhotographer();
  // Another version of the terms does not exist yet: a studio that has accepted none is asked alike.
  const page = await open({ as: photographer });
  await withAccount(page, { terms: null });
  await page.goto('/app');
  const banner = page.getByRole('status').filter({ hasText: 'Please accept the terms' });
  await expect(banner.getByRole('link', { name: 'Read the terms' })).toBeVisible();
  await expectNothingSerious(page, 'studio banners');
  await banner.getByRole('button', { name: 'Accept' }).click();
  await expect(banner).toBeHidden();
});

test('prices without an answer are told with their month, beside a link to the plan', async ({ open }) => {
  const page = await open({ as: await makePhotographer(), phone: true });
  await withAccount(page, { planState: 'active', pricesEndAt: Date.UTC(2031, 2, 1) });
  await page.goto('/app');
  const told = page.getByText(/Accept them by the start of March 2031/);
  await expect(told).toBeVisible();
  await expectNothingSerious(page, 'studio banners');
  await page.getByRole('link', { name: 'See the plan' }).click();
  await expect(page).toHaveURL(/\/app\/settings\/usage$/);
});

test('an announcement to one studio is dismissed once, and the status page has the product’s font', async ({
  open,
}) => {
  const photographer = await makePhotographer();
  const words = 'The new editor is here.';
  const params = {
    kind: 'info',
    texts: { en: words, es: words, ca: words },
    from: new Date(Date.now() - HOUR_MS).toISOString(),
    until: new Date(Date.now() + HOUR_MS).toISOString(),
    studios: [photographer.account.id],
  };
  // As the command inserts it; the outbox of the stack carries it out.
  const { rows } = await database().query(
    `insert into operators.events (account_id, actor, kind, reason, params, visible_at)
     values (null, 'Nina', 'announce', $1, $2, now()) returning id`,
    [words, params],
  );
  const outcome = async () =>
    (await database().query('select outcome from operator_events where id = $1', [rows[0].id])).rows[0].outcome;
  await expect.poll(outcome).toBe('done');
  const page = await open({ as: photographer });
  await page.goto('/app');
  const banner = page.getByRole('status').filter({ hasText: words });
  await expect(banner).toBeVisible();
  await banner.getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toBeHidden();
  await page.goto('/status');
  await expect(page.getByText('News about Albumen')).toBeHidden();
  await expectNothingSerious(page, 'studio banners');
  await expect
    .poll(() => page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded')))
    .toBe(true);
});
