import type { Page } from '@playwright/test';
import { connectStripe } from '#local/demo/studio.ts';
import { portal } from '#core/api/portal.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { insertRow, newId } from '../support/rows.ts';
import { expectNothingSerious } from './support/axe.ts';
import { database } from './support/database.ts';
import { linkIn, mailTo } from './support/mail.ts';
import { notice } from './support/notice.ts';
import { freshEmail, makeMember, makePhotographer, type Photographer } from './support/photographer.ts';
import { makeProposal, proposalPath } from './support/proposals.ts';
import { makeCustomer, makeType } from './support/sessions.ts';
import { expect, test } from './support/test.ts';

/** Inserts what a studio has before it offers weddings: two packages and negatives, a session type and a contract. */
async function prepare(studio: Photographer) {
  const author = { account_id: studio.account.id, author_id: studio.session.user.id };
  const product = (kind: string, name: string, amount: number, withdrawal = 'service') =>
    insertRow(database(), 'products', {
      id: newId(),
      ...author,
      kind,
      texts: JSON.stringify({ en: { name, description: '' } }),
      amount,
      withdrawal,
    });
  await product('package', 'Full day', 240_000);
  await product('package', 'Half day', 150_000);
  await product('option', 'Negatives', 45_000, 'digital');
  const texts = { en: { title: 'Wedding agreement', body: '{{client}} books {{type}} for {{price}}.' } };
  const template = { id: newId(), ...author, name: 'Agreement', texts: JSON.stringify(texts) };
  await insertRow(database(), 'contract_templates', template);
  return makeType(studio, { name: 'Wedding', duration: 600 });
}

/** Inserts an inquiry with a day and a session type. @returns its id */
async function makeLead({ account }: Photographer, email: string, typeId: string): Promise<string> {
  const id = newId();
  const day = new Date(Date.now() + 120 * DAY_MS).toISOString().slice(0, 10);
  const wish = { preferred_date: day, session_type_id: typeId, message: 'We marry in spring.', language: 'en' };
  await insertRow(database(), 'leads', { id, account_id: account.id, name: 'Marta Soler', email, ...wish });
  return id;
}

async function addLine(office: Page, product: string, choice: string, group?: string): Promise<void> {
  await office.getByRole('button', { name: 'Add line' }).click();
  const dialog = office.getByRole('dialog', { name: 'Add line' });
  await dialog.getByRole('combobox', { name: /^Product or text/ }).fill(product);
  await office.getByRole('option', { name: new RegExp(`^${product}`) }).click();
  await dialog.getByRole('radio', { name: choice }).check();
  if (group) await dialog.getByRole('combobox', { name: /^Group/ }).fill(group);
  await dialog.getByRole('button', { name: 'Add line' }).click();
  await expect(dialog).toBeHidden();
}

// Covers a whole booking.
test.describe.configure({ timeout: 150_000 });

test('books a wedding from an inquiry by a proposal that a phone accepts and pays', async ({ open }) => {
  const studio = await makePhotographer('Estudi Tramuntana');
  await connectStripe(studio.api);
  const typeId = await prepare(studio);
  const email = freshEmail('marta');
  const lead = await makeLead(studio, email, typeId);
  const office = await open({ as: studio });
  const phone = await open({ phone: true });

  await test.step('the studio makes a proposal of the inquiry without retyping', async () => {
    await office.goto(`/app/clients/inquiries/${lead}`);
    await office.getByRole('button', { name: 'New proposal' }).click();
    await expect(office.getByRole('heading', { level: 1, name: 'Proposal for Marta Soler' })).toBeVisible();
    await expect(office.getByText(email)).toBeVisible();
    await expect(office.getByLabel('Session type')).toHaveValue(typeId);
    await expect(office.getByLabel('Date and time')).not.toHaveValue('');
    await expect(office.getByLabel('Minutes')).toHaveValue('600');
  });

  await test.step('it names what is missing', async () => {
    await office.getByRole('button', { name: 'Send…' }).click();
    const refusal = office.getByRole('status').filter({ hasText: 'This proposal can’t be sent yet' });
    await expectNothingSerious(office, 'what a proposal lacks');
    await refusal.getByRole('button', { name: 'Add at least one line.' }).click();
    await expect(office.getByRole('button', { name: 'Add line' })).toBeFocused();
  });

  await test.step('it adds packages and an add-on, a plan and a contract', async () => {
    for (const name of ['Full day', 'Half day']) await addLine(office, name, 'One of a group', 'Choose your package');
    await addLine(office, 'Negatives', 'Add-on');
    await office.getByLabel('Message').fill('We would love to be there.');
    await office.getByRole('button', { name: 'Deposit and rest' }).click();
    await office.getByLabel('Contract').selectOption({ label: 'Agreement' });
    const preview = office.frameLocator('iframe');
    await expect(preview.getByText('We would love to be there.')).toBeVisible();
    await expect(preview.getByText('Marta Soler books Wedding for €2,400.')).toBeVisible();
    await expectNothingSerious(office, 'a proposal');
  });

  await test.step('it sends what is saved with it', async () => {
    await office.getByRole('button', { name: 'Send…' }).click();
    const dialog = office.getByRole('dialog', { name: 'Send to Marta Soler?' });
    await expect(dialog.getByText('becomes one of your clients')).toBeVisible();
    await dialog.getByRole('button', { name: 'Send proposal' }).click();
    await expect(notice(office, 'Proposal sent to Marta Soler')).toBeVisible();
    await expect(office.getByRole('button', { name: 'Withdraw to change' })).toBeVisible();
  });

  const mail = await mailTo(email, { subject: /^Your proposal/ });

  await test.step('the phone chooses, with the total at the edge', async () => {
    await phone.goto(linkIn(mail, '/proposal/'));
    await phone.getByRole('button', { name: 'Continue' }).click();
    await expect(phone.getByRole('radio', { name: /^Full day/ })).toBeFocused();
    await expect(phone.getByText('Choose one to continue.')).toBeVisible();
    await phone.getByRole('radio', { name: /^Full day/ }).check();
    await phone.getByRole('checkbox', { name: /^Negatives/ }).check();
    await expect(phone.getByRole('status').filter({ hasText: 'Total' })).toContainText('€2,850');
    await phone.getByRole('button', { name: 'Continue' }).click();
    await expect(phone.getByText('Marta Soler books Wedding for €2,850.')).toBeVisible();
    const rights = phone.getByRole('list', { name: 'Right to withdraw' }).getByRole('listitem');
    await expect(rights).toHaveText([/^Full day: You can withdraw/, /^Negatives: There’s no right to withdraw/]);
    await phone.goBack();
    await expect(phone.getByRole('checkbox', { name: /^Negatives/ })).toBeChecked();
    await phone.getByRole('button', { name: 'Continue' }).click();
  });

  await test.step('the phone signs, and pays the first part', async () => {
    await phone.getByLabel('Your full name').fill('Marta Soler');
    await phone.getByRole('checkbox', { name: /^I have read the order and the contract/ }).check();
    await phone.getByRole('button', { name: 'Order with obligation to pay' }).click();
    await expect(phone.getByRole('checkbox', { name: /^Negatives: I want this delivered/ })).toBeFocused();
    await expectNothingSerious(phone, 'a consent that is missing');
    await phone.getByRole('checkbox', { name: /^Negatives: I want this delivered/ }).check();
    await phone.getByRole('button', { name: 'Order with obligation to pay' }).click();
    await expect(phone.getByRole('heading', { level: 1, name: 'Thank you, one step left' })).toBeVisible();
    await expectNothingSerious(phone, 'an accepted proposal');
    await phone.getByRole('button', { name: 'Pay the deposit: €855' }).click();
    await phone.getByRole('button', { name: /€855/ }).click();
    await expect(phone.getByText('We’ve received your payment')).toBeVisible();
    await expect(phone.getByRole('heading', { level: 1, name: 'Thank you, your order is placed' })).toBeVisible();
  });

  await test.step('the studio finds the booked session and its payments', async () => {
    await office.getByRole('link', { name: 'Open session' }).click();
    await expect(office.getByRole('heading', { level: 1, name: 'Marta Soler' })).toBeVisible();
    const payments = office.getByRole('region', { name: 'Payments' });
    await expect(payments.getByText('Negatives')).toBeVisible();
    await expect(payments.getByText('€1,995').first()).toBeVisible();
  });
});

test('keeps the edits of two members, and of a line that one of them took away', async ({ open }) => {
  const studio = await makePhotographer('Estudi Garbí');
  const client = await makeCustomer(studio, { name: 'Núria Pla', email: 'nuria@example.org' });
  const id = await makeProposal(studio, client);
  const one = await open({ as: studio });
  const other = await open({ as: studio });
  for (const page of [one, other]) await page.goto(`/app/clients/proposals/${id}`);
  await one.getByLabel('Message').fill('From one');
  await other.getByLabel('Location').fill('Figueres');
  for (const page of [one, other]) await page.getByRole('button', { name: 'Save' }).click();
  await expect(one.getByLabel('Location')).toHaveValue('Figueres');
  await expect(other.getByLabel('Message')).toHaveValue('From one');
  await one.getByRole('button', { name: 'More actions for Travel' }).click();
  await one.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(other.getByRole('button', { name: 'Edit Travel' })).toBeHidden();
  await notice(one, 'Travel removed').getByRole('button', { name: 'Undo' }).click();
  await expect(other.getByRole('button', { name: 'Edit Travel' })).toBeVisible();
});

test('keeps what is pressed before the page’s script runs', async ({ open }) => {
  const studio = await makePhotographer('Estudi Llebeig');
  const client = await makeCustomer(studio, { name: 'Núria Pla', email: 'nuria@example.org' });
  const id = await makeProposal(studio, client, { status: 'proposed', sent_at: new Date() });
  const path = await proposalPath(studio, id);
  for (const isSent of [false, true]) {
    const phone = await open({ phone: true });
    const scripts = Promise.withResolvers<void>();
    await phone.route('**/assets/*.js', async (route) => scripts.promise.then(() => route.continue()));
    await phone.goto(path, { waitUntil: 'commit' });
    await phone.getByText('Half day').click();
    await phone.getByText('Album').click();
    if (isSent) await phone.getByRole('button', { name: 'Continue' }).click();
    scripts.resolve();
    const total = isSent
      ? phone.getByRole('row', { name: /^Total/ })
      : phone.getByRole('status').filter({ hasText: 'Total' });
    await expect(total).toContainText('€2,050');
  }
});

test('is found on the client’s page, read with a keyboard and declined', async ({ open }) => {
  const studio = await makePhotographer('Estudi Gregal');
  const client = await makeCustomer(studio, { name: 'Núria Pla', email: 'nuria@example.org' });
  await makeProposal(studio, client, { status: 'proposed', sent_at: new Date() });
  const { url } = await studio.api.call(portal.create, { customerId: client }, { send: false });
  const phone = await open({ phone: true });
  const press = async (role: 'radio' | 'checkbox' | 'button' | 'link' | 'textbox', name: RegExp, key: string) => {
    const wanted = phone.getByRole(role, { name });
    await expect(wanted).toBeVisible();
    for (let tabs = 0; tabs < 30 && !(await wanted.evaluate((one) => one === document.activeElement)); tabs += 1) {
      await phone.keyboard.press('Tab');
    }
    await expect(wanted).toBeFocused();
    await phone.keyboard.press(key);
  };
  await phone.goto(new URL(url!).pathname);
  await press('button', /^View proposal: Your wedding/, 'Enter');
  await press('radio', /^Full day/, 'Space');
  await press('radio', /^Full day/, 'ArrowDown');
  await expect(phone.getByRole('radio', { name: /^Half day/ })).toBeChecked();
  await press('checkbox', /^Album/, 'Space');
  await press('button', /^Continue/, 'Enter');
  await expect(phone.getByRole('row', { name: /^Total/ })).toContainText('€2,050');
  await press('textbox', /^Your full name/, 'N');
  await press('link', /^Back to your choice/, 'Enter');
  await press('link', /^Decline this proposal/, 'Enter');
  await press('button', /^Decline proposal/, 'Enter');
  await expect(phone.getByRole('heading', { level: 1, name: 'You’ve declined this proposal' })).toBeVisible();
});

test('is copied as a link and as a template, and shows assistants nothing', async ({ open }) => {
  const studio = await makePhotographer('Estudi Xaloc');
  const client = await makeCustomer(studio, { name: 'Núria Pla', email: 'nuria@example.org' });
  const id = await makeProposal(studio, client, { status: 'proposed', sent_at: new Date() });
  const [office, visitor] = [await open({ as: studio }), await open()];
  await office.goto(`/app/clients/proposals/${id}`);
  const choose = async (name: string) => {
    await office.getByRole('button', { name: 'More actions for Your wedding' }).click();
    await office.getByRole('menuitem', { name }).click();
  };
  await choose('Copy link');
  const link = office.getByRole('dialog', { name: 'Link to the proposal' }).getByLabel('Link', { exact: true });
  await expect(link).toHaveValue(/\/proposal\/[\w-]{43}$/);
  await visitor.goto(new URL(await link.inputValue()).pathname);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Your wedding' })).toBeVisible();
  await office.keyboard.press('Escape');
  await choose('Save as template');
  await notice(office, '“Your wedding” saved as a template').getByRole('button', { name: 'Open template' }).click();
  await choose('Create proposal from it');
  await expect(office.getByRole('combobox', { name: 'Client' })).toHaveValue('');
  await expect(office.getByRole('button', { name: 'Edit Full day' })).toBeVisible();
  const assistant = await open({ as: await makeMember(studio, 'assistant') });
  await assistant.goto(`/app/clients/proposals/${id}`);
  await expect(assistant.getByRole('main')).toBeVisible();
  await expect(assistant.getByText('Your wedding')).toBeHidden();
  await expect(assistant.locator('body')).not.toContainText('€');
});
