import type { Page } from '@playwright/test';
import { makeGallery } from './support/galleries.ts';
import { makeMember, makePhotographer } from './support/photographer.ts';
import { makeCustomer } from './support/sessions.ts';
import { endSessions, letTokenExpire, title } from './support/sign-in-page.ts';
import { signIn } from './support/sign-ins.ts';
import { expect, test, WITH_WORKER } from './support/test.ts';

const ENDED = 'You’ve been signed out. Sign in to pick up where you left off.';

/** Console error of the client for a refused refresh token. */
const REFUSED = [400, '/auth/v1/token'] as const;

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account, appearance and language' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

test('signs out of all windows together', async ({ open, faults }) => {
  const photographer = await makePhotographer();
  await makeGallery(photographer);
  const page = await open({ as: photographer });
  const other = await page.context().newPage();
  // Requests on their way when the session ends are answered after it, and refused.
  const ended = Promise.withResolvers<void>();
  await page.context().route('**/api/me/invites', async (route) => {
    await ended.promise;
    await route.continue();
  });
  for (const window of [page, other]) {
    await window.goto('/app/galleries');
    await expect(window.getByRole('link', { name: 'Ana & Pau' })).toBeVisible();
  }
  faults.allowVanishedReplica();
  faults.allowStatus(401, '/api/me/invites');
  page.on('response', (answer) => answer.url().includes('/auth/v1/logout') && ended.resolve());
  await signOut(page);
  for (const window of [page, other]) await expect(title(window, 'Sign in')).toBeVisible();
  // The message appears only where the session ended unexpectedly.
  await expect(other.getByText(ENDED)).toBeVisible();
  await expect(page.getByText(ENDED)).toBeHidden();
  await signIn(other, photographer);
  await expect(title(other, 'Galleries')).toBeVisible();
  // Signing in reaches the other window, too.
  await expect(page.getByRole('link', { name: 'Ana & Pau' })).toBeVisible();
});

test('renews an expired token while the user types', async ({ open }) => {
  const photographer = await makePhotographer();
  const page = await open({ as: photographer });
  await page.goto('/app/galleries/new');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Typed while the token ran out');
  const renewed = page.waitForResponse(/grant_type=refresh_token/);
  await letTokenExpire(page);
  expect((await renewed).status()).toBe(200);
  await expect(name).toHaveValue('Typed while the token ran out');
  await expect(name).toBeFocused();
  await page.getByRole('button', { name: 'Create gallery' }).click();
  await expect(title(page, 'Typed while the token ran out')).toBeVisible();
});

test('redirects to sign-in when the session cannot be renewed, then restores the typed text', async ({
  open,
  faults,
}) => {
  const photographer = await makePhotographer();
  const page = await open({ as: photographer });
  await page.goto('/app/galleries/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Typed before the end');
  // A request on its way would be refused before the token has to be renewed.
  await page.waitForLoadState('networkidle');
  await endSessions(photographer.email);
  faults.allowStatus(...REFUSED);
  faults.allowShutOut(401);
  await letTokenExpire(page);
  await expect(title(page, 'Sign in')).toBeVisible();
  await expect(page.getByText(ENDED)).toBeVisible();
  await signIn(page, photographer);
  await expect(page).toHaveURL('/app/galleries/new');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Typed before the end');
});

test('signs out after remote revocation; shows drafts of the ended session only to their author', async ({
  open,
  faults,
}) => {
  const ana = await makePhotographer();
  const pau = await makeMember(ana, 'admin');
  const customer = await makeCustomer(ana);
  const page = await open({ as: ana });
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await page.goto(`/app/clients/customers/${customer}`);
  await notes.fill('Only Ana knows');
  await endSessions(ana.email);
  faults.allowShutOut(401);
  faults.allowStatus(403, '/auth/v1/logout');
  await page.reload();
  await expect(title(page, 'Sign in')).toBeVisible();
  await expect(page.getByText(ENDED)).toBeVisible();
  await signIn(page, pau);
  await expect(notes).toHaveValue('');
  await notes.fill('What Pau thinks');
  await signOut(page);
  await expect(title(page, 'Sign in')).toBeVisible();
  await signIn(page, ana);
  await expect(notes).toHaveValue('Only Ana knows');
  await signOut(page);
  await expect(title(page, 'Sign in')).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))).toEqual([]);
});

test('reports a stored session that the auth service refuses', async ({ open, faults }) => {
  const photographer = await makePhotographer();
  const page = await open({ as: photographer });
  await page.goto('/app/galleries');
  await expect(title(page, 'Galleries')).toBeVisible();
  await page.goto('about:blank');
  await endSessions(photographer.email);
  faults.allowStatus(...REFUSED);
  await page.addInitScript(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token'));
    if (key) localStorage.setItem(key, localStorage.getItem(key)!.replace(/"expires_at":\d+/, '"expires_at":1000'));
  });
  await page.goto('/app/galleries');
  await expect(title(page, 'Sign in')).toBeVisible();
  await expect(page.getByText(ENDED)).toBeVisible();
});

test.describe('with the service worker', () => {
  test.use(WITH_WORKER);

  test('stays signed in offline with an expired token', async ({ open, faults }) => {
    const photographer = await makePhotographer();
    await makeGallery(photographer);
    const page = await open({ as: photographer });
    await page.goto('/app/galleries');
    await expect(page.getByRole('link', { name: 'Ana & Pau' })).toBeVisible();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    faults.allowOffline();
    await page.context().setOffline(true);
    await letTokenExpire(page);
    await page.reload();
    await expect(page.getByRole('link', { name: 'Ana & Pau' })).toBeVisible();

    const renewed = page.waitForResponse(/grant_type=refresh_token/);
    await page.context().setOffline(false);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect((await renewed).status()).toBe(200);
    await expect(page.getByRole('link', { name: 'Ana & Pau' })).toBeVisible();
  });
});
