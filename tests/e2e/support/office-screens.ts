import { expect, type Page } from '@playwright/test';
import { insertRow, newId } from '../../support/rows.ts';
import { database } from './database.ts';
import type { Photographer } from './photographer.ts';
import type { Screen } from './screen.ts';
import { makeCustomer, makeSession } from './sessions.ts';

const titled = (name: string) => (page: Page) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const row = (text: string) => (page: Page) =>
  expect(page.getByRole('main').getByRole('listitem').filter({ hasText: text }).first()).toBeVisible();

/** Screens of the studio as a whole: home, payments, and the settings that belong to no other noun. */
export async function officeScreens(studio: Photographer, empty: Photographer): Promise<Screen[]> {
  await makeBilled(studio, 'Biel Serra');
  const planned = await makePlanned(studio, 'Carla Mas');
  const words = { kind: 'booking_confirmed', language: 'en', subject: 'See you soon', body: 'Bring a hat.' };
  const author = { account_id: studio.account.id, author_id: studio.session.user.id };
  await insertRow(database(), 'mail_templates', { ...author, ...words });
  // Without a row, a device offline cannot know that the website still has its default settings.
  await insertRow(database(), 'cms_settings', { ...author, seo_title: 'Weddings by the sea' });
  const asked = { name: 'Mar Riera', email: 'mar@example.org', message: 'Are you free in May?', language: 'ca' };
  const lead = newId();
  await insertRow(database(), 'leads', {
    id: lead,
    account_id: studio.account.id,
    preferred_date: '2031-05-10',
    ...asked,
  });
  const spam = { id: newId(), account_id: studio.account.id, status: 'spam', spam_signs: '["many_links"]' };
  await insertRow(database(), 'leads', { ...asked, ...spam, name: 'Growth Team' });
  const screen = (name: string, path: string, ready: Screen['ready'], as = studio): Screen => ({
    name,
    path: `/app${path}`,
    as,
    ready,
  });
  return [
    screen('home', '', row('Biel Serra')),
    screen('home-empty', '', titled(`Hello, ${empty.account.name}`), empty),
    screen('leads', '/clients/inquiries', row('Mar Riera')),
    screen('leads-empty', '/clients/inquiries', titled('Messages'), empty),
    screen('lead', `/clients/inquiries/${lead}`, titled('Mar Riera')),
    screen('lead-spam', `/clients/inquiries/${spam.id}`, titled('Growth Team')),
    screen('session-plan', `/clients/sessions/${planned}`, (page) =>
      expect(page.getByRole('region', { name: 'Payment plan' })).toBeVisible(),
    ),
    screen('payments', '/clients/payments', row('Biel Serra')),
    screen('payments-due', '/clients/payments?tab=due', row('Biel Serra')),
    screen('payments-empty', '/clients/payments', titled('Payments'), empty),
    screen('website-empty', '/website', row('Modern'), empty),
    screen('website-looks', '/website/looks', row('Modern')),
    screen('settings', '/settings', titled('Studio')),
    screen('settings-website', '/settings/website', (page) =>
      expect(page.getByRole('textbox', { name: 'JavaScript' })).toBeVisible(),
    ),
    screen('settings-money', '/settings/money', titled('Payments & tax')),
    screen('settings-branding', '/settings/branding', (page) =>
      expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible(),
    ),
    screen('settings-usage', '/settings/usage', titled('Usage')),
    screen('settings-mails', '/settings/mails', row('Session confirmed')),
    screen('settings-mail', '/settings/mails/booking_confirmed', (page) =>
      expect(page.frameLocator('iframe').getByRole('heading')).toBeVisible(),
    ),
    screen('settings-notifications', '/settings/notifications', titled('Emails to the studio')),
  ];
}

/** Inserts a session with a payment plan: one instalment is paid, one overdue and one to come. @returns its id */
async function makePlanned(studio: Photographer, name: string): Promise<string> {
  const session = await makeSession(studio, await makeCustomer(studio, { name }), { type: 'Wedding' });
  await database().query('update session_billing set payment_amount = 240000 where session_id = $1', [session]);
  await database().query(
    `insert into order_instalments (order_id, position, account_id, amount, due_at)
     select $1, p.position, $2, 80000, now() + p.days * interval '1 day'
     from (values (1, -40), (2, -3), (3, 60)) p(position, days)`,
    [session, studio.account.id],
  );
  const author = { account_id: studio.account.id, author_id: studio.session.user.id };
  const paid = { session_id: session, date: new Date(), amount: 80_000, currency: 'EUR', status: 'paid' };
  await insertRow(database(), 'payments', { id: newId(), ...author, ...paid });
  return session;
}

/** Inserts a session for tomorrow, with a part of its price paid and the rest overdue. */
async function makeBilled(studio: Photographer, name: string): Promise<void> {
  const session = await makeSession(studio, await makeCustomer(studio, { name }), {
    type: 'Boda',
    status: 'confirmed',
  });
  await database().query(
    `update session_billing set payment_amount = 120000, due_date = now() - interval '1 day' where session_id = $1`,
    [session],
  );
  const author = { account_id: studio.account.id, author_id: studio.session.user.id };
  const paid = { session_id: session, date: new Date(), amount: 30_050, currency: 'EUR', status: 'paid' };
  await insertRow(database(), 'payments', { id: newId(), ...author, ...paid });
}
