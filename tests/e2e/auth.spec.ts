import type { Page } from '@playwright/test';
import { makeGallery } from './support/galleries.ts';
import { linkIn, mailTo } from './support/mail.ts';
import { freshEmail, makeMember, makePhotographer, makeUser } from './support/photographer.ts';
import { title } from './support/sign-in-page.ts';
import { signIn } from './support/sign-ins.ts';
import { database } from './support/database.ts';
import { expect, test } from './support/test.ts';

test('opens the requested page after sign-in', async ({ open, faults }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer);
  const page = await open();
  await page.goto(`/app/galleries/${gallery.id}/settings?from=mail`);
  await expect(page).toHaveURL(/\/login\?next=/);
  // The auth service refuses wrong passwords with this status.
  faults.allowStatus(400, '/auth/v1/token');
  await signIn(page, { ...photographer, password: 'not this one' });
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
  await signIn(page, photographer);
  await expect(page).toHaveURL(`/app/galleries/${gallery.id}/settings?from=mail`);
  await expect(title(page, gallery.name)).toBeVisible();
});

test('resets a forgotten password by mail', async ({ open, faults }) => {
  const photographer = await makePhotographer();
  const page = await open();
  await page.goto('/app/auth');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeHidden();
  await page.getByLabel('Email').fill(photographer.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.goto(linkIn(await mailTo(photographer.email), '/verify'));
  await expect(title(page, 'Choose a new password')).toBeVisible();
  await page.getByLabel('New password').fill('silver salt and egg white');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(title(page, `Hello, ${photographer.account.name}`)).toBeVisible();

  faults.allowStatus(400, '/auth/v1/token');
  const another = await open();
  await another.goto('/app');
  await signIn(another, photographer);
  await expect(another.getByRole('alert')).toBeVisible();
  await signIn(another, { email: photographer.email, password: 'silver salt and egg white' });
  await expect(title(another, `Hello, ${photographer.account.name}`)).toBeVisible();
});

test('answers a wrong password alike for known and unknown emails', { tag: '@long' }, async ({ open, faults }) => {
  const { email } = await makeUser();
  faults.allowStatus(400, '/auth/v1/token');
  const answers: string[] = [];
  for (const asked of [email, freshEmail('stranger')]) {
    const page = await open();
    await page.goto('/app/auth');
    const answer = page.waitForResponse(/grant_type=password/);
    await signIn(page, { email: asked, password: 'not this one' });
    await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
    answers.push(await (await answer).text());
  }
  expect(answers[0]).toBe(answers[1]);
});

test('submits what was typed and sent before the page’s script has arrived', async ({ open }) => {
  const photographer = await makePhotographer();
  const page = await open();
  const isTyped = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await isTyped.promise;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await signIn(page, photographer);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toHaveCSS('opacity', '0.6');
  isTyped.resolve();
  await expect(title(page, `Hello, ${photographer.account.name}`)).toBeVisible();
  await expect(page).toHaveURL('/app');
});

test('shows required fields for an empty form', async ({ open }) => {
  const page = await open();
  await page.goto('/app/auth');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Enter your email address, such as')).toBeVisible();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await expect(page.getByText('phone')).toHaveCount(0);
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('ana@example.org');
  await expect(page.getByText('Enter your email address, such as')).toBeHidden();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await page.getByRole('link', { name: 'Albumen' }).click();
  await expect(title(page, 'Deliver photos')).toBeVisible();
});

test('tells a blocked user so', { tag: '@long' }, async ({ open, faults }) => {
  const person = await makeUser('banned');
  await database().query(`update auth.users set banned_until = now() + interval '1 day' where email = $1`, [
    person.email,
  ]);
  faults.allowStatus(400, '/auth/v1/token');
  const page = await open();
  await page.goto('/app/auth');
  await signIn(page, person);
  await expect(page.getByRole('alert')).toHaveText('This account is blocked. Contact support.');
});

test('passes an email in the URL from form to form', async ({ open }) => {
  const page = await open();
  await page.goto('/login?email=ana%40example.org');
  await expect(page.getByLabel('Email')).toHaveValue('ana@example.org');
  await page.getByLabel('Email').fill('pau@example.org');
  await page.getByRole('button', { name: 'Sign in with an email link' }).click();
  await expect(title(page, 'Sign in by email')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('pau@example.org');
});

test('ignores redirects to other sites', async ({ open }) => {
  const photographer = await makePhotographer();
  const page = await open();
  await page.goto(`/login?next=${encodeURIComponent('//elsewhere.example/app')}`);
  await signIn(page, photographer);
  await expect(title(page, `Hello, ${photographer.account.name}`)).toBeVisible();
  await expect(page).toHaveURL('/app');
});

test('clears all studio data on sign-out', async ({ open }) => {
  const photographer = await makePhotographer();
  await makeGallery(photographer, { photos: 1 });
  const page = await open();
  await page.goto('/app/galleries');
  await signIn(page, photographer);
  await expect(page.getByRole('link', { name: 'Ana & Pau' })).toBeVisible();
  await expect.poll(() => kept(page)).toEqual({ account: true, session: true, replicas: 1 });
  await page.getByRole('button', { name: 'Account, appearance and language' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(title(page, 'Sign in')).toBeVisible();
  await expect.poll(() => kept(page)).toEqual({ account: false, session: false, replicas: 0 });
  await page.goto('/app/galleries');
  await expect(title(page, 'Sign in')).toBeVisible();
});

/** Data of a user that the browser stores. */
function kept(page: Page) {
  return page.evaluate(async () => ({
    account: localStorage.getItem('account-storage') !== null,
    session: Object.keys(localStorage).some((key) => key.endsWith('-auth-token')),
    // The library also stores a list of its databases' names; sign-out empties it.
    replicas: (await indexedDB.databases()).filter(({ name }) => name?.startsWith('rep:')).length,
  }));
}

test('explains a missing role', async ({ open }) => {
  const owner = await makePhotographer('Estudi Sol');
  const assistant = await makeMember(owner, 'assistant');
  const page = await open({ as: assistant });
  await page.goto('/app/galleries/new');
  await expect(page).toHaveURL('/app/unauthorized');
  await expect(title(page, 'You don’t have access to this page')).toBeVisible();
  await expect(page.getByText('Your role in Estudi Sol doesn’t allow this.')).toBeVisible();
  await page.getByRole('link', { name: 'Go home' }).click();
  await expect(title(page, 'Hello, Estudi Sol')).toBeVisible();
  await expect(page.getByRole('link', { name: 'New gallery' })).toBeHidden();
});

test('requests fonts, client and back office only once the form answers', async ({ open }) => {
  const page = await open();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const [entry, client] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/assets/sign-in-*.js', async (route) => {
    await entry.promise;
    await route.continue();
  });
  await page.route('**/assets/auth-client-*.js', async (route) => {
    await client.promise;
    await route.continue();
  });
  const asked = (pattern: RegExp) => requests.filter((path) => pattern.test(path)).length;
  await page.goto('/login', { waitUntil: 'commit' });
  const form = page.locator('form');
  await expect(form).toHaveAttribute('data-waiting', '');
  await expect(page.getByLabel('Email')).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect([asked(/\.js$/), asked(/\.woff2$/), asked(/\.css$|\.json$/)]).toEqual([7, 0, 0]);
  entry.resolve();
  await expect(form).not.toHaveAttribute('data-waiting');
  await expect.poll(() => asked(/auth-client/)).toBeGreaterThan(0);
  expect(asked(/office|\.json$/)).toBe(0);
  client.resolve();
  await expect.poll(() => asked(/office/)).toBeGreaterThan(0);
});
