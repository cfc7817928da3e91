import type { Page } from '@playwright/test';
import { expectNothingSerious } from './support/axe.ts';
import { linkIn, mailTo } from './support/mail.ts';
import { freshEmail, makePhotographer, PASSWORD } from './support/photographer.ts';
import { signedInDaysAgo } from './support/sign-ins.ts';
import { letLinksExpire, openAccount, title } from './support/sign-in-page.ts';
import { expect, test } from './support/test.ts';

const FAILED = 'This link no longer works';

async function askFor(page: Page, offer: string, email: string): Promise<string> {
  await page.goto('/app/auth');
  await page.getByRole('button', { name: offer }).click();
  // Both forms have an email field; only the sign-in form, which this one replaces, has a password.
  await expect(page.getByLabel('Password', { exact: true })).toBeHidden();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(title(page, 'Check your inbox')).toBeVisible();
  return linkIn(await mailTo(email), '/verify');
}

/** Requests a new link from the page of a failed link. */
async function askAgain(page: Page, email: string): Promise<string> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(title(page, /Check your inbox|Confirm your email/)).toBeVisible();
  return linkIn(await mailTo(email, { after: 1 }), '/verify');
}

test('replaces an expired confirmation link', { tag: '@long' }, async ({ open }) => {
  const email = freshEmail('new');
  const page = await open();
  await openAccount(page, email, PASSWORD);
  const link = linkIn(await mailTo(email), '/verify');
  await letLinksExpire(email);
  await page.goto(link);
  await expect(title(page, FAILED)).toBeVisible();
  await expect(page.getByText('we’ll send you a new confirmation link')).toBeVisible();
  await page.goto(await askAgain(page, email));
  await expect(title(page, 'Create your studio')).toBeVisible();
});

test('replaces an expired sign-in link and keeps the requested page', async ({ open }) => {
  const photographer = await makePhotographer();
  const page = await open();
  await page.goto('/app/galleries?from=mail');
  await page.getByRole('button', { name: 'Sign in with an email link' }).click();
  await expect(title(page, 'Sign in by email')).toBeVisible();
  await page.getByLabel('Email').fill(photographer.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  const link = linkIn(await mailTo(photographer.email), '/verify');
  await letLinksExpire(photographer.email);
  await page.goto(link);
  await expect(title(page, FAILED)).toBeVisible();
  await expect(page.getByText('we’ll send you a new sign-in link')).toBeVisible();
  await page.goto(await askAgain(page, photographer.email));
  await expect(title(page, 'Galleries')).toBeVisible();
  await expect(page).toHaveURL('/app/galleries?from=mail');
});

test('replaces an expired password link', { tag: '@long' }, async ({ open }) => {
  const { email } = await makePhotographer();
  const page = await open();
  const link = await askFor(page, 'Forgot your password?', email);
  await letLinksExpire(email);
  await page.goto(link);
  await expect(title(page, FAILED)).toBeVisible();
  await page.goto(await askAgain(page, email));
  await expect(title(page, 'Choose a new password')).toBeVisible();
});

test('accepts a magic link once; a signed-in user sees no error', async ({ open }) => {
  const { email, account } = await makePhotographer();
  const page = await open();
  const link = await askFor(page, 'Sign in with an email link', email);
  await page.goto(link);
  await expect(title(page, `Hello, ${account.name}`)).toBeVisible();
  await expect(page).toHaveURL('/app');
  await page.goto(link);
  await expect(title(page, `Hello, ${account.name}`)).toBeVisible();

  const another = await open();
  await another.goto(link);
  await expect(title(another, FAILED)).toBeVisible();
  await expect(another.getByText('You may have opened it already')).toBeVisible();
  await another.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(title(another, 'Sign in')).toBeVisible();
  // The error was shown once and is gone.
  await another.getByRole('button', { name: 'Sign in with an email link' }).click();
  await expect(title(another, 'Sign in by email')).toBeVisible();
});

test('offers a new link for a truncated one', async ({ open }) => {
  const { email } = await makePhotographer();
  const page = await open();
  const link = new URL(await askFor(page, 'Sign in with an email link', email));
  link.searchParams.set('token', 'a'.repeat(56));
  await page.goto(link.href);
  await expect(title(page, FAILED)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send a new link' })).toBeVisible();

  // Simulates tokens truncated by a mail program.
  const cut = await open();
  await cut.goto(
    '/login?link=link#access_token=a.b.c&refresh_token=r&expires_in=3600&token_type=bearer&type=magiclink',
  );
  await expect(title(cut, FAILED)).toBeVisible();
  await expect(cut.getByText('This link is incomplete.')).toBeVisible();
  await expect(cut).toHaveURL('/login?link=link');
});

test('asks before a link of another person signs a person in', async ({ open }) => {
  const [person, stranger] = [await makePhotographer('Estudi Llum'), await makePhotographer('Studio of a stranger')];
  const { access_token, refresh_token } = stranger.session;
  const tokens = new URLSearchParams({ access_token, refresh_token, expires_in: '3600', token_type: 'bearer' });
  const link = (from: string) => `/app?from=${from}#${String(tokens)}&type=magiclink`;
  const question = `Continue as ${stranger.email}?`;
  const page = await open({ as: person });
  await page.goto(link('mail'));
  await expect(title(page, question)).toBeVisible();
  await expect(page.getByText(`You’re signed in as ${person.email} now.`)).toBeVisible();
  await expectNothingSerious(page, 'the question');
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(title(page, 'Hello, Estudi Llum')).toBeVisible();
  await expect(page).toHaveURL('/app?from=mail');
  // The auth client would read it from the query too.
  await page.goto(`/app?${String(tokens)}`);
  await expect(title(page, 'Hello, Estudi Llum')).toBeVisible();
  expect(page.url()).not.toContain(refresh_token);

  const signedOut = await open();
  await signedOut.goto(link('chat'));
  await expect(title(signedOut, question)).toBeVisible();
  await signedOut.getByRole('button', { name: 'Don’t sign in' }).click();
  await expect(title(signedOut, 'Sign in')).toBeVisible();

  await page.goto(link('again'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(title(page, 'Hello, Studio of a stranger')).toBeVisible();
});

test('explains the new-password page to visitors without a link', async ({ open }) => {
  const page = await open();
  await page.goto('/reset-password');
  await expect(title(page, 'Open the link from your email')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/app/auth');
});

test('shows how long to wait before the next mail', { tag: '@long' }, async ({ open, faults }) => {
  const { email } = await makePhotographer();
  await askFor(await open(), 'Forgot your password?', email);
  const page = await open();
  await page.goto('/app/auth/forgot');
  faults.allowStatus(429, '/auth/v1/recover');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    /^We’ve just sent you an email\. You can request another in \d+ seconds?\.$/,
  );
});

test('asks for a mail confirmation before a new password after an old sign-in', async ({ open, faults }) => {
  const person = await makePhotographer();
  await signedInDaysAgo(person, 2);
  const page = await open({ as: person });
  await page.goto('/reset-password');
  faults.allowStatus(400, '/auth/v1/user');
  await page.getByLabel('New password', { exact: true }).fill('a drop of silver nitrate');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(title(page, 'Open the link from your email')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(title(page, 'Check your inbox')).toBeVisible();
  await page.goto(linkIn(await mailTo(person.email), '/verify'));
  await page.getByLabel('New password', { exact: true }).fill('a drop of silver nitrate');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(title(page, `Hello, ${person.account.name}`)).toBeVisible();
});
