import type { Page } from '@playwright/test';
import { makeGallery } from './support/galleries.ts';
import { makeMember, makePhotographer } from './support/photographer.ts';
import { signIn } from './support/sign-ins.ts';
import { controlSync } from './support/sync-connection.ts';
import { expect, test } from './support/test.ts';

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('deletes an account with the data that only it owns', async ({ open, faults }) => {
  const photographer = await makePhotographer('Estudi Comiat');
  await makeGallery(photographer);
  await makeMember(photographer, 'assistant');
  const page = await open({ as: photographer });
  await page.goto('/app/settings/security');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByRole('listitem')).toContainText('Estudi Comiat');
  await expect(dialog.getByRole('listitem')).toContainText('1 gallery, 0 photos, 2 team members');
  faults.allowStatus(422, '/api/me');
  const field = dialog.getByLabel(/^Enter your email/);
  await field.fill('somebody@example.org');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('That’s not your email. Nothing was deleted.');

  // The access token is valid longer than its user; sign-out with it is refused.
  for (const status of [401, 403]) faults.allowStatus(status, /^\/(api|auth|zero)\//);
  // Until its store closes, it still asks for what a deleted user may not have.
  faults.allowShutOut(401);
  await field.fill(photographer.email);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(title(page, 'Goodbye')).toBeVisible();
  await expect(page.getByText(`Your account ${photographer.email} has been deleted.`)).toBeVisible();
  await expect(page.getByText('Estudi Comiat')).toBeVisible();
  await expect.poll(() => kept(page)).toEqual({ account: false, session: false, replicas: 0 });
  await page.reload();
  await expect(page.getByText('Estudi Comiat')).toBeVisible();

  faults.allowStatus(400, '/auth/v1/token');
  await page.getByRole('link', { name: 'Go home' }).click();
  await signIn(page, photographer);
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
});

/** Ends the session as another window does: the client's channel has the name of what it stores. */
function endSession(): void {
  const name = Object.keys(localStorage).find((key) => key.endsWith('-auth-token'))!;
  localStorage.removeItem(name);
  new BroadcastChannel(name).postMessage({ event: 'SIGNED_OUT', session: null });
}

/** Data of a user that the browser stores. */
function kept(page: Page) {
  return page.evaluate(async () => ({
    account: localStorage.getItem('account-storage') !== null,
    session: Object.keys(localStorage).some((key) => key.endsWith('-auth-token')),
    replicas: (await indexedDB.databases()).filter(({ name }) => name?.startsWith('rep:')).length,
  }));
}

test('deletes what the browser stores also if a rejected request ends the session first', async ({ open, faults }) => {
  for (const status of [400, 401, 403]) faults.allowStatus(status, /^\/(api|auth|zero)\//);
  faults.allowShutOut(401);
  faults.allowOffline();
  const photographer = await makePhotographer('Estudi Comiat');
  const page = await open({ as: photographer });
  const sync = await controlSync(page);
  await page.goto('/app/settings/security');
  await page.route('**/api/me/delete', async (route) => {
    const response = await route.fetch();
    // The sync service rejects the session of a new connection before the page has the answer.
    sync.cut();
    await expect.poll(async () => (await kept(page)).session).toBe(false);
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel(/^Enter your email/).fill(photographer.email);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(title(page, 'Goodbye')).toBeVisible();
  await expect.poll(() => kept(page)).toEqual({ account: false, session: false, replicas: 0 });
});

test('tells of the deletion also if its page arrives after the session has ended', async ({ open, faults }) => {
  for (const status of [400, 401, 403]) faults.allowStatus(status, /^\/(api|auth|zero)\//);
  faults.allowShutOut(401);
  const photographer = await makePhotographer('Estudi Comiat');
  const page = await open({ as: photographer });
  await page.route(/\/assets\/account-screens-[^/]*\.js$/, async (route) => {
    await page.waitForURL('**/app/goodbye');
    await page.evaluate(endSession);
    await route.continue();
  });
  await page.goto('/app/settings/security');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel(/^Enter your email/).fill(photographer.email);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(title(page, 'Goodbye')).toBeVisible();
});

test('keeps a studio that has another owner', async ({ open, faults }) => {
  const founder = await makePhotographer('Estudi Dos');
  const partner = await makeMember(founder, 'owner');
  const page = await open({ as: founder });
  await page.goto('/app/settings/security');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByText('These studios continue without you:')).toBeVisible();
  for (const status of [401, 403]) faults.allowStatus(status, /^\/(api|auth|zero)\//);
  faults.allowShutOut(401);
  await dialog.getByLabel(/^Enter your email/).fill(founder.email);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('These studios continue without you:')).toBeVisible();
  const other = await open({ as: partner });
  await other.goto('/app');
  await expect(title(other, 'Hello, Estudi Dos')).toBeVisible();
});

test('closes a studio and reopens it', async ({ open, faults }) => {
  const photographer = await makePhotographer('Estudi Porta');
  const gallery = await makeGallery(photographer);
  const admin = await makeMember(photographer, 'admin');
  const members = await open({ as: admin });
  await members.goto('/app/settings');
  await expect(title(members, 'Studio')).toBeVisible();
  await expect(members.getByRole('button', { name: 'Close studio' })).toBeHidden();
  await members.close();

  const page = await open({ as: photographer });
  await page.goto('/app/settings');
  await page.getByRole('button', { name: 'Close studio' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close Estudi Porta?' });
  await expect(dialog.getByRole('link', { name: 'Export your data first' })).toBeVisible();
  const field = dialog.getByLabel(/^Enter the studio’s name/);
  faults.allowStatus(422, '/api/accounts/');
  await field.fill('Estudi');
  await dialog.getByRole('button', { name: 'Close studio' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('That’s not the studio’s name. Nothing was closed.');
  for (const status of [401, 403, 404]) faults.allowStatus(status, /^\/(api|p|zero)\//);
  await field.fill('Estudi Porta');
  await dialog.getByRole('button', { name: 'Close studio' }).click();
  await expect(title(page, 'Create your studio')).toBeVisible();
  await expect(page.getByText('Estudi Porta has been closed')).toBeVisible();
  const visitor = await open();
  expect((await visitor.goto(gallery.path))?.status()).toBe(404);

  await page.getByRole('button', { name: 'Reopen Estudi Porta' }).click();
  await expect(title(page, 'Hello, Estudi Porta')).toBeVisible();
  await page.goto('/app/galleries');
  await expect(page.getByRole('link', { name: gallery.name })).toBeVisible();
});
