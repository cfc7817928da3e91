import { expect, type Page } from '@playwright/test';
import { insertRow, newId } from '../../support/rows.ts';
import { database } from './database.ts';
import type { Photographer } from './photographer.ts';
import type { Screen } from './screen.ts';
import { makePage } from './site.ts';

const RELEASES = '/app/website/releases';
const titled = (name: string) => (page: Page) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

/** Screens of publishing the website. */
export async function publishingScreens(studio: Photographer, empty: Photographer): Promise<Screen[]> {
  const home = await makePage(studio, { path: 'home', title: 'Home', heading: 'First light' });
  await makePage(studio, { path: 'about', title: 'About', heading: 'Who we are' }, { kind: 'image' });
  await insertReleases(studio, home);
  const screen = (name: string, ready: Screen['ready'], as = studio): Screen => ({ name, path: RELEASES, as, ready });
  const fromMenu = async (page: Page, item: string) => {
    await page
      .getByRole('button', { name: /^More actions/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };
  return [
    screen('releases', titled('Version history')),
    screen('releases-empty', titled('Version history'), empty),
    screen('publish', async (page) => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await expect(page.getByRole('dialog').getByText('An empty block').first()).toBeVisible();
    }),
    screen('release-compare', async (page) => {
      await fromMenu(page, 'Compare with drafts');
      await expect(page.getByRole('region', { name: 'Only in the draft' })).toContainText('First light');
    }),
    screen('release-restore', (page) => fromMenu(page, 'Restore as draft…')),
    screen('draft-on-phone', async (page) => {
      await page.getByRole('button', { name: 'Open on your phone' }).click();
      await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
    }),
  ];
}

/** Two releases, of which the newer one is live. */
async function insertReleases({ account, session }: Photographer, home: string): Promise<void> {
  const author = { account_id: account.id, author_id: session.user.id };
  let id = '';
  for (const days of [9, 2]) {
    id = newId();
    const cell = { id: newId(), span: 12, blocks: [{ id: newId(), kind: 'heading', text: `Light ${days}`, level: 1 }] };
    const page = { id: home, path: 'home', title: 'Home', updatedAt: days };
    const more = { description: '', layout: 'default', settings: {}, order: 0 };
    const content = { pages: [{ ...page, ...more, rows: [{ id: newId(), v: 1, look: {}, cells: [cell] }] }] };
    const release = {
      id,
      kind: 'published',
      pages: JSON.stringify([page]),
      created_at: new Date(Date.UTC(2030, 0, days)),
    };
    await insertRow(database(), 'site_releases', { ...author, ...release });
    const stored = { release_id: id, account_id: account.id, content: JSON.stringify(content) };
    await insertRow(database(), 'site_release_contents', stored);
  }
  await insertRow(database(), 'site_state', { account_id: account.id, live_release_id: id });
}
