import type { Page } from '@playwright/test';
import { expectNothingSerious } from './support/axe.ts';
import { mailTo } from './support/mail.ts';
import { makePhotographer } from './support/photographer.ts';
import { addFactor, codeNow, signedInDaysAgo, signIn } from './support/sign-ins.ts';
import { database } from './support/database.ts';
import { expect, test } from './support/test.ts';

const INTEGRATIONS = '/app/settings/integrations';
const confirm = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' });

/** Fills in a token's form as far as its last button. */
async function askForToken(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('checkbox', { name: 'Create and publish galleries' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
}

test('a token is created after the password, as it was typed, and the devices stay one', async ({ open, faults }) => {
  const owner = await makePhotographer('Estudi Llum');
  await signedInDaysAgo(owner, 1);
  faults.allowStatus(403, '/api/tokens');
  faults.allowStatus(400, '/auth/v1/token');
  const page = await open({ as: owner });
  await page.goto(INTEGRATIONS);
  await askForToken(page, 'Lightroom');
  await expectNothingSerious(page, 'the confirmation');
  await confirm(page).getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await expect(confirm(page).getByRole('alert')).toBeVisible();
  await confirm(page).getByLabel('Password', { exact: true }).fill(owner.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Token' })).toHaveValue(/^alb_/);
  await page.getByRole('button', { name: 'I’ve copied it' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Lightroom' })).toBeVisible();
  await page.goto('/app/settings/security');
  const devices = page.getByRole('region', { name: 'Where you’re signed in', exact: true });
  await expect(devices.getByRole('listitem')).toHaveCount(1);
});

test('a token is created after a mailed code and the second factor; giving up changes nothing', async ({
  open,
  faults,
}) => {
  const owner = await makePhotographer('Estudi Mar');
  const secret = await addFactor(owner, 'Phone');
  faults.allowStatus(403, '/api/tokens');
  faults.allowStatus(403, '/auth/v1/verify');
  const page = await open();
  await page.goto(INTEGRATIONS);
  await signIn(page, owner);
  await page.getByLabel('6-digit code').fill(codeNow(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Create token' })).toBeVisible();
  await signedInDaysAgo(owner, 1);
  await askForToken(page, 'Capture One');
  await confirm(page).getByRole('button', { name: 'Close' }).click();
  const form = page.getByRole('dialog', { name: 'Create token' });
  await expect(form.getByRole('alert')).toContainText('Nothing has changed');
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Capture One');

  await form.getByRole('button', { name: 'Create token' }).click();
  await confirm(page).getByRole('button', { name: 'Email me a code' }).click();
  const mail = await mailTo(owner.email, { subject: /sign-in link/ });
  const [code] = /\b\d{6}\b/.exec(mail.text)!;
  await confirm(page)
    .getByLabel('6-digit code')
    .fill(code === '000000' ? '111111' : '000000');
  await confirm(page).getByRole('button', { name: 'Continue' }).click();
  await expect(confirm(page).getByRole('alert')).toContainText('isn’t right');
  await expect(confirm(page).getByLabel('6-digit code')).toBeFocused();
  await confirm(page).getByLabel('6-digit code').fill(code);
  await confirm(page).getByRole('button', { name: 'Continue' }).click();
  await expect(confirm(page).getByLabel('6-digit code')).toHaveValue('');
  await confirm(page).getByLabel('6-digit code').fill(codeNow(secret));
  await confirm(page).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('textbox', { name: 'Token' })).toHaveValue(/^alb_/);
});

test(
  'the text of an email is saved after the password; giving up keeps it as typed',
  { tag: '@long' },
  async ({ open, faults }) => {
    const owner = await makePhotographer('Estudi Sol');
    faults.allowRefusedMutation('mailTemplates.set');
    await signedInDaysAgo(owner, 1);
    const page = await open({ as: owner });
    await page.goto('/app/settings/mails/payment_request');
    const subject = page.getByRole('textbox', { name: 'Subject' });
    await subject.fill('Where to pay');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await confirm(page).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('Nothing has changed').first()).toBeVisible();
    await expect(subject).toHaveText('Where to pay');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await confirm(page).getByLabel('Password', { exact: true }).fill(owner.password);
    await page.keyboard.press('Enter');
    await expect(confirm(page)).toBeHidden();
    await expect
      .poll(async () => (await database().query('select subject from mail_templates')).rows)
      .toContainEqual({ subject: 'Where to pay' });
    await expect(subject).toHaveText('Where to pay');
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  },
);
