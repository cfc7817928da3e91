import { expect, type Page } from '@playwright/test';
import { insertCustomer } from '../../support/rows.ts';
import { database } from './database.ts';
import type { Photographer } from './photographer.ts';
import type { Screen } from './screen.ts';

const titled = (name: string) => (page: Page) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

const CSV = 'Name,E-mail,Phone\nNora,nora@example.org,600\nWrong,not an address,';

/** Screens of a studio's clients, with duplicates and one client in the trash. */
export async function clientScreens(studio: Photographer, empty: Photographer): Promise<Screen[]> {
  const client = (values: Record<string, unknown>) => insertCustomer(database(), studio.account.id, values);
  const ada = await client({
    name: 'Ada Lovelace',
    email: 'ada.lovelace@example.org',
    phone: '+34 600 11 22 33',
    tags: ['VIP', 'boda'],
    notes: 'Two dogs',
  });
  const twin = await client({ name: 'Ada Lovelace', phone: '+34 611 22 33 44', notes: 'Late' });
  await client({ name: 'Gone', deleted_at: new Date() });
  const screen = (name: string, path: string, ready: Screen['ready'], as = studio): Screen => ({
    name: `clients-${name}`,
    path: `/app/clients/${path}`,
    as,
    ready,
  });
  return [
    screen('dashboard', 'dashboard', titled('Clients')),
    screen('list', 'customers', (page) => expect(page.getByRole('list', { name: 'Clients' })).toBeVisible()),
    screen('list-empty', 'customers', titled('Clients'), empty),
    screen('selected', 'customers', async (page) => {
      await page.getByRole('checkbox', { name: 'Select Ada Lovelace' }).first().check();
      await expect(page.getByRole('toolbar', { name: 'Actions for the selected clients' })).toBeVisible();
    }),
    screen('client', `customers/${ada}`, titled('Ada Lovelace')),
    screen('new', 'customers/new', titled('New client')),
    screen('duplicates', 'customers/duplicates', (page) =>
      expect(page.getByRole('link', { name: /^Compare/ }).first()).toBeVisible(),
    ),
    screen('merge', `customers/duplicates?merge=${ada}.${twin}`, titled('Merge 2 clients into one')),
    screen('import', 'customers/import', titled('Import clients')),
    screen('import-check', 'customers/import', async (page) => {
      const file = { name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
      await page.getByLabel('Choose file').first().setInputFiles(file);
      await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible();
    }),
    screen('trash', 'customers/trash', titled('Deleted clients')),
  ];
}
