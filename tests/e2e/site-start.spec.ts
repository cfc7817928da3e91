import type { Locator, Page } from '@playwright/test';
import { connectDomain } from '#local/demo/domain.ts';
import { openBackOffice } from '#local/demo/back-office.ts';
import { newId } from '../support/rows.ts';
import { database } from './support/database.ts';
import { makeGallery } from './support/galleries.ts';
import { expectImageLoaded } from './support/image-loading.ts';
import { navigateTo } from './support/navigation.ts';
import { makePhotographer, type Photographer } from './support/photographer.ts';
import { stack } from './support/stack-address.ts';
import { expect, test } from './support/test.ts';

/** Connects the studio's own domain, without the screens. */
async function withDomain({ session, account }: Photographer): Promise<string> {
  const { origin } = stack();
  const office = openBackOffice({
    cacheURL: `${origin}/zero`,
    token: session.access_token,
    userId: session.user.id,
    accountId: account.id,
    role: 'owner',
  });
  const hostname = `www.${account.slug}.localhost`;
  await connectDomain(office, origin, { id: newId(), hostname, target: 'sites.localhost' });
  await office.close();
  return `http://${hostname}:${new URL(origin).port}`;
}

const releasesOf = async ({ account }: Photographer) => {
  const sql = 'select kind from site_releases where account_id = $1 order by created_at';
  return (await database().query<{ kind: string }>(sql, [account.id])).rows.map(({ kind }) => kind);
};

/** Moves the focus to a control by Tab alone. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isFocused()); presses++) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

test('a studio without pages has a website on its own domain after four keys, and starts over without a loss', async ({
  open,
}, { annotations, project }) => {
  test.skip(project.name === 'phone', 'a phone has no keyboard');
  test.slow();
  const owner = await makePhotographer('Estudi Mar');
  await makeGallery(owner, { name: 'Cadaqués', photos: 6, values: { visibility: 'public' } });
  const site = await withDomain(owner);
  const page = await open({ as: owner });
  await page.goto('/app');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  let choices = 0;
  const choose = async (target: Locator) => {
    choices++;
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  const began = Date.now();
  await choose(page.getByRole('link', { name: 'Website' }));
  await expect(page.getByRole('heading', { name: 'Choose a look' })).toBeVisible();
  await choose(page.getByRole('button', { name: 'Use Bold' }));
  await expect(page).toHaveURL(/\/app\/website\/pages\//);
  await choose(page.getByRole('button', { name: 'Publish', exact: true }));
  await choose(page.getByRole('dialog').getByRole('button', { name: /^Publish \d+ pages$/ }));
  await expect(page.getByRole('dialog', { name: 'Your website is published' })).toBeVisible();
  const seconds = (Date.now() - began) / 1000;
  annotations.push({ type: 'published', description: `${choices} choices, ${seconds.toFixed(1)} s` });
  expect(choices).toBe(4);

  const visitor = await open();
  await expect(async () => {
    await visitor.goto(`${site}/`);
    await expect(visitor.getByRole('heading', { level: 1, name: 'Let’s make photographs' })).toBeVisible({
      timeout: 500,
    });
  }).toPass();
  await visitor.getByRole('link', { name: 'Portfolio' }).first().click();
  await expect(visitor).toHaveURL(`${site}/portfolio`);
  await expectImageLoaded(visitor.getByRole('main').locator('img').first());

  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await navigateTo(page, '/app/settings/website');
  await expect(page.getByLabel('Home page').locator('option:checked')).toHaveText('Home');

  await navigateTo(page, '/app/website/looks');
  await page.getByRole('button', { name: 'Use Classic' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start over' }).click();
  await expect(page).toHaveURL(/\/app\/website\/pages\//);
  await expect.poll(() => releasesOf(owner)).toEqual(['published', 'saved']);
  // Visitors keep what was published.
  await visitor.goto(`${site}/`);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Let’s make photographs' })).toBeVisible();
});

test(
  'a studio publishes its website on a phone, in Spanish, and visitors read it in three languages',
  { tag: '@phone' },
  async ({ open, isMobile }) => {
    test.skip(!isMobile, 'a desk has no touch');
    const owner = await makePhotographer('Estudi Mar');
    await makeGallery(owner, { name: 'Cadaqués', photos: 4, values: { visibility: 'public' } });
    const site = await withDomain(owner);
    const page = await open({ as: owner, locale: 'es-ES' });
    await page.goto('/app');
    await page.getByRole('link', { name: 'Web', exact: true }).tap();
    await expect(page.getByRole('heading', { name: 'Elige un estilo' })).toBeVisible();
    await page.getByRole('button', { name: 'Usar Mínima' }).tap();
    await expect(page).toHaveURL(/\/app\/website\/pages\//);
    await page.getByRole('button', { name: 'Publicar', exact: true }).tap();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Publicar \d+ páginas?$/ })
      .tap();
    await expect(page.getByRole('dialog', { name: 'Tu web está publicada' })).toBeVisible();

    const visitor = await open();
    await expect(async () => {
      await visitor.goto(`${site}/`);
      await expect(visitor.getByRole('heading', { name: 'Questions and answers' })).toBeVisible({ timeout: 500 });
    }).toPass();
    await visitor.getByRole('link', { name: 'Català' }).tap();
    await expect(visitor.getByRole('heading', { name: 'Preguntes i respostes' })).toBeVisible();
    expect(await visitor.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    await visitor.getByRole('link', { name: 'Español' }).tap();
    await expect(visitor.getByRole('heading', { name: 'Preguntas y respuestas' })).toBeVisible();
  },
);
