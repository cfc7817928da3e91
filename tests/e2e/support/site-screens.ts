import { expect, type Page } from '@playwright/test';
import { makeGallery } from './galleries.ts';
import type { Photographer } from './photographer.ts';
import type { Screen } from './screen.ts';
import { makePage } from './site.ts';

const titled = (name: string) => (page: Page) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

const inPreview = (text: string) => (page: Page) =>
  expect(page.frameLocator('iframe').getByText(text).first()).toBeVisible();

/** Screens of the website: its pages, and the editor of one. */
export async function siteScreens(studio: Photographer, empty: Photographer): Promise<Screen[]> {
  await makeGallery(studio, { name: 'Mar & Pol', photos: 1, values: { visibility: 'public' } });
  const faq = { kind: 'faq', items: [{ question: 'When?', answer: [{ type: 'p', children: [{ text: 'Soon.' }] }] }] };
  const id = await makePage(studio, { path: 'stories', title: 'Stories', heading: 'Stories' }, faq, { kind: 'image' });
  const blank = await makePage(studio, { path: 'blank', title: 'Blank', heading: '', values: { rows: '[]' } });
  const date = Date.UTC(2031, 4, 10);
  const post = { settings: JSON.stringify({ kind: 'post', date }) };
  await makePage(studio, { path: 'journal/mar', title: 'Mar & Pol', heading: 'By the sea', values: post });
  const screen = (name: string, path: string, ready: Screen['ready'], as = studio): Screen => ({
    name: `website${name}`,
    path: `/app/website${path}`,
    as,
    ready,
  });
  const open = async (page: Page) => {
    await inPreview('Stories')(page);
    const structure = page.getByRole('button', { name: 'Structure' });
    if (await structure.isVisible()) await structure.click();
    await page.getByRole('treeitem', { name: 'Questions and answers: When?' }).click();
  };
  return [
    screen('', '', titled('Website')),
    screen('-start', '', titled('Website'), empty),
    screen('-new', '?new=page', (page) => expect(page.getByRole('dialog')).toBeVisible()),
    screen('-page', `/pages/${id}`, open),
    screen('-page-blank', `/pages/${blank}`, titled('Blank')),
    screen('-page-settings', `/pages/${id}`, async (page) => {
      await inPreview('Stories')(page);
      await page
        .getByRole('tab', { name: 'Page' })
        .or(page.getByRole('button', { name: 'Page', exact: true }))
        .click();
      await expect(page.getByLabel('Address')).toBeVisible();
    }),
    screen('-sections', `/pages/${id}`, async (page) => {
      await inPreview('Stories')(page);
      await page
        .getByRole('button', { name: 'Add section', exact: true })
        .or(page.getByRole('button', { name: 'Add', exact: true }))
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Portfolio' })).toBeVisible();
    }),
  ];
}
