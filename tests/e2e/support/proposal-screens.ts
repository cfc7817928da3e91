import { expect, type Page } from '@playwright/test';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { insertRow, newId } from '../../support/rows.ts';
import { database } from './database.ts';
import type { Photographer } from './photographer.ts';
import { makeProposal, proposalPath } from './proposals.ts';
import type { Screen } from './screen.ts';
import { makeCustomer } from './sessions.ts';

const titled = (name: string) => (page: Page) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

const preview = (name: string) => (page: Page) =>
  expect(page.frameLocator('iframe').getByRole('heading', { level: 1, name })).toBeVisible();

/** Screens of proposals: the list, the editor, a sent one, and the client's page in its states. */
export async function proposalScreens(studio: Photographer, empty: Photographer): Promise<Screen[]> {
  const client = await makeCustomer(studio, { name: 'Laia Font', email: 'laia@example.org' });
  const sent = { status: 'proposed', sent_at: new Date() };
  const plan = [
    { amount: null, percent: 30, due: { kind: 'accepted', days: 0 } },
    { amount: null, percent: 70, due: { kind: 'session', days: 14 } },
  ];
  const draft = await makeProposal(studio, client, { title: 'Wedding in May', plan: JSON.stringify(plan) });
  const open = await makeProposal(studio, client, { ...sent, plan: JSON.stringify(plan) });
  const of = { account_id: studio.account.id };
  const texts = JSON.stringify({ en: { name: 'Negatives', description: '' } });
  const product = { id: newId(), kind: 'option', texts, amount: 12_000, withdrawal: 'digital' };
  await insertRow(database(), 'products', { ...of, author_id: studio.session.user.id, ...product });
  const negatives = {
    proposal_id: open,
    position: 4000,
    title: 'Negatives',
    unit_amount: 12_000,
    product_id: product.id,
  };
  await insertRow(database(), 'proposal_lines', { ...of, id: newId(), ...negatives });
  const over = { ...sent, title: 'Old offer', valid_until: new Date(Date.now() - DAY_MS) };
  const lapsed = await makeProposal(studio, client, over);
  await makeProposal(studio, null, { title: 'Weddings', is_template: true, date: null, valid_until: null });
  const path = await proposalPath(studio, open);
  const screen = (name: string, at: string, ready: Screen['ready'], as = studio): Screen => ({
    name: `proposals-${name}`,
    path: `/app/clients/proposals${at}`,
    as,
    ready,
  });
  return [
    screen('list', '', (page) => expect(page.getByRole('list', { name: 'Proposals' })).toBeVisible()),
    screen('list-empty', '', (page) => expect(page.getByText('No proposals yet')).toBeVisible(), empty),
    screen('templates', '?show=templates', (page) =>
      expect(page.getByRole('list', { name: 'Templates' })).toBeVisible(),
    ),
    screen('editor', `/${draft}`, preview('Wedding in May')),
    screen('line', `/${draft}`, async (page) => {
      await page.getByRole('button', { name: 'Edit Full day' }).click();
      await expect(page.getByRole('dialog', { name: 'Edit line' })).toBeVisible();
    }),
    screen('sent', `/${open}`, preview('Your wedding')),
    { name: 'proposal', path, ready: titled('Your wedding') },
    {
      name: 'proposal-sign',
      path,
      ready: async (page) => {
        await page.getByRole('radio', { name: /^Full day/ }).check();
        await page.getByRole('button', { name: 'Continue' }).click();
        await expect(page.getByRole('button', { name: 'Order with obligation to pay' })).toBeVisible();
      },
    },
    { name: 'proposal-decline', path: `${path}?step=decline`, ready: titled('Decline this proposal?') },
    {
      name: 'proposal-expired',
      path: await proposalPath(studio, lapsed),
      ready: titled('This proposal has expired'),
    },
  ];
}
