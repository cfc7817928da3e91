import type { Page } from '@playwright/test';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { insertCustomer, insertRow, newId } from '../support/rows.ts';
import { expectNothingSerious } from './support/axe.ts';
import { database } from './support/database.ts';
import { makeGallery } from './support/galleries.ts';
import { linkIn, mailTo } from './support/mail.ts';
import { navigateTo } from './support/navigation.ts';
import { notice } from './support/notice.ts';
import { freshEmail, makePhotographer, type Photographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

const subjectOf = (page: Page) => page.getByRole('textbox', { name: 'Subject' });

/** Inserts a session request in ten days. */
async function makeInquiry(owner: Photographer, email: string): Promise<{ customerId: string; sessionId: string }> {
  const author = { account_id: owner.account.id, author_id: owner.session.user.id };
  const customer = { name: 'Núria Pons', email, language: 'ca' };
  const customerId = await insertCustomer(database(), owner.account.id, customer);
  const sessionId = newId();
  const asked = { customer_id: customerId, type: 'Retrat', status: 'inquiry', source: 'client' };
  const date = new Date(Date.now() + 10 * DAY_MS);
  await insertRow(database(), 'sessions', { id: sessionId, ...author, ...asked, date });
  return { customerId, sessionId };
}

test('customises a mail, approves a request, and sends the mail with the appointment', async ({ open }) => {
  const owner = await makePhotographer('Llum & Mar');
  const email = freshEmail('nuria');
  const { customerId, sessionId } = await makeInquiry(owner, email);
  const page = await open({ as: owner });

  await test.step('edits the text, shows errors and the preview', async () => {
    await page.goto('/app/settings/mails');
    await page.getByRole('link', { name: 'Session confirmed' }).click();
    await page.getByRole('radio', { name: 'Català' }).click();
    const [subject, body] = [subjectOf(page), page.getByRole('textbox', { name: 'Text' })];
    await expect(subject).toHaveText('La teva sessió està confirmada: Date');
    await expect(body).not.toContainText('{{');
    await subject.fill('Fet, {{nom}}!');
    await expect(page.getByRole('alert')).toContainText('{{nom}} isn’t a field in this email.');
    await expect(page.getByText('Add a subject and a text')).toBeVisible();
    await subject.fill('Fet, {{client}}!');
    await body.clear();
    await body.pressSequentially('Ens veiem a les {{time}}.\n\n{{link}}\n\n');
    await page.getByRole('button', { name: 'Insert a field', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Studio' }).click();
    await expect(body).toBeFocused();
    await expect(body.locator('p')).toHaveText(['Ens veiem a les Time.', '', 'Link', '', 'Studio']);
    await expectNothingSerious(page, 'a mail with chips');
    const preview = page.frameLocator('iframe[title="Email preview"]');
    await expect(preview.getByRole('heading', { name: 'Fet, Marta Vidal!' })).toBeVisible();
    await expect(preview.getByRole('link', { name: 'Mira o canvia la sessió' })).toBeVisible();
    await page.getByRole('radio', { name: 'Plain text' }).click();
    await expect(page.getByRole('region', { name: 'Email preview' })).toContainText('10:00–11:30 (Madrid)');
  });

  await test.step('keeps the draft after a reload', async () => {
    await page.reload();
    await expect(subjectOf(page)).toHaveText('Fet, Client name!');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(notice(page, 'Your text will be used from now on.')).toBeVisible();
    const stored = 'select subject, body from mail_templates where account_id = $1';
    const text = { subject: 'Fet, {{client}}!', body: 'Ens veiem a les {{time}}.\n\n{{link}}\n\n{{studio}}' };
    await expect.poll(async () => (await database().query(stored, [owner.account.id])).rows).toEqual([text]);
    await navigateTo(page, '/app/settings/mails');
    await expect(page.getByRole('listitem').filter({ hasText: 'Session confirmed' })).toContainText(
      'Customised: Català',
    );
  });

  await test.step('delays the approval mail until undo is impossible, or sends it immediately', async () => {
    await navigateTo(page, `/app/clients/sessions/${sessionId}`);
    await page.getByRole('button', { name: 'Approve' }).click();
    const mails = page.getByRole('region', { name: 'Emails' });
    await expect(mails.getByRole('listitem')).toContainText(/Scheduled for .*\d:\d\d/);
    await mails.getByRole('button', { name: 'Send now: Session confirmed' }).click();
    await expect(mails.getByRole('listitem')).toContainText('Sent');
  });

  await test.step('delivers the customised mail with the appointment', async () => {
    const mail = await mailTo(email);
    expect(mail.subject).toBe('Fet, Núria Pons!');
    expect(mail.text).toMatch(/^Ens veiem a les \d?\d:\d\d–\d?\d:\d\d \(Madrid\)\./);
    expect(linkIn(mail, `/p/${owner.account.slug}/booking/`)).toMatch(/[\w-]{43}$/);
    const calendar = mail.files.find(({ name }) => name.endsWith('.ics'));
    expect(calendar?.text.replaceAll('\r\n ', '')).toContain(`UID:${sessionId}@`);
    expect(calendar?.text).toContain('METHOD:REQUEST');
  });

  await test.step('lists the mail on the client’s page and restores the default text', async () => {
    await navigateTo(page, `/app/clients/customers/${customerId}`);
    await expect(page.getByRole('region', { name: 'Emails' }).getByRole('listitem')).toContainText(email);
    await navigateTo(page, '/app/settings/mails/booking_confirmed?in=ca');
    await page.getByRole('button', { name: 'Use default text' }).click();
    await expect(subjectOf(page)).toHaveText('La teva sessió està confirmada: Date');
  });
});

test('reports a failed mail and resends it to the corrected address', async ({ open }) => {
  const owner = await makePhotographer();
  const email = freshEmail('pau');
  const { customerId, sessionId } = await makeInquiry(owner, email);
  await database().query(`update sessions set status = 'confirmed' where id = $1`, [sessionId]);
  const about = { account_id: owner.account.id, session_id: sessionId, customer_id: customerId };
  const failed = { kind: 'booking_confirmed', language: 'ca', status: 'failed', error: 'mail_refused' };
  await insertRow(database(), 'messages', { id: newId(), ...about, ...failed, recipient: 'pua@example.org' });
  const page = await open({ as: owner });
  await page.goto(`/app/clients/sessions/${sessionId}`);
  const mails = page.getByRole('region', { name: 'Emails' });
  await expect(mails.getByRole('listitem')).toContainText('This email was rejected. Check the address.');
  await mails.getByRole('button', { name: 'Resend: Session confirmed' }).click();
  await expect(mails.getByRole('listitem')).toContainText('Sent');
  expect((await mailTo(email)).subject).toContain('confirmada');
});

test('chooses the studio’s notifications', async ({ open }) => {
  const page = await open({ as: await makePhotographer() });
  await page.goto('/app/settings/notifications');
  const day = page.getByRole('checkbox', { name: 'Your day' });
  const leave = () => page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save your changes?' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(day).not.toBeChecked();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await day.check();
  await expect(page.getByText('Unsaved changes')).toBeVisible();

  // Leaving asks; an unsaved change waits as a draft.
  await leave();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/app/settings/notifications');
  await leave();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL('/app');
  await page.goBack();
  await expect(day).toBeChecked();
  await leave();
  await dialog.getByRole('button', { name: 'Save and leave' }).click();
  await expect(page).toHaveURL('/app');
  await expect(notice(page, 'Saved')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await expect(day).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Client changes' })).toBeChecked();

  await day.uncheck();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(day).toBeChecked();
  await expect(save).toBeDisabled();
});

test('corrects the address of an invitation that came back', async ({ open }) => {
  const owner = await makePhotographer();
  const gallery = await makeGallery(owner, { values: { name: 'Boda al mas', visibility: 'invite' } });
  const page = await open({ as: owner });
  await page.goto(`/app/galleries/${gallery.id}/access`);
  const people = page.getByRole('region', { name: 'Invited people' });
  await people.getByRole('textbox', { name: 'Email' }).fill(`bounce+${newId()}@simulator.amazonses.com`);
  await people.getByRole('textbox', { name: 'Name' }).fill('Marta Riu');
  await people.getByRole('button', { name: 'Send invitation' }).click();
  const person = people.getByRole('listitem');
  await expect(person).toContainText('Email came back', { timeout: 30_000 });
  await navigateTo(page, '/app');
  await page.getByRole('link', { name: /Marta Riu.*came back/ }).click();
  await person.getByRole('button', { name: 'Resend the invitation to Marta Riu' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Emails to this address come back.');
  await page.keyboard.press('Escape');
  await person.getByRole('button', { name: 'Correct Marta Riu’s address' }).click();
  const right = freshEmail('marta');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(right);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(person).toContainText(right);
  await expect(person).toContainText('Sent');
  expect(linkIn(await mailTo(right), '/invite/')).toContain('token=');
});
