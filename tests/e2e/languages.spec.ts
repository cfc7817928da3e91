import type { Page } from '@playwright/test';
import { LANGUAGES, type Language } from '#core/domain/values/languages.ts';
import ca from '#locales/ca/auth.json' with { type: 'json' };
import caCommon from '#locales/ca/common.json' with { type: 'json' };
import caGalleries from '#locales/ca/galleries.json' with { type: 'json' };
import caPublic from '#locales/ca/public.json' with { type: 'json' };
import en from '#locales/en/auth.json' with { type: 'json' };
import enCommon from '#locales/en/common.json' with { type: 'json' };
import enGalleries from '#locales/en/galleries.json' with { type: 'json' };
import enPublic from '#locales/en/public.json' with { type: 'json' };
import es from '#locales/es/auth.json' with { type: 'json' };
import esCommon from '#locales/es/common.json' with { type: 'json' };
import esGalleries from '#locales/es/galleries.json' with { type: 'json' };
import esPublic from '#locales/es/public.json' with { type: 'json' };
import { variants } from '../support/long.ts';
import { makeGallery } from './support/galleries.ts';
import { makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

const AUTH = { en, es, ca };
const COMMON = { en: enCommon, es: esCommon, ca: caCommon };
const GALLERIES = { en: enGalleries, es: esGalleries, ca: caGalleries };
const PUBLIC = { en: enPublic, es: esPublic, ca: caPublic };
/** Date formats of each language; the first of the month tells them apart. */
const DATE = { en: '4 July 2026', es: '4 de julio de 2026', ca: '4 de juliol del 2026' };

const inHtml = (page: Page) => page.evaluate(() => document.documentElement.lang);

for (const language of variants([...LANGUAGES].reverse(), 1)) {
  test(`shows every area in ${language}`, async ({ open }) => {
    const photographer = await makePhotographer();
    const gallery = await makeGallery(photographer, { photos: 1, values: { date: new Date('2026-07-04T10:00Z') } });

    await test.step('sign-in', async () => {
      const page = await open();
      await page.goto(`/app/auth?lng=${language}`);
      await expect(page.getByRole('heading', { level: 1, name: AUTH[language].signin.title })).toBeVisible();
      await expect(page.getByLabel(AUTH[language].email)).toBeVisible();
      await expectKept(page, language);
    });
    await test.step('gallery list', async () => {
      const page = await open({ as: photographer });
      await page.goto(`/app/galleries?lng=${language}`);
      const texts = GALLERIES[language];
      await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible();
      await expect(page.getByRole('article')).toContainText(texts.status.published);
      await expect(page.getByRole('article')).toContainText(texts.photoCount_one.replace('{{count}}', '1'));
      // For screen readers: the library's own label is English.
      await expect(page.getByRole('region', { name: `${COMMON[language].notifications} (F8)` })).toBeAttached();
      const links = page.getByRole('navigation', { name: COMMON[language].mainNavigation }).getByRole('link');
      await expect(links).toHaveCount(6);
      expect(await links.evaluateAll(withCutLabel)).toEqual([]);
      await expectKept(page, language);
    });
    await test.step('client gallery', async () => {
      const page = await open();
      await page.goto(`${gallery.path}?lng=${language}`);
      await expect(page.getByRole('button', { name: PUBLIC[language].share.gallery })).toBeVisible();
      await expect(page.getByText(DATE[language], { exact: true })).toBeVisible();
      await expectKept(page, language);
    });
  });
}

/** Texts of the links whose label does not fit. */
const withCutLabel = (links: Element[]) =>
  links.flatMap(({ lastElementChild: label, textContent }) =>
    label && label.scrollWidth > label.clientWidth ? [textContent] : [],
  );

/** Expects that cookie and local storage keep the detected language, and that the next page has it. */
async function expectKept(page: Page, language: Language): Promise<void> {
  expect(await inHtml(page)).toBe(language);
  // The server writes the page in that language; its script keeps it.
  await expect.poll(() => storedLanguage(page)).toEqual([language, language]);
  await page.goto('/app/auth');
  await expect.poll(() => inHtml(page)).toBe(language);
}

/** The language that cookie and local storage keep. */
async function storedLanguage(page: Page): Promise<unknown[]> {
  const cookies = await page.context().cookies();
  const stored = await page.evaluate(() => localStorage.getItem('i18nextLng'));
  return [cookies.find(({ name }) => name === 'i18next')?.value, stored];
}

test('changes the language without leaving the page', async ({ open }) => {
  const page = await open();
  await page.goto('/');
  await page.getByRole('button', { name: 'Català' }).click();
  await expect.poll(() => inHtml(page)).toBe('ca');
  expect(await storedLanguage(page)).toEqual(['ca', 'ca']);
  await page.reload();
  await expect.poll(() => inHtml(page)).toBe('ca');
});

test('remembers the chosen theme', async ({ open }) => {
  const page = await open({ as: await makePhotographer() });
  await page.goto('/app');
  const theme = () => page.evaluate(() => [document.documentElement.dataset['theme'], localStorage['vite-ui-theme']]);
  for (const [choice, painted] of [
    ['Dark', 'dark'],
    ['Light', 'light'],
  ] as const) {
    await page.getByRole('button', { name: 'Account, appearance and language' }).click();
    await page.getByRole('menuitemcheckbox', { name: choice }).click();
    await expect.poll(theme).toEqual([painted, painted]);
    await page.reload();
    await expect.poll(theme).toEqual([painted, painted]);
  }
});
