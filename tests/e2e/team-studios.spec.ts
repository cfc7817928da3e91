import type { Page } from '@playwright/test';
import { members } from '#core/api/members.ts';
import { insertRow } from '../support/rows.ts';
import { database } from './support/database.ts';
import { escape } from './support/escape.ts';
import { makeGallery } from './support/galleries.ts';
import { makeMember, makePhotographer, type Photographer } from './support/photographer.ts';
import { expectImageLoaded } from './support/image-loading.ts';
import { memberRow, openStudios, openTeam, part, title } from './support/team.ts';
import { expect, test } from './support/test.ts';

/** Creates a user in two studios: owner of one, photographer in the other. */
async function inTwo(own: string, other: string): Promise<{ person: Photographer; host: Photographer }> {
  const [person, host] = [await makePhotographer(own), await makePhotographer(other)];
  await insertRow(database(), 'account_members', {
    account_id: host.account.id,
    user_id: person.session.user.id,
    role: 'photographer',
    name: 'Pau',
    email: person.email,
  });
  return { person, host };
}

const removeFrom = (host: Photographer, person: Photographer) =>
  host.api.call(members.remove, { userId: person.session.user.id });

async function turnTo(page: Page, from: string, to: string): Promise<void> {
  await openStudios(page, from);
  await page.getByRole('menuitemcheckbox', { name: to }).click();
  await expect(title(page, `Hello, ${to}`)).toBeVisible();
}

/** From now on records whether texts of two studios are on the screen together. */
async function watchForMix(page: Page, one: string, other: string): Promise<() => Promise<string[]>> {
  await page.evaluate(
    ([first, second]) => {
      const seen: string[] = [];
      (window as unknown as { mixes: string[] }).mixes = seen;
      const look = () => {
        const text = `${document.title} ${document.body.textContent}`;
        if (text.includes(first!) && text.includes(second!)) seen.push(text);
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
    },
    [one, other],
  );
  return () => page.evaluate(() => (window as unknown as { mixes: string[] }).mixes);
}

const isInTrash = async (galleryId: string) =>
  (await database().query('select 1 from galleries where id = $1 and deleted_at is not null', [galleryId])).rowCount ===
  1;

/** Replicas stored by the browser. */
const replicas = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.startsWith('rep:')).length);

test('asks before a switch leaves unsaved settings', async ({ open }) => {
  const { person } = await inTwo('Estudi Propi', 'Estudi Veí');
  const page = await open({ as: person });
  await page.goto('/app/settings');
  const about = page.getByRole('textbox', { name: /^About you/ });
  await about.fill('We like the sea.');
  await openStudios(page, 'Estudi Propi');
  await page.getByRole('menuitemcheckbox', { name: 'Estudi Veí' }).click();
  const question = page.getByRole('dialog', { name: 'Save your changes?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(about).toHaveValue('We like the sea.');
  await openStudios(page, 'Estudi Propi');
  await page.getByRole('menuitemcheckbox', { name: 'Estudi Veí' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(title(page, 'Hello, Estudi Veí')).toBeVisible();
  await turnTo(page, 'Estudi Veí', 'Estudi Propi');
  await page.goto('/app/settings');
  await expect(about).toHaveValue('We like the sea.');
});

test('clears account data on account switch', async ({ open }) => {
  const { person, host } = await inTwo('Estudi Propi', 'Estudi Veí');
  await makeGallery(person, { name: 'Own wedding', photos: 1 });
  await makeGallery(host, { name: 'Their party', photos: 1 });
  const page = await open({ as: person });
  await page.goto('/app/galleries');
  const cover = page.getByRole('link', { name: /Own wedding/ });
  await expect(cover).toBeVisible();
  const mixes = await watchForMix(page, 'Own wedding', 'Their party');

  await turnTo(page, 'Estudi Propi', 'Estudi Veí');
  await page.getByRole('link', { name: 'Galleries' }).first().click();
  await expect(page.getByRole('link', { name: /Their party/ })).toBeVisible();
  await expect(cover).toBeHidden();
  await page.getByRole('link', { name: /Their party/ }).click();
  await expectImageLoaded(page.getByRole('list', { name: 'Photos' }).getByRole('img').first());

  // Back from a page that exists only in the other studio.
  await turnTo(page, 'Estudi Veí', 'Estudi Propi');
  await page.getByRole('link', { name: 'Galleries' }).first().click();
  await cover.click();
  await expectImageLoaded(page.getByRole('list', { name: 'Photos' }).getByRole('img').first());
  expect(await mixes()).toEqual([]);
});

test('clears toasts on account switch', { tag: '@long' }, async ({ open }) => {
  const { person, host } = await inTwo('Estudi Propi', 'Estudi Veí');
  const own = await makeGallery(person, { name: 'Own wedding' });
  const page = await open({ as: person });
  await page.goto('/app/galleries');
  await page.getByRole('link', { name: /Own wedding/ }).click();
  await page.getByRole('button', { name: 'More actions for this gallery' }).click();
  await page.getByRole('menuitem', { name: 'Delete gallery' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  // A mutation without a result is reported as rejected when its store closes.
  await expect.poll(() => isInTrash(own.id)).toBe(true);
  // Toasts pause while the window is hidden: this one would not disappear.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await turnTo(page, 'Estudi Propi', host.account.name);
  await expect(undo).toBeHidden();
});

test('loads images in two windows on two studios', async ({ open }) => {
  const { person, host } = await inTwo('Estudi Propi', 'Estudi Veí');
  const [own, theirs] = [await makeGallery(person, { photos: 1 }), await makeGallery(host, { photos: 1 })];
  const page = await open({ as: person });
  const photo = (in_: Page) => in_.getByRole('list', { name: 'Photos' }).getByRole('img').first();
  await page.goto(`/app/galleries/${own.id}`);
  await expectImageLoaded(photo(page));
  const second = await page.context().newPage();
  await second.goto('/app');
  await turnTo(second, 'Estudi Propi', 'Estudi Veí');
  await second.goto(`/app/galleries/${theirs.id}`);
  await expectImageLoaded(photo(second));
  // The cookie grants the second window's images now; focusing the first window renews its own.
  const renewed = page.waitForResponse((response) => response.url().endsWith('/api/images/token'));
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await renewed;
  // A window keeps its studio on reload.
  await page.reload();
  await expectImageLoaded(photo(page));
});

test('removes the open studio from a removed member, who keeps their own', async ({ open, faults }) => {
  const { person, host } = await inTwo('Estudi Propi', 'Estudi Veí');
  const gallery = await makeGallery(host, { name: 'Their party', photos: 1 });
  const page = await open({ as: person });
  await page.goto('/app');
  await turnTo(page, 'Estudi Propi', 'Estudi Veí');
  await page.getByRole('link', { name: 'Galleries' }).first().click();
  await page.getByRole('link', { name: /Their party/ }).click();
  await expect(title(page, 'Their party')).toBeVisible();
  await expect.poll(() => replicas(page)).toBe(2);
  faults.allowShutOut(403);

  const desk = await open({ as: host });
  await openTeam(desk);
  await desk.getByRole('button', { name: 'Remove Pau' }).click();
  const question = desk.getByRole('alertdialog', { name: 'Remove Pau from Estudi Veí?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(memberRow(desk, person.email)).toBeHidden();

  await expect(title(page, 'Hello, Estudi Propi')).toBeVisible();
  await expect(page.getByText('You’re no longer on the Estudi Veí team')).toBeVisible();
  await expect(page.getByText('Their party')).toBeHidden();
  await expect.poll(() => replicas(page)).toBe(1);
  await page.goto(`/app/galleries/${gallery.id}`);
  await expect(page.getByRole('heading', { name: 'Gallery not found' })).toBeVisible();
});

test('tells a removed member without another studio', { tag: '@long' }, async ({ open, faults }) => {
  const owner = await makePhotographer('Estudi Boira');
  const member = await makeMember(owner, 'photographer');
  await makeGallery(owner, { name: 'Their party' });
  const page = await open({ as: member });
  await page.goto('/app/galleries');
  await expect(page.getByRole('link', { name: /Their party/ })).toBeVisible();
  faults.allowShutOut(403);
  await removeFrom(owner, member);
  await expect(title(page, 'Create your studio')).toBeVisible();
  await expect(page.getByText('You’re no longer on the Estudi Boira team')).toBeVisible();
  await expect.poll(() => replicas(page)).toBe(0);
  await page.reload();
  await expect(title(page, 'Create your studio')).toBeVisible();
  await expect(page.getByText('Estudi Boira')).toBeHidden();
});

test('drops a studio from the menu on opening, after the member was removed', { tag: '@long' }, async ({ open }) => {
  const { person, host } = await inTwo('Estudi Propi', 'Estudi Veí');
  const page = await open({ as: person });
  await page.goto('/app');
  const theirs = page.getByRole('menuitemcheckbox', { name: 'Estudi Veí' });
  await openStudios(page, 'Estudi Propi');
  await expect(theirs).toBeVisible();
  await escape(page.getByRole('menu'));
  await removeFrom(host, person);
  await openStudios(page, 'Estudi Propi');
  await expect(theirs).toBeHidden();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Estudi Propi' })).toBeVisible();
});

test('does not enter a studio after the member was removed', { tag: '@long' }, async ({ open, faults }) => {
  const { person, host } = await inTwo('Estudi Propi', 'Estudi Veí');
  await makeGallery(host, { name: 'Their party' });
  const page = await open({ as: person });
  await page.goto('/app');
  await expect(title(page, 'Hello, Estudi Propi')).toBeVisible();
  await removeFrom(host, person);
  faults.allowShutOut(403);
  // The menu reloads on opening: until the response the item can still be chosen.
  const late = Promise.withResolvers<void>();
  await page.route('**/api/accounts', async (route) => {
    await late.promise;
    await route.continue();
  });
  await openStudios(page, 'Estudi Propi');
  await page.getByRole('menuitemcheckbox', { name: 'Estudi Veí' }).click();
  await expect(title(page, 'Hello, Estudi Veí')).toBeVisible();
  late.resolve();
  await expect(title(page, 'Hello, Estudi Propi')).toBeVisible();
  await expect(page.getByText('You’re no longer on the Estudi Veí team')).toBeVisible();
  await expect(page.getByText('Their party')).toBeHidden();
});

test('lets members leave, except the last owner', async ({ open, faults }) => {
  const { person, host } = await inTwo('Estudi Propi', 'Estudi Veí');
  const page = await open({ as: person });
  await page.goto('/app');
  await turnTo(page, 'Estudi Propi', 'Estudi Veí');
  await openTeam(page);
  faults.allowShutOut(403);
  await page.getByRole('button', { name: 'Leave studio' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave studio' }).click();
  await expect(title(page, 'Hello, Estudi Propi')).toBeVisible();
  await expect(page.getByText('You’ve left Estudi Veí')).toBeVisible();
  // Home's first steps have buttons of similar names, and come later.
  await page.getByTitle('Dismiss', { exact: true }).click();
  await expect(page.getByText('Estudi Veí')).toBeHidden();

  const desk = await open({ as: host });
  await openTeam(desk);
  await expect(part(desk, 'Members').getByRole('listitem')).toHaveCount(1);
  // A sole member has nobody to transfer the studio to.
  for (const name of ['Leave', 'Ownership']) await expect(part(desk, name)).toBeHidden();
});

test('transfers ownership of a studio', async ({ open }) => {
  const owner = await makePhotographer('Estudi Terra');
  const heir = await makeMember(owner, 'photographer');
  const [desk, other] = [await open({ as: owner }), await open({ as: heir })];
  await openTeam(desk);
  await openTeam(other);
  await desk.getByRole('button', { name: 'Transfer ownership…' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Transfer Estudi Terra' });
  await dialog.getByRole('button', { name: 'Transfer ownership' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose the new owner.');
  await dialog.getByLabel('New owner').selectOption({ label: heir.email });
  await dialog.getByRole('button', { name: 'Transfer ownership' }).click();

  await expect(memberRow(desk, owner.email)).toContainText('Admin');
  await expect(memberRow(desk, heir.email)).toContainText('Owner');
  await expect(desk.getByRole('region', { name: 'Ownership' })).toBeHidden();
  await expect(desk.getByRole('link', { name: 'Security log' })).toBeHidden();
  await other.getByRole('link', { name: 'Security log' }).click();
  await expect(part(other, 'Security log').getByRole('listitem').first()).toContainText('transferred ownership to');
});

test('opens a gallery URL in its own studio', async ({ open }) => {
  const { person, host } = await inTwo('Estudi Propi', 'Estudi Veí');
  const { id: galleryId } = await makeGallery(host, { name: 'Their party', photos: 1 });
  const page = await open({ as: person });
  await page.goto('/app');
  await expect(title(page, 'Hello, Estudi Propi')).toBeVisible();
  await page.goto(`/app/galleries/${galleryId}`);
  await expect(title(page, 'Their party')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Estudi Veí', exact: true })).toBeVisible();

  // Switching back to the previous studio afterwards does not return to the gallery.
  await turnTo(page, 'Estudi Veí', 'Estudi Propi');
  await expect(page).toHaveURL('/app');
  await page.goBack();
  await expect(title(page, 'Their party')).toBeVisible();
});

test('shows 404 for a studio that the user does not belong to', { tag: '@long' }, async ({ open }) => {
  const [person, stranger] = [await makePhotographer('Estudi Propi'), await makePhotographer('Estudi Veí')];
  const { id: galleryId } = await makeGallery(stranger, { name: 'Their party' });
  const page = await open({ as: person });
  await page.goto(`/app/galleries/${galleryId}`);
  await expect(page.getByText('Gallery not found')).toBeVisible();
  await page.goto('/app');
  await expect(title(page, 'Hello, Estudi Propi')).toBeVisible();
});
