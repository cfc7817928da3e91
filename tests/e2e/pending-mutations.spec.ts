import type { Page } from '@playwright/test';
import { variants } from '../support/long.ts';
import { database } from './support/database.ts';
import { expectTyped } from './support/field.ts';
import { makeGallery } from './support/galleries.ts';
import { notice } from './support/notice.ts';
import { makePhotographer, type Photographer } from './support/photographer.ts';
import { makeBookable } from './support/scheduling.ts';
import { makeCustomer, makeSession } from './support/sessions.ts';
import { controlSync } from './support/sync-connection.ts';
import { expect, test, WITH_WORKER } from './support/test.ts';

/** Rows that the forms edit. */
interface Made {
  studio: Photographer;
  session: string;
  type: string;
}

interface Form {
  name: string;
  mutator: string;
  /** Opens the form as if for the first time. */
  open: (page: Page, made: Made) => Promise<void>;
  write: (page: Page) => Promise<void>;
  /** Expects the written values in the form. */
  written: (page: Page) => Promise<void>;
  send: (page: Page) => Promise<void>;
  /** Expects the optimistic result on the screen. */
  shown?: (page: Page) => Promise<void>;
  /** For forms that create something: expects an empty form. */
  checkReset?: (page: Page) => Promise<void>;
  /** Query for the rows that contain the written values. */
  rows: string;
}

const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** A form on a page and one in a dialog; then further ones, also of existing rows, which notes.spec.ts covers, too. */
const FORMS: readonly Form[] = [
  {
    name: 'a new client',
    mutator: 'customers.create',
    open: async (page) => void (await page.goto('/app/clients/customers/new')),
    write: async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).fill('Júlia Mas');
      await page.getByRole('textbox', { name: 'Notes' }).fill('Comes by train');
    },
    written: async (page) => {
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Júlia Mas');
      await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Comes by train');
    },
    send: (page) => press(page, 'Add client'),
    checkReset: (page) => expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(''),
    rows: `select from customers where account_id = $1 and name = 'Júlia Mas' and notes = 'Comes by train'`,
  },
  {
    name: 'a payment',
    mutator: 'payments.record',
    open: async (page, { session }) => {
      await page.goto(`/app/clients/sessions/${session}`);
      await press(page, 'Record payment');
    },
    write: async (page) => {
      await dialog(page).getByLabel('Amount').fill('45.50');
      await dialog(page).getByLabel('Type').selectOption('deposit');
      await dialog(page).getByLabel('Notes').fill('In an envelope');
    },
    written: async (page) => {
      await expect(dialog(page).getByLabel('Amount')).toHaveValue('€45.50');
      await expect(dialog(page).getByLabel('Type')).toHaveValue('deposit');
      await expect(dialog(page).getByLabel('Notes')).toHaveValue('In an envelope');
    },
    send: (page) => dialog(page).getByRole('button', { name: 'Record payment' }).click(),
    checkReset: async (page) => {
      await expect(dialog(page).getByLabel('Notes')).toHaveValue('');
      await expect(dialog(page).getByLabel('Amount')).toHaveValue('€154.50');
    },
    shown: (page) => expect(page.getByRole('region', { name: 'Payments' })).toContainText('€154.50'),
    rows: `select from payments where account_id = $1 and amount = 4550 and notes = 'In an envelope'`,
  },
  {
    name: 'notes of a session',
    mutator: 'sessions.setNotes',
    open: async (page, { session }) => void (await page.goto(`/app/clients/sessions/${session}`)),
    write: (page) => page.getByRole('textbox', { name: 'Notes' }).fill('Two dogs'),
    written: (page) => expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Two dogs'),
    send: (page) => press(page, 'Save notes'),
    rows: `select from sessions where account_id = $1 and notes = 'Two dogs'`,
  },
  {
    name: 'a new session',
    mutator: 'sessions.create',
    open: async (page) => void (await page.goto('/app/clients/sessions/new')),
    write: async (page) => {
      await page.getByRole('combobox', { name: 'Client' }).fill('Ada');
      await page.getByRole('option', { name: 'Ada' }).first().click();
      await page.getByLabel('When').fill('2031-05-05T11:30');
      await page.getByLabel('Title').fill('By the sea');
    },
    written: async (page) => {
      await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue('Ada');
      await expect(page.getByLabel('When')).toHaveValue('2031-05-05T11:30');
      await expect(page.getByLabel('Title')).toHaveValue('By the sea');
    },
    send: (page) => press(page, 'Book session'),
    checkReset: (page) => expect(page.getByLabel('Title')).toHaveValue(''),
    rows: `select from sessions where account_id = $1 and type = 'By the sea'`,
  },
  {
    name: 'a plan',
    mutator: 'plans.create',
    open: async (page, { type }) => {
      await page.goto(`/app/scheduling/types/${type}`);
      await press(page, 'Add schedule');
    },
    write: async (page) => {
      await dialog(page).getByLabel('Name').fill('Evenings');
      await dialog(page).getByLabel('Bookings per day').fill('2');
    },
    written: async (page) => {
      await expect(dialog(page).getByLabel('Name')).toHaveValue('Evenings');
      await expect(dialog(page).getByLabel('Bookings per day')).toHaveValue('2');
    },
    send: (page) => dialog(page).getByRole('button', { name: 'Add schedule' }).click(),
    checkReset: (page) => expect(dialog(page).getByLabel('Bookings per day')).toHaveValue('1'),
    rows: `select from schedule_plans where account_id = $1 and name = 'Evenings' and max_bookings_per_day = 2`,
  },
  {
    name: 'the words of a mail',
    mutator: 'mailTemplates.set',
    open: async (page) => void (await page.goto('/app/settings/mails/booking_confirmed')),
    write: (page) => page.getByRole('textbox', { name: 'Subject' }).fill('See you, {{client}}'),
    written: (page) => expect(page.getByRole('textbox', { name: 'Subject' })).toHaveText('See you, Client name'),
    send: (page) => press(page, 'Save'),
    rows: `select from mail_templates where account_id = $1 and subject = 'See you, {{client}}'`,
  },
  {
    name: 'a preset',
    mutator: 'presets.create',
    open: async (page) => void (await page.goto('/app/settings/presets/new')),
    write: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Wedding');
      await page.getByLabel('Who can view').selectOption('Only invited people');
    },
    written: async (page) => {
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Wedding');
      await expect(page.getByLabel('Who can view')).toHaveValue('invite');
    },
    send: (page) => press(page, 'Create preset'),
    checkReset: (page) => expect(page.getByLabel('Name', { exact: true })).toHaveValue(''),
    rows: `select from gallery_presets where account_id = $1 and name = 'Wedding'`,
  },
  {
    name: 'a watermark',
    mutator: 'watermarks.create',
    open: async (page) => void (await page.goto('/app/settings/watermarks/new')),
    write: (page) => page.getByLabel('Name', { exact: true }).fill('Signature'),
    written: (page) => expect(page.getByLabel('Name', { exact: true })).toHaveValue('Signature'),
    send: (page) => press(page, 'Create watermark'),
    checkReset: (page) => expect(page.getByLabel('Name', { exact: true })).toHaveValue(''),
    rows: `select from watermarks where account_id = $1 and name = 'Signature'`,
  },
  {
    name: 'a questionnaire',
    mutator: 'questionnaireTemplates.create',
    open: async (page) => void (await page.goto('/app/scheduling/documents/questionnaires/new')),
    write: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Before');
      await page.getByLabel('Title').fill('Before your session');
      await page.getByLabel('Question 1').fill('Who is coming?');
    },
    written: async (page) => {
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Before');
      await expect(page.getByLabel('Question 1')).toHaveValue('Who is coming?');
    },
    send: (page) => press(page, 'Create template'),
    checkReset: (page) => expect(page.getByLabel('Name', { exact: true })).toHaveValue(''),
    rows: `select from questionnaire_templates where account_id = $1 and name = 'Before'`,
  },
];

const draftsOf = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft:')));

async function make(): Promise<Made> {
  const studio = await makePhotographer();
  const session = await makeSession(studio, await makeCustomer(studio, { name: 'Ada' }));
  await database().query('update session_billing set payment_amount = 20000 where session_id = $1', [session]);
  return { studio, session, type: await makeBookable(studio) };
}

const countOf = async ({ rows }: Form, { studio }: Made) =>
  (await database().query(rows, [studio.account.id])).rowCount;

for (const form of variants(FORMS, 1)) {
  test(`${form.name}: keeps a refused draft and resends it`, async ({ open, faults }) => {
    const made = await make();
    const page = await open({ as: made.studio });
    const line = await controlSync(page);
    faults.allowRefusedMutation(form.mutator);
    await form.open(page, made);
    await form.write(page);
    line.refuse(form.mutator);
    await form.send(page);
    await expect(notice(page, 'Some fields need attention')).toBeVisible();
    line.accept();
    expect(await countOf(form, made)).toBe(0);
    // The reloaded page briefly shows the refused row, until its store discards it.
    await expect(async () => {
      await form.open(page, made);
      await form.written(page);
      await form.send(page);
      await expect.poll(() => countOf(form, made), { timeout: 4_000 }).toBe(1);
    }).toPass();
    await expect.poll(() => draftsOf(page), 'what the server has is not offered again').toEqual([]);
  });

  test.describe('with the service worker', () => {
    test.use(WITH_WORKER);

    test(`${form.name}: keeps an offline mutation and sends it once online`, async ({ open, faults }) => {
      const made = await make();
      const page = await open({ as: made.studio });
      await form.open(page, made);
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await form.write(page);
      faults.allowOffline();
      await page.context().setOffline(true);
      // Attached, though a dialog may cover it.
      await expect(page.getByText('No connection')).toBeVisible();
      await form.written(page);
      await form.send(page);
      await form.shown?.(page);
      expect(await countOf(form, made)).toBe(0);
      await page.context().setOffline(false);
      await expect.poll(() => countOf(form, made), { timeout: 30_000 }).toBe(1);
    });
  });

  const { checkReset } = form;
  if (!checkReset) continue;
  test(`${form.name}: does not offer a confirmed draft after closing before the result`, async ({ open }) => {
    const made = await make();
    const page = await open({ as: made.studio });
    const line = await controlSync(page);
    await form.open(page, made);
    await form.write(page);
    line.deafen();
    await form.send(page);
    await expect.poll(() => countOf(form, made)).toBe(1);
    line.accept();
    await form.open(page, made);
    await checkReset(page);
    await expect.poll(() => draftsOf(page), 'what the server has is not kept either').toEqual([]);
  });
}

test('restores all fields of a refused payment', { tag: '@long' }, async ({ open, faults }) => {
  const made = await make();
  const page = await open({ as: made.studio });
  const line = await controlSync(page);
  faults.allowRefusedMutation('payments.record');
  const form = FORMS.find(({ name }) => name === 'a payment');
  await form?.open(page, made);
  await dialog(page).getByRole('radio', { name: 'Expected' }).click();
  await dialog(page).getByLabel('Type').selectOption('deposit');
  line.refuse('payments.record');
  await dialog(page).getByRole('button', { name: 'Record payment' }).click();
  await expect(notice(page, 'Some fields need attention')).toBeVisible();
  await form?.open(page, made);
  await expect(dialog(page).getByRole('radio', { name: 'Expected' })).toBeChecked();
  await expect(dialog(page).getByLabel('Type')).toHaveValue('deposit');
});

/** Edits saved without a result, and a colleague's later edit of the same field. */
const EDITS = [
  {
    name: 'the words of a mail',
    field: (page: Page) => page.getByRole('textbox', { name: 'Subject' }),
    path: () => '/app/settings/mails/booking_confirmed',
    button: 'Save',
    texts: ['Mine', 'Theirs'],
    read: 'select subject as text from mail_templates where account_id = $1',
    overwrite: 'update mail_templates set subject = $2 where account_id = $1',
  },
  {
    name: "a gallery's last day",
    field: (page: Page) => page.getByLabel('Open until'),
    path: ({ gallery }: { gallery: string }) => `/app/galleries/${gallery}/settings`,
    button: 'Save',
    texts: ['2031-11-30', '2031-12-31'],
    read: "select to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD') as text from galleries where account_id = $1",
    overwrite: "update galleries set expires_at = ($2 || ' 20:00Z')::timestamptz where account_id = $1",
  },
  {
    name: 'the notes of a session',
    field: (page: Page) => page.getByRole('textbox', { name: 'Notes' }),
    path: ({ session }: { session: string }) => `/app/clients/sessions/${session}`,
    button: 'Save notes',
    texts: ['Two dogs', 'Two dogs, one cat'],
    read: 'select notes as text from sessions where account_id = $1',
    overwrite: 'update sessions set notes = $2 where account_id = $1',
  },
] as const;

for (const { name, field, path, button, texts, read, overwrite } of EDITS) {
  test(`${name}: drops a confirmed draft for a newer save`, { tag: '@long' }, async ({ open }) => {
    const made = await make();
    const gallery = await makeGallery(made.studio);
    const page = await open({ as: made.studio });
    const line = await controlSync(page);
    const at = path({ session: made.session, gallery: gallery.id });
    const account = made.studio.account.id;
    const stored = async () => (await database().query<{ text: string }>(read, [account])).rows[0]?.text;
    const [mine, theirs] = texts;
    await page.goto(at);
    await field(page).fill(mine);
    line.deafen();
    await press(page, button);
    await expect.poll(stored).toBe(mine);
    expect(await draftsOf(page), 'until it has the server’s word it is kept').toHaveLength(1);
    await database().query(overwrite, [account, theirs]);
    line.accept();
    await page.goto(at);
    await expectTyped(field(page), theirs);
    await expect.poll(() => draftsOf(page)).toEqual([]);
    await expect(page.getByText('Someone else')).toBeHidden();
  });
}
