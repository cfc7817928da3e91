import { FONT_FILE } from '../support/fonts.ts';
import { makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

test('chooses fonts, uploads one, shows it on the studio page, and deletes it', async ({ open, faults }) => {
  faults.allowStatus(422, /\/api\/upload\/font/);
  const owner = await makePhotographer();
  const page = await open({ as: owner });
  await page.goto('/app/settings/branding');
  const headings = page.getByRole('combobox', { name: 'Headings' });
  await page.getByRole('button', { name: 'Playfair Display with Work Sans' }).click();
  await expect(headings).toHaveValue('Playfair Display');
  // By keyboard: a kind finds its families.
  await headings.fill('script');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(headings).toHaveValue('Great Vibes');
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { level: 1, includeHidden: true })).toHaveCSS(
    'font-family',
    /^"Great Vibes"/,
  );

  const upload = page.getByLabel('Upload a font');
  await upload.setInputFiles({ name: 'own.ttf', mimeType: 'font/ttf', buffer: Buffer.from('PK\u0003\u0004') });
  await expect(page.getByRole('alert')).toHaveText(
    'This file isn’t a font we can read. Choose a WOFF2, WOFF, TTF or OTF file.',
  );
  await upload.setInputFiles(FONT_FILE);
  const licence = page.getByRole('dialog', { name: 'Are you allowed to use this font?' });
  await expect(licence.getByText('SIL Open Font License')).toBeVisible();
  await expect(licence.getByRole('button', { name: 'Add font' })).toBeDisabled();
  await licence.getByRole('checkbox', { name: 'I’m allowed to use this font on websites' }).check();
  await licence.getByRole('button', { name: 'Add font' }).click();
  await expect(licence).toBeHidden();
  await headings.fill('yours');
  await page.getByRole('listbox').getByRole('option', { name: 'Inter' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();

  const visitor = await open();
  const title = visitor.getByRole('heading', { level: 1 });
  // The CDN may have the former page until its purge.
  await expect(async () => {
    await visitor.goto(`/p/${owner.account.slug}`);
    await expect(title).toHaveCSS('font-family', /^"?font-[0-9a-z]{20}/, { timeout: 500 });
  }).toPass();
  await expect
    .poll(() => visitor.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length))
    .toBeGreaterThanOrEqual(2);
  const files = await visitor.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(files.filter((name) => name.includes('/api/fonts/'))).toHaveLength(1);
  expect(files.filter((name) => /\/assets\/fonts\/(?!work-sans)/.test(name))).toEqual([]);

  await page.getByRole('button', { name: 'Delete Inter' }).click();
  const ask = page.getByRole('alertdialog', { name: 'Delete “Inter”?' });
  await expect(ask).toContainText('Your pages use it for: Headings.');
  await ask.getByRole('button', { name: 'Delete font' }).click();
  await expect(page.getByRole('button', { name: 'Delete Inter' })).toBeHidden();
  await expect(headings).toHaveValue('Inter');
  await expect(async () => {
    await visitor.reload();
    await expect(title).toHaveCSS('font-family', /Work Sans/, { timeout: 500 });
  }).toPass();
});
