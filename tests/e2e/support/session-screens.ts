import { expect, type Page } from '@playwright/test';
import type { Photographer } from './photographer.ts';
import type { Screen } from './screen.ts';
import { makeCustomer, makeSession, makeSteps, makeType } from './sessions.ts';

const titled = (name: string) => (page: Page) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

/** Screens of sessions: one with all details, one that waits for approval. */
export async function sessionScreens(studio: Photographer, empty: Photographer): Promise<Screen[]> {
  const type = await makeType(studio, { name: 'Family by the sea' });
  await makeSteps(studio, type);
  const client = await makeCustomer(studio, { name: 'Núria Pla', email: 'nuria@example.org' });
  const checklist = [{ id: '0'.repeat(20), text: 'Reflector', isDone: true }];
  const booked = await makeSession(studio, client, {
    type: 'Portrait',
    session_type_id: type,
    notes: 'Two dogs',
    checklist,
  });
  const asked = await makeSession(studio, client, { status: 'inquiry', client_message: 'We would be seven.' });
  await makeSession(studio, client, { type: 'Passport photos', deleted_at: new Date() });
  const screen = (name: string, path: string, ready: Screen['ready'], as = studio): Screen => ({
    name: `sessions-${name}`,
    path: `/app/clients/sessions${path}`,
    as,
    ready,
  });
  return [
    screen('list', '', (page) => expect(page.getByRole('list', { name: 'Upcoming' })).toBeVisible()),
    screen('list-empty', '', (page) => expect(page.getByText('No upcoming sessions')).toBeVisible(), empty),
    screen('selected', '', async (page) => {
      await page.getByRole('checkbox', { name: /^Select Núria Pla/ }).check();
      await expect(page.getByRole('region', { name: 'Selected sessions' })).toBeVisible();
    }),
    screen('trash', '/trash', (page) =>
      expect(page.getByRole('button', { name: /^Restore “Núria Pla/ })).toBeVisible(),
    ),
    screen('trash-empty', '/trash', titled('Deleted sessions'), empty),
    screen('new', '/new', titled('New session')),
    screen('session', `/${booked}`, titled('Núria Pla')),
    screen('inquiry', `/${asked}`, (page) => expect(page.getByText('We would be seven.')).toBeVisible()),
    screen('reschedule', `/${booked}`, async (page) => {
      await page.getByRole('button', { name: 'Reschedule' }).click();
      await expect(page.getByRole('dialog', { name: 'Reschedule session' })).toBeVisible();
    }),
  ];
}
