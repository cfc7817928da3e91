import type { Page } from '@playwright/test';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { database } from './support/database.ts';
import { notice } from './support/notice.ts';
import { makePhotographer } from './support/photographer.ts';
import { makeCustomer, makeSession, makeType } from './support/sessions.ts';
import { expect, test } from './support/test.ts';

const steps = (page: Page) => page.getByRole('region', { name: 'Automations' }).getByRole('listitem');
const stored = async () =>
  (
    await database().query<{ kind: string; settings: object }>(
      'select kind, settings from automation_steps where deleted_at is null order by position',
    )
  ).rows.map(({ kind }) => kind);

test('plans two steps, skips one for a session, and moves with the session', async ({ open }) => {
  const studio = await makePhotographer();
  await database().query('delete from automation_steps');
  const type = await makeType(studio, { name: 'Family by the sea' });
  const client = await makeCustomer(studio, { name: 'Núria Pla', email: 'nuria@example.org', language: 'ca' });
  const session = await makeSession(studio, client, {
    session_type_id: type,
    date: '2031-05-14T09:00:00Z',
    created_at: new Date(Date.now() - DAY_MS),
  });
  const page = await open({ as: studio });
  await page.goto(`/app/scheduling/types/${type}`);

  await page.getByRole('button', { name: 'Add step' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add step' }).click();
  await expect(dialog.getByText('Enter a subject and a text in at least one language.').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('What to wear');
  const text = dialog.getByRole('textbox', { name: 'Text' });
  await text.pressSequentially('Hello {{client}},\n\nPlain colours, see you on {{date}}.');
  await expect(text).not.toContainText('{{');
  await dialog.getByRole('button', { name: 'Add step' }).click();
  await expect(dialog).toBeHidden();
  await expect(steps(page)).toHaveText([/3 days before the session, at 10:00.*Email “What to wear”/]);

  await page.getByRole('button', { name: 'Add step' }).click();
  await dialog.getByLabel('Action').selectOption('Add a task to the checklist');
  await dialog.getByLabel('How long').fill('1');
  await dialog.getByLabel('At', { exact: true }).fill('18:00');
  await dialog.getByLabel('Task').fill('Charge the batteries');
  await dialog.getByRole('button', { name: 'Add step' }).click();
  await expect(steps(page)).toHaveCount(2);
  // By keyboard: the second step goes first.
  await page.getByRole('button', { name: /More actions for “Task/ }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(steps(page).first()).toContainText('1 day before the session, at 18:00');
  await expect.poll(stored).toEqual(['checklist', 'mail']);

  await page.goto(`/app/clients/sessions/${session}`);
  const planned = steps(page);
  await expect(planned).toHaveText([
    /What to wear.*Scheduled for Sun 11 May 2031, 10:00/,
    /Charge the batteries.*Scheduled for Tue 13 May 2031, 18:00/,
  ]);
  await page.getByRole('button', { name: 'Actions for “Email “What to wear””' }).click();
  await page.getByRole('menuitem', { name: 'Preview' }).click();
  await expect(dialog.frameLocator('iframe').getByText('Hello Núria Pla,')).toBeVisible();
  await expect(
    dialog
      .frameLocator('iframe')
      .getByText(/14 May 2031/)
      .last(),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: /Actions for “Task/ }).click();
  await page.getByRole('menuitem', { name: 'Skip' }).click();
  await expect(notice(page, 'will be skipped')).toBeVisible();
  await expect(planned.filter({ hasText: 'Skipped by' })).toHaveCount(1);

  await page.getByRole('button', { name: 'Reschedule' }).click();
  await page.getByLabel('When').fill('2031-06-20T10:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Reschedule' }).click();
  await expect(planned.filter({ hasText: 'What to wear' })).toContainText('Scheduled for Tue 17 Jun 2031, 10:00');

  await page.getByRole('button', { name: 'Pause all' }).click();
  await expect(page.getByText('Paused for this session')).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Actions for “Email “What to wear””' }).click();
  await page.getByRole('menuitem', { name: 'Send now' }).click();
  const mail = "select kind, recipient from messages where session_id = $1 and kind = 'automation'";
  await expect
    .poll(async () => (await database().query(mail, [session])).rows)
    .toEqual([{ kind: 'automation', recipient: 'nuria@example.org' }]);
});
