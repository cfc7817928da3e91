import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { scene } from '../support/pictures.ts';
import { insertRow, newId } from '../support/rows.ts';
import { database } from './support/database.ts';
import { makeGallery } from './support/galleries.ts';
import { notice } from './support/notice.ts';
import { makeMember, makePhotographer } from './support/photographer.ts';
import { makeCustomer, makeSession, makeType } from './support/sessions.ts';
import { title } from './support/sign-in-page.ts';
import { expect, test } from './support/test.ts';

test('leads a new studio through the first steps', async ({ open }) => {
  const studio = await makePhotographer();
  const page = await open({ as: studio });
  await page.goto('/app');
  const steps = page.getByRole('region', { name: 'Get started' });
  await expect(steps.getByRole('listitem')).toHaveCount(5);
  await expect(steps.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '0 of 5');
  await expect(page.getByText('Nothing scheduled in the next 7 days.')).toBeVisible();
  await expect(page.getByText('You’re all caught up')).toBeVisible();
  await makeType(studio, { is_bookable: true });
  await expect(steps.getByRole('link', { name: /^Create a session type ?, done$/ })).toBeVisible();
  await expect(page.getByText('You’re all caught up')).toBeHidden();
  await page.getByRole('button', { name: 'Turn on booking' }).click();
  await expect(page.getByText('Clients can’t book this: it has no schedule.')).toBeVisible();
  await expect(steps.getByRole('link', { name: /^Let clients book online ?, done$/ })).toBeHidden();
  await steps.getByRole('link', { name: 'Create your first gallery' }).click();
  await expect(title(page, 'New gallery')).toBeVisible();
});

test('dismisses the first steps for the studio, one by one and all', async ({ open }) => {
  const studio = await makePhotographer();
  const page = await open({ as: studio });
  await page.goto('/app');
  const steps = page.getByRole('region', { name: 'Get started' });
  await expect(steps.getByRole('listitem').first()).toContainText('Create your first gallery');
  await steps.getByRole('button', { name: 'Dismiss “Complete your profile”' }).click();
  await expect(steps.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '0 of 4');
  await steps.getByRole('button', { name: 'Dismiss all' }).click();
  await expect(steps).toBeHidden();
  await notice(page, 'First steps dismissed').getByRole('button', { name: 'Undo' }).click();
  await expect(steps.getByRole('listitem')).toHaveCount(4);
  const other = await open({ as: studio });
  await other.goto('/app');
  await expect(other.getByRole('region', { name: 'Get started' }).getByRole('listitem')).toHaveCount(4);
});

test('starts a gallery from photos or with the sample', async ({ open }) => {
  const studio = await makePhotographer();
  const page = await open({ as: studio });
  await page.goto('/app');
  const upload = page.getByRole('region', { name: 'Start a gallery' });
  const buffer = await scene(300, 200).jpeg().toBuffer();
  const choose = (name: string, mimeType: string) =>
    upload.getByLabel('Choose photos').setInputFiles([{ name, mimeType, buffer }]);
  await choose('notes.pdf', 'application/pdf');
  await expect(notice(page, 'There are no photos among these files')).toBeVisible();
  await choose('IMG_1.jpg', 'image/jpeg');
  await expect(page).toHaveURL(/\/app\/galleries\/[^/]+$/);
  await expect(page.getByText('Draft')).toBeVisible();
  await expect(page.getByRole('group', { name: 'IMG_1.jpg' })).toBeVisible();

  const newcomer = await makePhotographer();
  const first = await open({ as: newcomer });
  await first.goto('/app');
  await first.getByRole('button', { name: 'See a sample gallery' }).click();
  await expect(title(first, 'Sample gallery')).toBeVisible();
  await expect(first.getByRole('list', { name: 'Photos' }).getByRole('group')).toHaveCount(6);
});

test('shows agenda, tasks and revenue', { tag: '@phone' }, async ({ open }) => {
  const studio = await makePhotographer();
  const [ada, pau, vidal] = [
    await makeCustomer(studio, { name: 'Ada' }),
    await makeCustomer(studio, { name: 'Pau' }),
    await makeCustomer(studio, { name: 'Vidal', email: 'vidal@example.org' }),
  ];
  // The name is so long that a phone truncates it; nothing may overflow.
  const where = { location: 'Passeig Marítim 12, 17488 Cadaqués, Alt Empordà' };
  const soon = new Date(Date.now() + 30 * HOUR_MS);
  await makeSession(studio, ada, { type: 'Portrait', status: 'confirmed', date: soon, ...where });
  const asked = await makeSession(studio, pau, { status: 'inquiry', date: new Date(Date.now() + 300 * HOUR_MS) });
  for (const days of [13, 14, 15, 16, 17, 18]) {
    await makeSession(studio, ada, { status: 'inquiry', date: new Date(Date.now() + days * DAY_MS) });
  }
  const done = await makeSession(studio, vidal, { status: 'completed', date: new Date(Date.now() - 100 * HOUR_MS) });
  await database().query(
    `update session_billing set payment_amount = 30000, due_date = now() - interval '1 day' where session_id = $1`,
    [done],
  );
  const author = { account_id: studio.account.id, author_id: studio.session.user.id };
  const paid = { id: newId(), ...author, session_id: done, date: new Date(), amount: 12_050, currency: 'EUR' };
  await insertRow(database(), 'payments', { ...paid, status: 'paid' });
  const mail = { kind: 'booking_confirmed', recipient: 'vidal@example.org', language: 'en', status: 'failed' };
  const about = { account_id: studio.account.id, session_id: done, customer_id: vidal };
  await insertRow(database(), 'messages', { id: newId(), ...about, ...mail });
  const closing = { name: 'Closing soon', values: { expires_at: new Date(Date.now() + 48 * HOUR_MS) } };
  const gallery = await makeGallery(studio, closing);
  const taken = { account_id: studio.account.id, gallery_id: gallery.id, kind: 'downloaded', photo_count: 48 };
  await insertRow(database(), 'gallery_events', { id: newId(), ...taken });
  const event = { account_id: studio.account.id, session_id: asked, kind: 'booked' };
  await insertRow(database(), 'session_events', { id: newId(), ...event });

  const page = await open({ as: studio });
  await page.goto('/app');
  const agenda = page.getByRole('region', { name: 'Coming up' });
  await expect(agenda.getByRole('listitem')).toHaveCount(1);
  await expect(agenda.getByRole('listitem')).toContainText('Portrait');
  const waiting = page.getByRole('region', { name: 'Needs your attention' });
  await expect(waiting.getByRole('link', { name: /^Pau Requests/ })).toBeVisible();
  await expect(waiting.getByRole('listitem')).toHaveCount(8);
  // The focus ring surrounds the row: the name's own box clips it.
  const row = agenda.getByRole('link', { name: 'Ada' });
  await row.focus();
  expect(await row.evaluate((link) => getComputedStyle(link, '::after').outlineStyle)).toBe('solid');
  await waiting.getByRole('button', { name: 'Show all 10' }).click();
  await expect(waiting.getByRole('listitem')).toHaveCount(10);
  // The removed button had the focus, which moves to the first loaded row.
  await expect(waiting.getByRole('listitem').nth(8).getByRole('link')).toBeFocused();
  await expect(
    waiting.getByRole('link', { name: 'Vidal An email to this client couldn’t be delivered' }),
  ).toBeVisible();
  await expect(waiting.getByRole('link', { name: 'Vidal €179.50 overdue' })).toBeVisible();
  await expect(waiting.getByRole('link', { name: /^Closing soon Closes on/ })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Received in/ })).toContainText('€120.50');
  const lately = page.getByRole('region', { name: 'Recent activity' });
  await expect(lately.getByRole('listitem').filter({ hasText: 'Booked online' })).toContainText('Pau');
  await expect(lately.getByRole('listitem').filter({ hasText: 'Paid €120.50' })).toContainText('Vidal');
  await expect(lately.getByRole('listitem').filter({ hasText: '48 photos downloaded' })).toHaveCount(1);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond, 'pixels beyond the edge').toBeLessThanOrEqual(0);

  // Assistants see no amounts; photographers see those of their own sessions.
  const assistant = await open({ as: await makeMember(studio, 'assistant') });
  await assistant.goto('/app');
  await expect(assistant.getByRole('link', { name: /^Pau Requests/ })).toBeVisible();
  await expect(assistant.getByText('overdue')).toBeHidden();
  await expect(assistant.getByText('Booked online')).toBeVisible();
  await expect(assistant.getByText('Paid €120.50')).toBeHidden();
  await expect(assistant.getByText('48 photos downloaded')).toBeHidden();
  await expect(assistant.getByRole('region', { name: /^Received in/ })).toBeHidden();
  const colleague = await open({ as: await makeMember(studio, 'photographer') });
  await colleague.goto('/app');
  await expect(colleague.getByRole('region', { name: /^Received in/ })).toContainText('€0');
  await expect(colleague.getByText('overdue')).toBeHidden();
  await colleague.goto('/app/clients');
  await expect(colleague.getByText('Amounts of your own sessions only.')).toBeVisible();

  await waiting.getByRole('link', { name: /^Pau Requests/ }).click();
  await expect(title(page, 'Pau')).toBeVisible();
  await page.goBack();
  await waiting.getByRole('button', { name: 'Approve: Pau' }).click();
  await expect(waiting.getByRole('link', { name: /^Pau Requests/ })).toBeHidden();
  await waiting.getByRole('button', { name: 'Show all 9' }).click();
  await waiting.getByRole('button', { name: 'Keep open: Closing soon' }).click();
  await expect(waiting.getByRole('link', { name: /^Closing soon/ })).toBeHidden();
  await expect(page.getByText(/“Closing soon” stays open until/).first()).toBeVisible();
  await lately.getByRole('link', { name: 'Closing soon' }).click();
  await expect(page.getByText('A visitor downloaded 48 photos')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/galleries/${gallery.id}/activity$`));
});

test('applies the studio’s date format immediately, for the team', async ({ open }) => {
  const studio = await makePhotographer();
  const date = new Date(Date.now() + 30 * HOUR_MS);
  await makeSession(studio, await makeCustomer(studio, { name: 'Ada' }), { type: 'Portrait', date });
  const page = await open({ as: studio });
  await page.goto('/app/settings');
  const form = page.getByRole('region', { name: 'Name and formats' });
  const dates = form.getByLabel('Date format');
  await expect(dates).toHaveValue('auto');
  await expect(dates.getByRole('option')).toHaveCount(4);
  const day = (value: number | Date) => new Date(value).toLocaleDateString('sv-SE', { timeZone: 'Europe/Madrid' });
  await expect(dates.getByRole('option').last()).toContainText(day(Date.now()));
  await dates.selectOption('ymd');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await expect(dates).toHaveValue('ymd');
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  const agenda = page.getByRole('region', { name: 'Coming up' });
  await expect(agenda.getByRole('heading', { name: day(date) })).toBeVisible();

  // Members without the right to change the setting see its value, read-only.
  const assistant = await open({ as: await makeMember(studio, 'assistant') });
  await assistant.goto('/app');
  await expect(assistant.getByRole('heading', { name: day(date) })).toBeVisible();
  await assistant.goto('/app/settings');
  await expect(assistant.getByLabel('Date format')).toHaveValue('ymd');
  await expect(assistant.getByLabel('Date format')).toBeDisabled();
  await expect(assistant.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
});

test('processes photos again that could not be read', async ({ open }) => {
  const studio = await makePhotographer();
  const { photoIds } = await makeGallery(studio, { name: 'Ana & Pau', photos: 2 });
  await database().query(
    "update photos set status = 'failed', failure_reason = 'unreadable_image' where id = any ($1)",
    [photoIds],
  );
  const page = await open({ as: studio });
  await page.goto('/app');
  const waiting = page.getByRole('region', { name: 'Needs your attention' });
  await expect(waiting.getByText('2 photos couldn’t be read')).toBeVisible();
  await waiting.getByRole('button', { name: 'Process again: Ana & Pau' }).click();
  await expect(notice(page, '2 photos are being processed again.')).toBeVisible();
  await expect(waiting.getByText('2 photos couldn’t be read')).toBeHidden();
});
