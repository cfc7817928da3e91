import type { Page } from '@playwright/test';
import { linkIn, mailTo } from './support/mail.ts';
import { freshEmail, makePhotographer, makeUser, PASSWORD } from './support/photographer.ts';
import { addFactor, codeNow, onAnotherDevice, signedInDaysAgo, signIn, wrongCode } from './support/sign-ins.ts';
import { database } from './support/database.ts';
import { expect, test } from './support/test.ts';

const SECURITY = '/app/settings/security';
const NEW_PASSWORD = 'silver salt and egg white';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const password = (page: Page) => part(page, 'Password');
const email = (page: Page) => part(page, 'Email');
const factors = (page: Page) => part(page, 'Two-step verification');
const sessions = (page: Page) => part(page, 'Where you’re signed in');
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
/** Finds a toast by its text; the live region repeats it for a moment. */
const told = (page: Page, text: string | RegExp) => page.getByText(text).first();

test('replaces the password on every device', async ({ open, faults }) => {
  const photographer = await makePhotographer();
  await onAnotherDevice(photographer);
  const page = await open({ as: photographer });
  await page.goto('/app');
  await page.getByRole('button', { name: 'Account, appearance and language' }).click();
  await page.getByRole('menuitem', { name: 'Security' }).click();
  await expect(page).toHaveURL(SECURITY);
  await expect(sessions(page).getByRole('listitem')).toHaveCount(2);

  const field = password(page).getByLabel('New password');
  const change = password(page).getByRole('button', { name: 'Change password' });
  await change.click();
  await expect(password(page).getByRole('alert')).toHaveText('Enter your new password.');
  faults.allowStatus(422, '/auth/v1/user');
  await field.fill('short');
  await change.click();
  await expect(password(page).getByRole('alert')).toHaveText('Use at least 8 characters.');
  await field.fill(PASSWORD);
  await change.click();
  await expect(password(page).getByRole('alert')).toHaveText(
    'The new password must be different from the current one.',
  );
  await field.fill(NEW_PASSWORD);
  await change.click();
  await expect(told(page, 'New password saved')).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(sessions(page).getByRole('listitem')).toHaveCount(1);

  faults.allowStatus(400, '/auth/v1/token');
  const another = await open();
  await another.goto('/app');
  await signIn(another, photographer);
  await expect(another.getByRole('alert')).toHaveText('Wrong email or password.');
  await signIn(another, { ...photographer, password: NEW_PASSWORD });
  await expect(title(another, `Hello, ${photographer.account.name}`)).toBeVisible();

  // The user is notified of every change; signed in, the mail's button opens the password form.
  const notice = await mailTo(photographer.email);
  expect(notice.subject).toBe('Your password was changed');
  await another.goto(linkIn(notice, '/app/auth/forgot'));
  await expect(another).toHaveURL(SECURITY);
});

test('a user without a studio manages security and signs out', { tag: '@long' }, async ({ open }) => {
  const [owner, person] = [await makePhotographer(), await makeUser('newcomer')];
  const page = await open({ as: { ...owner, ...person } });
  await page.goto('/app');
  await page.getByRole('link', { name: 'Security' }).click();
  await expect(page).toHaveURL(SECURITY);
  await expect(title(page, 'Security')).toBeVisible();
  await password(page).getByLabel('New password').fill(NEW_PASSWORD);
  await password(page).getByRole('button', { name: 'Change password' }).click();
  await expect(told(page, 'New password saved')).toBeVisible();
  expect((await mailTo(person.email)).subject).toBe('Your password was changed');
  // The page shows no studio menus.
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.goto('/app');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
});

test('confirms a new password with a mailed code after an old sign-in', async ({ open, faults }) => {
  const photographer = await makePhotographer();
  await signedInDaysAgo(photographer, 2);
  const page = await open({ as: photographer });
  await page.goto(SECURITY);
  faults.allowStatus(400, '/auth/v1/user');
  faults.allowStatus(422, '/auth/v1/user');
  await password(page).getByLabel('New password').fill(NEW_PASSWORD);
  await password(page).getByRole('button', { name: 'Change password' }).click();
  const code = password(page).getByLabel('Code');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(password(page).getByText(`we’ve sent a code to ${photographer.email}`)).toBeVisible();
  await expect(password(page).getByRole('button', { name: /^New code in \d+ s$/ })).toBeDisabled();

  const confirm = password(page).getByRole('button', { name: 'Confirm and change' });
  await code.fill('12');
  await confirm.click();
  await expect(password(page).getByRole('alert')).toHaveText('Enter all 6 digits.');
  const mailed = /\b\d{6}\b/.exec((await mailTo(photographer.email)).text)![0];
  await code.fill(mailed === '000000' ? '111111' : '000000');
  await confirm.click();
  await expect(password(page).getByRole('alert')).toContainText('This code is wrong or has expired.');
  // With spaces, as pasted from a mail.
  await code.fill(`${mailed.slice(0, 3)} ${mailed.slice(3)}`);
  await confirm.click();
  await expect(told(page, 'New password saved')).toBeVisible();
  await expect(code).toBeHidden();
});

test('confirms a new email in both mailboxes', async ({ open, faults }) => {
  const photographer = await makePhotographer();
  const other = await makeUser('other');
  const wanted = freshEmail('new');
  const page = await open({ as: photographer });
  await page.goto(SECURITY);
  const field = email(page).getByLabel('New email');
  const change = email(page).getByRole('button', { name: 'Change email' });
  await field.fill(photographer.email);
  await change.click();
  await expect(email(page).getByRole('alert')).toHaveText('This is already your email.');
  faults.allowStatus(422, '/auth/v1/user');
  await field.fill(other.email);
  await change.click();
  await expect(email(page).getByRole('alert')).toHaveText(
    'There’s already an account with this email. Use another address.',
  );
  // The draft survives a reload.
  await field.fill(wanted);
  await page.reload();
  await expect(field).toHaveValue(wanted);
  await change.click();
  await expect(email(page).getByText(`Your email is changing to ${wanted}`)).toBeVisible();
  await expect(field).toHaveValue('');

  await page.goto(linkIn(await mailTo(photographer.email), '/verify'));
  await expect(email(page).getByText('One of the two links is confirmed')).toBeVisible();
  await expect(page).toHaveURL(SECURITY);
  await expect(email(page).getByText(`You sign in with ${photographer.email}`)).toBeVisible();
  await page.goto(linkIn(await mailTo(wanted), '/verify'));
  await expect(email(page).getByText(`Your email is now ${wanted}`)).toBeVisible();
  await expect(email(page).getByText(`You sign in with ${wanted}`)).toBeVisible();
});

test('sets up and removes two-step sign-in on two devices', async ({ open, faults }) => {
  const photographer = await makePhotographer();
  await onAnotherDevice(photographer);
  const page = await open({ as: photographer });
  await page.goto(SECURITY);
  await expect(factors(page).getByText('There are no backup codes.')).toBeVisible();
  await expect(sessions(page).getByRole('listitem')).toHaveCount(2);

  await factors(page).getByRole('button', { name: 'Set up' }).click();
  await expect(factors(page).getByLabel('Device name')).toBeFocused();
  await factors(page).getByRole('button', { name: 'Continue' }).click();
  const picture = factors(page).getByRole('img', { name: 'QR code for the authenticator app' });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const secret = await factors(page).getByLabel('Or enter this key in the app').inputValue();
  const code = factors(page).getByLabel('Code shown in the app');
  faults.allowStatus(422, '/verify');
  await code.fill(wrongCode(secret));
  await factors(page).getByRole('button', { name: 'Turn on' }).click();
  await expect(factors(page).getByRole('alert')).toContainText('This code isn’t right.');
  await code.fill(codeNow(secret));
  await factors(page).getByRole('button', { name: 'Turn on' }).click();
  await expect(factors(page).getByText('It’s on. You need a code to sign in.')).toBeVisible();
  await expect(factors(page).getByRole('listitem')).toContainText('My phone');
  // Sessions signed in with the password alone are revoked.
  await expect(sessions(page).getByRole('listitem')).toHaveCount(1);

  await factors(page).getByRole('button', { name: 'Add another device' }).click();
  faults.allowStatus(422, '/factors');
  await factors(page).getByLabel('Device name').fill('My phone');
  await factors(page).getByRole('button', { name: 'Continue' }).click();
  await expect(factors(page).getByRole('alert')).toContainText('You already have a device with this name.');
  await factors(page).getByLabel('Device name').fill('Tablet');
  await factors(page).getByRole('button', { name: 'Continue' }).click();
  await expect(picture).toBeVisible();
  // Cancelling the setup leaves no factor behind.
  await factors(page).getByRole('button', { name: 'Cancel' }).click();
  const begun = () =>
    database()
      .query(`select friendly_name from auth.mfa_factors where user_id = $1`, [photographer.session.user.id])
      .then(({ rows }) => rows.length);
  await expect.poll(begun).toBe(1);

  await factors(page).getByRole('button', { name: 'Remove “My phone”' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Remove “My phone”?' });
  await expect(dialog).toContainText('This turns off two-step verification');
  await dialog.getByRole('button', { name: 'Remove device' }).click();
  await expect(factors(page).getByText('It’s off.')).toBeVisible();
  await expect.poll(begun).toBe(0);
});

test('requires the code of a factor set up elsewhere for changes', { tag: '@long' }, async ({ open, faults }) => {
  const photographer = await makePhotographer();
  const wanted = freshEmail('new');
  const page = await open({ as: photographer });
  await page.goto(SECURITY);
  await expect(factors(page).getByText('It’s off.')).toBeVisible();
  await email(page).getByLabel('New email').fill(wanted);
  const secret = await addFactor(photographer, 'Old phone');
  for (const path of ['/auth/v1/user', /^\/zero\//]) faults.allowStatus(401, path);
  faults.allowShutOut(401);
  faults.allowStatus(422, '/verify');
  // The studio's open socket may learn of it first: then the code is asked for before the button is pressed.
  await expect(async () => {
    const asked = title(page, 'One more step');
    if (!(await asked.isVisible()))
      await email(page).getByRole('button', { name: 'Change email' }).click({ timeout: 1000 });
    await expect(asked).toBeVisible({ timeout: 5000 });
  }).toPass();
  const code = page.getByLabel('6-digit code');
  await code.fill(wrongCode(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('Wrong code');
  await code.fill(codeNow(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(SECURITY);
  await expect(email(page).getByLabel('New email')).toHaveValue(wanted);

  await factors(page).getByRole('button', { name: 'Remove “Old phone”' }).click();
  await page.getByRole('button', { name: 'Remove device' }).click();
  await expect(factors(page).getByText('It’s off.')).toBeVisible();
});

test('a remotely revoked session signs out and keeps the draft', { tag: '@long' }, async ({ open, faults }) => {
  const photographer = await makePhotographer();
  const elsewhere = await onAnotherDevice(photographer);
  const [page, other] = [await open({ as: photographer }), await open({ as: elsewhere })];
  await other.goto('/app/settings');
  await other.getByLabel('About you').fill('Portraits on glass plates.');
  await page.goto(SECURITY);
  await expect(sessions(page).getByRole('listitem')).toHaveCount(2);
  await expect(sessions(page).getByText('This device')).toHaveCount(1);
  await sessions(page)
    .getByRole('button', { name: /^Sign out (?!all)/ })
    .click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('has to sign in again');
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(sessions(page).getByText('You’re not signed in anywhere else.')).toBeVisible();
  await expect(sessions(page).getByRole('listitem')).toHaveCount(1);

  for (const status of [400, 401, 403]) faults.allowStatus(status, /^\/(api|auth|zero)\//);
  await other.getByLabel('Studio name').fill('Estudi Vidre');
  // Submits this form alone.
  await other.getByLabel('Studio name').press('Enter');
  await expect(title(other, 'Sign in')).toBeVisible();
  await signIn(other, photographer);
  await expect(other).toHaveURL('/app/settings');
  await expect(other.getByLabel('About you')).toHaveValue('Portraits on glass plates.');
  await expect(other.getByLabel('Studio name')).toHaveValue('Estudi Vidre');
});

test('ends all other sessions immediately', { tag: '@long' }, async ({ open }) => {
  const photographer = await makePhotographer();
  await onAnotherDevice(photographer);
  await onAnotherDevice(photographer);
  const page = await open({ as: photographer });
  await page.goto(SECURITY);
  await expect(sessions(page).getByRole('listitem')).toHaveCount(3);
  await sessions(page).getByRole('button', { name: 'Sign out all other devices' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out all' }).click();
  await expect(told(page, 'All other devices signed out')).toBeVisible();
  await expect(sessions(page).getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(sessions(page).getByText('You’re not signed in anywhere else.')).toBeVisible();
});
