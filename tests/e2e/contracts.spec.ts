import type { Page } from '@playwright/test';
import { contracts } from '#core/api/contracts.ts';
import { createSessionLink } from '#functions/sessions/session-links.ts';
import { expectNothingSerious } from './support/axe.ts';
import { database } from './support/database.ts';
import { navigateTo } from './support/navigation.ts';
import { notice } from './support/notice.ts';
import { makePhotographer } from './support/photographer.ts';
import { makeCustomer, makeSession } from './support/sessions.ts';
import { expect, test } from './support/test.ts';

const documents = (page: Page) => page.getByRole('region', { name: 'Contract & questions' });

async function send(office: Page, name: string): Promise<void> {
  await documents(office).getByRole('button', { name: 'Send', exact: true }).click();
  await office.getByRole('menuitem', { name }).click();
  await expect(notice(office, 'Sent to the client')).toBeVisible();
}

/** Signs as the client's page does, whose form tests/e2e/job.spec.ts fills. */
async function signAsClient(client: Page, session: string): Promise<void> {
  const contract = `/api${session}/contracts/${new URL(client.url()).searchParams.get('id')}`;
  const read = contracts.read.response.parse(await (await client.request.get(contract)).json());
  const answer = await client.request.post(`${contract}/signature`, {
    headers: { 'x-channel': 'public' },
    data: { name: 'Núria Pla', hasConsent: true, textHash: read.contract.textHash },
  });
  expect(answer.status()).toBe(200);
}

test('makes a contract and a questionnaire, signs after the client, and shows the answers', async ({ open }) => {
  const studio = await makePhotographer('Estudi Garbí');
  const client = await makeCustomer(studio, { name: 'Núria Pla', email: 'nuria@example.org', language: 'en' });
  const sessionId = await makeSession(studio, client, { status: 'scheduled' });
  const query = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await database().query(text, [...values])).rows as Row[];
  const of = { accountId: studio.account.id, sessionId, now: Date.now() };
  const session = `/p/${studio.account.slug}/booking/${await createSessionLink({ query }, of)}`;
  const office = await open({ as: studio });
  const phone = await open({ phone: true });

  await test.step('the studio makes both templates', async () => {
    await office.goto('/app/scheduling/documents');
    await office.getByRole('link', { name: 'New contract' }).click();
    await office.getByLabel('Name', { exact: true }).fill('Agreement');
    await office.getByRole('button', { name: 'Start with our draft' }).click();
    await office.getByRole('checkbox', { name: /^We sign after the client/ }).check();
    const preview = office.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('heading', { name: 'Price and payment' })).toBeVisible();
    await expect(preview.getByRole('combobox', { name: 'Preview with' })).toHaveValue(/^Núria Pla/);
    await expect(preview.getByText('Núria Pla').first()).toBeVisible();
    const missing = preview.getByRole('status').filter({ hasText: 'Missing before this can be sent' });
    await expect(missing.getByRole('link', { name: 'Client address' })).toBeVisible();
    await expectNothingSerious(office, 'a contract template');
    await office.getByRole('button', { name: 'Create template' }).click();
    await office.getByRole('link', { name: 'New questionnaire' }).click();
    await office.getByLabel('Name', { exact: true }).fill('Before');
    await office.getByLabel('Title').fill('Before your session');
    await office.getByLabel('Question 1').fill('Who is coming?');
    await office.getByRole('checkbox', { name: 'Required' }).check();
    await office.getByRole('button', { name: 'Create template' }).click();
    await expect(office.getByRole('link', { name: 'Before' })).toBeVisible();
  });

  await test.step('a draft with empty fields is not sent', async () => {
    await navigateTo(office, `/app/clients/sessions/${sessionId}`);
    await documents(office).getByRole('button', { name: 'Send', exact: true }).click();
    await office.getByRole('menuitem', { name: 'Agreement' }).click();
    const refusal = office.getByRole('dialog', { name: 'This contract can’t be sent yet' });
    await expect(refusal.getByRole('link', { name: /^A lawyer’s check/ })).toBeVisible();
    await expect(refusal.getByRole('link', { name: 'Client address' })).toHaveAttribute('href', new RegExp(client));
    await expectNothingSerious(office, 'what a contract lacks');
    await refusal.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('the studio writes its own text, with fields as chips', async () => {
    await navigateTo(office, '/app/scheduling/documents');
    await office.getByRole('link', { name: 'Agreement' }).click();
    const text = office.getByRole('textbox', { name: 'Text' });
    await expect(text).not.toContainText('{{');
    await text.fill('Between us and ');
    await text.press('End');
    await office.getByRole('button', { name: 'Insert a field' }).click();
    await office.getByRole('menuitem', { name: 'Client', exact: true }).click();
    await expect(text).toHaveText('Between us and Client');
    await expectNothingSerious(office, 'a contract with chips');
    await office.getByRole('button', { name: 'Save' }).click();
    const bodies = "select texts -> 'en' ->> 'body' as body from contract_templates where account_id = $1";
    await expect.poll(() => query(bodies, [studio.account.id])).toEqual([{ body: 'Between us and {{client}}' }]);
  });

  await test.step('the studio sends both', async () => {
    // A page that stays open sends its changes immediately.
    await navigateTo(office, `/app/clients/sessions/${sessionId}`);
    await send(office, 'Agreement');
    await send(office, 'Before');
    await expect(documents(office).getByText('Waiting for signature')).toBeVisible();
    // The office shows both before the server has them.
    const sent =
      'select from contracts where session_id = $1 union all select from questionnaires where session_id = $1';
    await expect.poll(async () => (await query(sent, [sessionId])).length).toBe(2);
  });

  await test.step('the client signs and answers', async () => {
    await phone.goto(session);
    await phone.getByRole('link', { name: /Photography agreement/ }).click();
    await expect(phone.getByRole('button', { name: 'Sign', exact: true })).toBeVisible();
    await expectNothingSerious(phone, 'a contract');
    await signAsClient(phone, session.replace('/booking/', '/bookings/'));
    await phone.goto(session);
    await phone.getByRole('link', { name: /Before your session/ }).click();
    await expectNothingSerious(phone, 'a questionnaire');
    await phone.getByLabel('Who is coming?').fill('Two of us and the dog');
    await phone.getByRole('button', { name: 'Send answers' }).click();
    await expect(phone.getByText(/Estudi Garbí has your answers/)).toBeVisible();
  });

  await test.step('the studio reads the answers and signs', async () => {
    await expect(documents(office).getByText('Two of us and the dog')).toBeVisible();
    await expect(documents(office).getByText('Waiting for your signature')).toBeVisible();
    await expectNothingSerious(office, 'documents of a session');
    await office.goto('/app');
    const waiting = office.getByRole('region', { name: 'Needs your attention' });
    await waiting.getByRole('button', { name: /^Sign: / }).click();
    const dialog = office.getByRole('dialog');
    await dialog.getByLabel('Your full name').fill('Pau Garbí');
    await dialog.getByRole('button', { name: 'Sign for the studio' }).click();
    // The task is done, so its row and the dialog go.
    await expect(dialog).toBeHidden();
    await expect(waiting.getByText(/^Waiting for your signature/)).toBeHidden();
    await office.goBack();
    await expect(documents(office).getByText('Signed by both')).toBeVisible();
    await documents(office).getByRole('button', { name: 'Open' }).click();
    await expect(dialog.getByRole('button', { name: 'Download PDF' })).toBeVisible();
    await expectNothingSerious(office, 'a signed contract');
  });
});
