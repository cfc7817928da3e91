import type { Page } from '@playwright/test';
import { makeGallery } from './support/galleries.ts';
import { linkIn, mailTo } from './support/mail.ts';
import { makePhotographer } from './support/photographer.ts';
import { routeOnce } from './support/route-once.ts';
import { consent, title } from './support/sign-in-page.ts';
import { addFactor, codeNow, signIn, wrongCode } from './support/sign-ins.ts';
import { expect, test } from './support/test.ts';

const CODE_PAGE = 'One more step';

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('6-digit code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('asks for the authenticator code, then opens the requested page', async ({ open, faults }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer);
  const secret = await addFactor(photographer, 'Phone');
  const page = await open();
  await page.goto(`/app/galleries/${gallery.id}/settings`);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('websocket', (socket) => asked.push(new URL(socket.url()).pathname));
  await signIn(page, photographer);
  await expect(title(page, CODE_PAGE)).toBeVisible();
  await expect(page.getByLabel('6-digit code')).toBeFocused();
  await expect(page.getByLabel('6-digit code')).toHaveAttribute('autocomplete', 'one-time-code');
  await giveCode(page, '12');
  await expect(page.getByText('Enter all 6 digits.')).toBeVisible();
  faults.allowStatus(422, /\/auth\/v1\/factors\/.*\/verify/);
  await giveCode(page, wrongCode(secret));
  await expect(page.getByRole('alert')).toContainText('Wrong code');
  await expect(page.getByLabel('6-digit code')).toHaveValue('');
  // No studio data was requested before the code.
  expect(asked.filter((path) => /^\/(api|zero)\//.test(path))).toEqual([]);
  await giveCode(page, codeNow(secret));
  await expect(title(page, gallery.name)).toBeVisible();
  await expect(page).toHaveURL(`/app/galleries/${gallery.id}/settings`);
  await page.reload();
  await expect(title(page, gallery.name)).toBeVisible();
});

test('asks for the code after a magic link, a provider and a new password', async ({ open }) => {
  const photographer = await makePhotographer();
  const secret = await addFactor(photographer, 'Phone');

  const byMail = await open();
  await byMail.goto('/app/auth/link');
  await byMail.getByLabel('Email').fill(photographer.email);
  await byMail.getByRole('button', { name: 'Send link' }).click();
  await byMail.goto(linkIn(await mailTo(photographer.email), '/verify'));
  await expect(title(byMail, CODE_PAGE)).toBeVisible();

  const byGoogle = await open();
  await byGoogle.goto('/app/auth');
  await byGoogle.getByRole('button', { name: 'Continue with Google' }).click();
  await consent(byGoogle, 'Google', { email: photographer.email });
  await expect(title(byGoogle, CODE_PAGE)).toBeVisible();

  await byGoogle.goto('/reset-password');
  await expect(title(byGoogle, CODE_PAGE)).toBeVisible();
  await giveCode(byGoogle, codeNow(secret));
  await expect(title(byGoogle, 'Choose a new password')).toBeVisible();
});

test('lets the user choose one of several authenticator apps', { tag: '@long' }, async ({ open }) => {
  const photographer = await makePhotographer();
  await addFactor(photographer, 'Phone');
  const secret = await addFactor(photographer, 'Tablet');
  const page = await open();
  await page.goto('/app');
  await signIn(page, photographer);
  await expect(page.getByRole('radiogroup', { name: 'Which app?' }).getByRole('radio')).toHaveCount(2);
  await page.getByRole('radio', { name: 'Tablet' }).click();
  await giveCode(page, codeNow(secret));
  await expect(title(page, `Hello, ${photographer.account.name}`)).toBeVisible();
});

test('renews an expired challenge silently', { tag: '@long' }, async ({ open, faults }) => {
  const photographer = await makePhotographer();
  const secret = await addFactor(photographer, 'Phone');
  const page = await open();
  await page.goto('/app');
  await signIn(page, photographer);
  faults.allowStatus(422, /\/auth\/v1\/factors\/.*\/verify/);
  await routeOnce(page, /\/factors\/.*\/verify/, (route) =>
    route.fulfill({
      status: 422,
      json: { code: 'mfa_challenge_expired', message: 'Expired' },
      headers: {
        'x-supabase-api-version': '2024-01-01',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': '*',
      },
    }),
  );
  await giveCode(page, codeNow(secret));
  await expect(title(page, `Hello, ${photographer.account.name}`)).toBeVisible();
});

test('signs out from the MFA prompt', { tag: '@long' }, async ({ open }) => {
  const photographer = await makePhotographer();
  await addFactor(photographer, 'Phone');
  const page = await open();
  await page.goto('/app');
  await signIn(page, photographer);
  await expect(title(page, CODE_PAGE)).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(title(page, 'Sign in')).toBeVisible();
  await page.goto('/app');
  await expect(title(page, 'Sign in')).toBeVisible();
});

test(
  'asks for the code of a factor added elsewhere once the server requires it',
  { tag: '@long' },
  async ({ open, faults }) => {
    const photographer = await makePhotographer();
    const page = await open({ as: photographer });
    await page.goto('/app/galleries');
    await expect(title(page, 'Galleries')).toBeVisible();
    const secret = await addFactor(photographer, 'Phone');
    faults.allowShutOut(401);
    await page.reload();
    await expect(title(page, CODE_PAGE)).toBeVisible();
    await giveCode(page, codeNow(secret));
    await expect(title(page, 'Galleries')).toBeVisible();
    await expect(page).toHaveURL('/app/galleries');
  },
);
