import type { Page } from '@playwright/test';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { database } from './support/database.ts';
import { makeGallery } from './support/galleries.ts';
import { notice } from './support/notice.ts';
import { makeMember, makePhotographer, type Photographer } from './support/photographer.ts';
import { changeHeading, expectReleases, makePage } from './support/site.ts';
import { expect, test } from './support/test.ts';

const RELEASES = '/app/website/releases';

/** Waits until visitors see a page; the CDN may have the former one until its purge. */
async function expectVisible(visitor: Page, { account }: Photographer, path: string, heading: string): Promise<void> {
  await expect(async () => {
    await visitor.goto(`/p/${account.slug}${path}`);
    await expect(visitor.getByRole('heading', { level: 1, name: heading })).toBeVisible({ timeout: 500 });
  }).toPass();
}

test('publishes some pages, then all, goes back to the first release and restores its page', async ({
  open,
  faults,
}) => {
  faults.allowStatus(404, /\/p\/.*\/about$/);
  const owner = await makePhotographer();
  const home = await makePage(owner, { path: 'home', title: 'Home', heading: 'First light' });
  await makePage(owner, { path: 'about', title: 'About', heading: 'Who we are' });
  const page = await open({ as: owner });
  await page.goto(RELEASES);
  await expect(page.getByRole('heading', { name: 'Nothing published yet' })).toBeVisible();

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const first = page.getByRole('dialog', { name: 'Publish your website' });
  await expect(first.getByText('This replaces your default page')).toBeVisible();
  await expect(first.getByLabel('Home page')).toHaveValue('home');
  await first.getByRole('checkbox', { name: 'About' }).uncheck();
  await first.getByRole('button', { name: 'Publish 1 page' }).click();
  const done = page.getByRole('dialog', { name: 'Your website is published' });
  await expect(done.getByLabel('Web address')).toHaveValue(new RegExp(`/p/${owner.account.slug}$`));
  await expect(done.getByRole('link', { name: 'View website' })).toHaveAttribute(
    'href',
    new RegExp(owner.account.slug),
  );
  await done.getByRole('button', { name: 'Done' }).click();
  await expectReleases(owner, 1);
  const visitor = await open();
  await expectVisible(visitor, owner, '', 'First light');
  expect((await visitor.goto(`/p/${owner.account.slug}/about`))?.status()).toBe(404);

  await changeHeading(home, 'Second light');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const again = page.getByRole('dialog', { name: 'Publish website' });
  await again.getByRole('button', { name: 'Publish 2 pages' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expectReleases(owner, 2);
  await expectVisible(visitor, owner, '', 'Second light');
  const items = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText('Live');
  await expect(items.first()).toContainText('New: About');
  await expect(items.first()).toContainText('Changed: Home');

  await items
    .last()
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Show to visitors' }).click();
  await expect(items.last()).toContainText('Live');
  await expectVisible(visitor, owner, '', 'First light');

  await items
    .last()
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Compare with drafts' }).click();
  const compare = page.getByRole('dialog', { name: /and your drafts$/ });
  await expect(compare.getByRole('region', { name: 'Only in the version' })).toContainText('First light');
  await expect(compare.getByRole('region', { name: 'Only in the draft' })).toContainText('Second light');
  await page.keyboard.press('Escape');

  await items
    .last()
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Restore as draft…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(notice(page, '1 page restored as a draft')).toBeVisible();
  const headingOf = async () => {
    const sql = `select rows #>> '{0,cells,0,blocks,0,text}' as heading from pages where id = $1`;
    return (await database().query<{ heading: string }>(sql, [home])).rows[0]?.heading;
  };
  await expect.poll(headingOf).toBe('First light');
  await notice(page, '1 page restored as a draft').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(headingOf).toBe('Second light');

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Take website offline' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take website offline' }).click();
  await expect(page.getByText(/^Your website is offline/)).toBeVisible();
  await expectVisible(visitor, owner, '', owner.account.name);
});

test('plans a publication in the studio’s zone, and withdraws it', async ({ open }) => {
  const owner = await makePhotographer();
  await makePage(owner, { path: 'home', title: 'Home', heading: 'First light' });
  const page = await open({ as: owner });
  await page.goto(RELEASES);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Later' }).click();
  const day = new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10);
  await dialog.getByLabel('Publish at').fill(`${day}T09:30`);
  await expect(dialog.getByText(/Madrid time/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Scheduled for .* 9:30$/ })).toBeVisible();
  const planned = async () => {
    const sql = `select to_char(publish_at at time zone 'Europe/Madrid', 'YYYY-MM-DD HH24:MI') as at
      from site_state where account_id = $1`;
    return (await database().query<{ at: string | null }>(sql, [owner.account.id])).rows[0]?.at;
  };
  await expect.poll(planned).toBe(`${day} 09:30`);
  await page.getByRole('button', { name: 'Cancel publication' }).click();
  await expect(notice(page, 'Publication cancelled')).toBeVisible();
  await expect.poll(planned).toBeNull();
});

test('a photo of a private gallery is allowed before a page with it is published, by members who may', async ({
  open,
}) => {
  const owner = await makePhotographer();
  const { photoIds } = await makeGallery(owner, { name: 'Marta', photos: 1 });
  await makePage(
    owner,
    { path: 'home', title: 'Home', heading: 'First light' },
    { kind: 'image', photoId: photoIds[0], alt: 'A' },
  );
  const member = await open({ as: await makeMember(owner, 'photographer') });
  await member.goto(RELEASES);
  await member.getByRole('button', { name: 'Unpublished changes', exact: true }).click();
  const dialog = member.getByRole('dialog');
  await expect(dialog.getByText('Only owners and admins can publish')).toBeVisible();
  await expect(dialog.getByText('Visitors can’t see the photo “IMG_0001.jpg”')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Publish 1 page' })).toHaveCount(0);

  const page = await open({ as: owner });
  await page.goto(RELEASES);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const publish = page.getByRole('dialog').getByRole('button', { name: 'Publish 1 page' });
  await expect(page.getByText('Visitors can’t see the photo “IMG_0001.jpg”')).toBeVisible();
  await expect(publish).toBeDisabled();
  await page.getByRole('button', { name: 'Allow “IMG_0001.jpg” on the website' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('All good. Nothing to improve.')).toBeVisible();
  await publish.click();
  await expect(page.getByRole('dialog', { name: 'Your website is published' })).toBeVisible();
});

test('a draft on a phone follows while it is edited, until the links are ended', async ({ open, faults }, info) => {
  test.skip(info.project.name === 'phone', 'a phone needs no code for another one');
  faults.allowStatus(404, /\/preview\//);
  const owner = await makePhotographer();
  const home = await makePage(owner, { path: 'home', title: 'Home', heading: 'First light' });
  const page = await open({ as: owner });
  await page.goto(RELEASES);
  await page.getByRole('button', { name: 'Open on your phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your draft on another device' });
  await expect(dialog.getByRole('img')).toBeVisible();
  const link = await dialog.getByText(/\/preview\//).textContent();
  const phone = await open({ phone: true });
  await phone.goto(link!);
  await expect(phone.getByRole('heading', { level: 1, name: 'First light' })).toBeVisible();
  await changeHeading(home, 'Second light');
  await expect(phone.getByRole('heading', { level: 1, name: 'Second light' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Revoke all preview links' }).click();
  await expect(notice(page, 'Preview links revoked')).toBeVisible();
  await expect(phone.getByRole('heading', { name: 'This preview has expired' })).toBeVisible();
});
