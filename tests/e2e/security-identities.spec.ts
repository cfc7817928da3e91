import type { Page } from '@playwright/test';
import { database } from './support/database.ts';
import { freshEmail, makeMember, makePhotographer, type Photographer } from './support/photographer.ts';
import { consent } from './support/sign-in-page.ts';
import { expect, test } from './support/test.ts';

const SECURITY = '/app/settings/security';

const ways = (page: Page) => page.getByRole('region', { name: 'Sign-in methods' });

const identities = ({ session }: Photographer) =>
  database()
    .query<{ provider: string }>('select provider from auth.identities where user_id = $1 order by provider', [
      session.user.id,
    ])
    .then(({ rows }) => rows.map(({ provider }) => provider));

test('connects and disconnects another provider', async ({ open }) => {
  const photographer = await makePhotographer();
  const page = await open({ as: photographer });
  await page.goto(SECURITY);
  // A refusal at the provider changes nothing and signs nobody out.
  await ways(page).getByRole('button', { name: 'Connect Google', exact: true }).click();
  await consent(page, 'Google', { email: freshEmail('google'), decision: 'Cancel' });
  await expect(ways(page).getByRole('status')).toContainText('You’re still signed in.');
  await expect(page).toHaveURL(SECURITY);

  const email = freshEmail('google');
  await ways(page).getByRole('button', { name: 'Connect Google', exact: true }).click();
  await consent(page, 'Google', { email });
  await expect(page).toHaveURL(SECURITY);
  await expect(ways(page).getByText(email)).toBeVisible();
  await expect(ways(page).getByRole('button', { name: 'Connect Google', exact: true })).toBeHidden();

  await ways(page).getByRole('button', { name: 'Disconnect Google' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(ways(page).getByRole('button', { name: 'Connect Google', exact: true })).toBeVisible();
  await expect.poll(() => identities(photographer)).toEqual(['email']);
});

test('refuses an identity of another user and keeps the session', { tag: '@long' }, async ({ open }) => {
  const owner = await makePhotographer();
  const assistant = await makeMember(owner, 'assistant');
  const email = freshEmail('facebook');
  for (const person of [owner, assistant]) {
    const page = await open({ as: person });
    await page.goto(SECURITY);
    await ways(page).getByRole('button', { name: 'Connect Facebook', exact: true }).click();
    await consent(page, 'Facebook', { email });
    if (person === owner) await expect(ways(page).getByText(email)).toBeVisible();
    else {
      await expect(ways(page).getByRole('status')).toContainText('already connected to another Albumen account');
      await expect(page).toHaveURL(SECURITY);
      await ways(page).getByRole('status').getByRole('button', { name: 'Dismiss' }).click();
      await expect(ways(page).getByRole('status')).toBeHidden();
    }
  }
});

test('keeps the last sign-in method', async ({ open, faults }) => {
  const photographer = await makePhotographer();
  const page = await open({ as: photographer });
  await page.goto(SECURITY);
  await ways(page).getByRole('button', { name: 'Connect Google', exact: true }).click();
  await consent(page, 'Google', { email: freshEmail('google') });
  const disconnect = ways(page).getByRole('button', { name: 'Disconnect Google' });
  await expect(disconnect).toBeVisible();
  // Another window has removed the other method.
  await database().query(`delete from auth.identities where user_id = $1 and provider = 'email'`, [
    photographer.session.user.id,
  ]);
  faults.allowStatus(422, '/user/identities/');
  await disconnect.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(ways(page).getByRole('status')).toContainText('This is your only sign-in method.');
  await expect(disconnect).toBeHidden();
  await expect(
    ways(page).getByText('Your only sign-in method. Connect another one before you disconnect it.'),
  ).toBeVisible();
});
