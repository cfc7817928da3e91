import type { Page } from '@playwright/test';
import { variants } from '../support/long.ts';
import { freshEmail, makePhotographer } from './support/photographer.ts';
import { consent, title } from './support/sign-in-page.ts';
import { stack } from './support/stack-address.ts';
import { expect, test } from './support/test.ts';

const choose = (page: Page, provider: string) =>
  page.getByRole('button', { name: `Continue with ${provider}` }).click();

for (const provider of variants(['Google', 'Facebook'], 1)) {
  test(`${provider} creates an account for a new user`, async ({ open }) => {
    const page = await open();
    await page.goto('/app/auth/signup');
    await choose(page, provider);
    await consent(page, provider, { email: freshEmail(provider.toLowerCase()) });
    await expect(title(page, 'Create your studio')).toBeVisible();
  });

  test(`returns to the sign-in page after a refusal at ${provider}, then opens the requested page`, async ({
    open,
  }) => {
    const photographer = await makePhotographer();
    const page = await open();
    await page.goto('/app/galleries?from=mail');
    await choose(page, provider);
    await consent(page, provider, { email: photographer.email, decision: 'Cancel' });
    await expect(title(page, 'Sign in')).toBeVisible();
    await expect(page.getByRole('status')).toContainText(
      `${provider} didn’t sign you in because permission was denied.`,
    );
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    await choose(page, provider);
    await consent(page, provider, { email: photographer.email });
    await expect(title(page, 'Galleries')).toBeVisible();
    await expect(page).toHaveURL('/app/galleries?from=mail');
  });
}

test('creates no account without an email address', { tag: '@long' }, async ({ open }) => {
  const page = await open();
  await page.goto('/app/auth');
  await choose(page, 'Facebook');
  await consent(page, 'Facebook', { email: freshEmail('facebook'), tells: /^Nothing/ });
  await expect(title(page, 'Sign in')).toBeVisible();
  await expect(page.getByRole('status')).toContainText('Facebook didn’t share your email address');
});

test('keeps the other sign-in methods when a provider does not answer', async ({ open, faults }) => {
  const page = await open();
  await page.goto('/app/auth');
  const settings = `${stack().auth.url}/auth/v1/settings`;
  let isDown = false;
  await page.route(settings, (route) =>
    route.fulfill(isDown ? { status: 503 } : { json: { external: { google: false, facebook: true } } }),
  );
  await choose(page, 'Google');
  await expect(page.getByRole('alert')).toHaveText('This sign-in method isn’t available. Use another one.');
  isDown = true;
  faults.allowStatus(503, '/auth/v1/settings');
  await choose(page, 'Google');
  await expect(page.getByRole('alert')).toHaveText(/^The service isn’t responding right now\./);
  await expect(title(page, 'Sign in')).toBeVisible();
});

test('names the provider that fails on the redirect', async ({ open }) => {
  const page = await open();
  const failure = 'error=server_error&error_code=unexpected_failure&error_description=Unable+to+exchange+external+code';
  await page.goto(`/login?provider=google&next=%2Fapp&${failure}#${failure}`);
  await expect(page.getByRole('status')).toContainText('Google couldn’t sign you in.');
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('shows the sign-in page for a late provider answer', { tag: '@long' }, async ({ open }) => {
  const page = await open();
  await page.goto(`${stack().auth.url}/auth/v1/callback?state=nobody&code=nothing`);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Signing in took too long or was started elsewhere.')).toBeVisible();
});
