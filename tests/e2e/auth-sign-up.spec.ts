import type { Page } from '@playwright/test';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { linkIn, mailTo } from './support/mail.ts';
import { freshEmail, makeUser, PASSWORD } from './support/photographer.ts';
import { openAccount, title, withoutMarkup } from './support/sign-in-page.ts';
import { signIn } from './support/sign-ins.ts';
import { expect, test } from './support/test.ts';

const resend = (page: Page) => page.getByRole('button', { name: /^Resend/ });

test('opens an account; the first window continues when the link opens in another', async ({ open }) => {
  const email = freshEmail('new');
  const page = await open();
  await openAccount(page, email, PASSWORD);
  await expect(title(page, 'Confirm your email')).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  const mail = await page.context().newPage();
  await mail.goto(linkIn(await mailTo(email), '/verify'));
  await expect(title(mail, 'Create your studio')).toBeVisible();
  await expect(mail).toHaveURL('/app/studios/new');
  await expect(title(page, 'Create your studio')).toBeVisible();
});

test('resends the mail after the rate limit', async ({ open, faults }) => {
  const email = freshEmail('new');
  const page = await open();
  await page.clock.install();
  await openAccount(page, email, PASSWORD);
  await expect(title(page, 'Confirm your email')).toBeVisible();
  await expect(resend(page)).toBeDisabled();
  await expect(resend(page)).toHaveText(/Resend \(\d\d s\)/);
  await page.clock.fastForward(MINUTE_MS);
  await expect(resend(page)).toHaveText('Resend');
  // The page's clock is a minute ahead, the auth service's is not: the page shows the service's remaining time.
  faults.allowStatus(429, '/auth/v1/resend');
  await resend(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    /^We’ve just sent you an email\. You can request another in \d+ seconds\.$/,
  );
  await expect(resend(page)).toBeDisabled();
});

test('tells an unconfirmed account so and resends the mail', { tag: '@long' }, async ({ open, faults }) => {
  const email = freshEmail('new');
  const page = await open();
  await openAccount(page, email, PASSWORD);
  await expect(title(page, 'Confirm your email')).toBeVisible();
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  faults.allowStatus(400, '/auth/v1/token');
  await signIn(page, { email, password: PASSWORD });
  await expect(page.getByRole('alert')).toContainText('Confirm your email first');
  faults.allowStatus(429, '/auth/v1/resend');
  await page.getByRole('button', { name: 'Resend email' }).click();
  await expect(page.getByRole('alert')).toContainText(/You can request another in \d+ seconds/);
});

test('reveals nothing about an existing account', { tag: '@long' }, async ({ open }) => {
  const known = await makeUser();
  const page = await open();
  await openAccount(page, known.email, PASSWORD);
  await expect(title(page, 'Confirm your email')).toBeVisible();
});

test('rates password strength; server decides', async ({ open, faults }) => {
  const page = await open();
  await page.goto('/app/auth/signup');
  await page.getByLabel('Email').fill('laia.ferrer@example.org');
  const password = page.getByLabel('Password', { exact: true });
  const advice = page.getByRole('status');
  for (const [typed, told] of [
    ['short', /very weak\. Add 3 more characters\./],
    ['Password123', /very weak\. This is one of the most common/],
    ['laiaferrer1', /weak\. It’s too close to your name/],
    ['a plate of glass', /very strong\. Strong password\./],
  ] as const) {
    await password.fill(typed);
    await expect(advice).toHaveText(told);
  }
  await password.fill('short');
  faults.allowStatus(422, '/auth/v1/signup');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert')).toHaveText('Use at least 8 characters.');
});

test('shows each reason of the auth service', { tag: '@long' }, async ({ open, faults }) => {
  const page = await open();
  const body = { code: 'weak_password', message: 'Weak', weak_password: { reasons: ['characters', 'pwned'] } };
  await page.route('**/auth/v1/signup*', (route) =>
    route.fulfill({ status: 422, json: body, headers: { 'x-supabase-api-version': '2024-01-01' } }),
  );
  faults.allowStatus(422, '/auth/v1/signup');
  await openAccount(page, freshEmail('new'), PASSWORD);
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([
    'Mix lower- and uppercase letters, numbers and symbols.',
    'This password has appeared in a data breach. Choose another one.',
  ]);
});

test('opens an account by phone where an SMS provider is configured', async ({ open, faults }) => {
  const page = await open();
  await page.route('**/app/auth/**', async (route) => {
    const answer = await route.fetch();
    const body = withoutMarkup(await answer.text()).replace('"phoneSignIn":false', '"phoneSignIn":true');
    await route.fulfill({ response: answer, body });
  });
  // The embedded auth server sends no text messages.
  const sent: unknown[] = [];
  await page.route('**/auth/v1/{signup,verify,resend}*', async (route) => {
    const { phone, type, token } = route.request().postDataJSON() as Record<string, unknown>;
    const call = new URL(route.request().url()).pathname.split('/').at(-1);
    sent.push([call, phone, type, token]);
    const headers = { 'access-control-allow-origin': '*' };
    const wrong = { code: 403, error_code: 'otp_expired', msg: 'Token has expired or is invalid' };
    if (call === 'verify') await route.fulfill({ status: 403, headers, json: wrong });
    else await route.fulfill({ headers, json: { id: 'new', phone } });
  });
  await page.goto('/app/auth/signup');
  await page.getByLabel('Email or phone').fill('600 111 222');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account', exact: true }).click();
  await expect(page.getByText('with its country code')).toBeVisible();
  await page.getByLabel('Email or phone').fill('+34 600 111 222');
  await page.getByRole('button', { name: 'Create account', exact: true }).click();
  await expect(title(page, 'Confirm your phone')).toBeVisible();
  faults.allowStatus(403, '/auth/v1/verify');
  await page.getByLabel('6-digit code').fill('123456');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(/^This code isn’t right/);
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('We’ve sent a new code.')).toBeVisible();
  const phone = '+34600111222';
  expect(sent).toEqual([
    ['signup', phone, undefined, undefined],
    ['verify', phone, 'sms', '123456'],
    ['resend', phone, 'sms', undefined],
  ]);
});
